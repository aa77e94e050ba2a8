public import JSON
public import Social

/// A place where somebody is signed in, as a Swiftlet server tells it (`GET /api/swiftlet/v1/sessions`).
public struct SessionEntity: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let id: String
    let application: String?
    var device: String?
    let lastUsedAt: Timestamp?
    let isCurrent: Bool
  }

  @Shared private var parts: Parts

  public var id: String { parts.id }
  /// The program's name; nil: a browser, on the page for signing in.
  public var application: String? { parts.application }
  /// `Chrome, Android`; nil: not known.
  public var device: String? {
    get { parts.device }
    set { parts.device = newValue }
  }
  /// nil where it can't be read.
  public var lastUsedAt: Timestamp? { parts.lastUsedAt }
  /// The one that asks.
  public var isCurrent: Bool { parts.isCurrent }

  public init(id: String, application: String?, device: String?, lastUsedAt: Timestamp?, isCurrent: Bool) {
    parts = Parts(id: id, application: application, device: device, lastUsedAt: lastUsedAt, isCurrent: isCurrent)
  }

  /// Reads a list of sessions; nil if the response is not a list. What can't be read is left out.
  public static func list(_ body: [UInt8]) -> [SessionEntity]? {
    guard let items = (try? JSON(parsing: body))?.array else { return nil }
    var list: [SessionEntity] = []
    for item in items {
      guard let id = item["id"]?.string else { continue }
      list.append(
        SessionEntity(
          id: id, application: item["application"]?.string, device: item["device"]?.string,
          lastUsedAt: item["last_used_at"]?.string.flatMap { Timestamp(iso8601: $0) },
          isCurrent: item["current"]?.bool ?? false))
    }
    return list
  }

  public func write(createdAt: Timestamp, website: String?, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("application", orNull: application)
      writer.member("website", orNull: website)
      writer.member("device", orNull: device)
      writer.member("created_at", createdAt)
      writer.member("last_used_at", lastUsedAt)
      writer.member("current", isCurrent)
    }
  }
}

/// What a member of a Swiftlet server asks about their own membership.
public enum MembershipRequests {
  public static let sessions = APIRequest(.get, "/api/swiftlet/v1/sessions")

  public static func endSession(_ id: String) -> APIRequest {
    APIRequest(.delete, "/api/swiftlet/v1/sessions/" + percentEncoded(id))
  }

  /// Its response is a ticket.
  public static let export = APIRequest(.post, "/api/swiftlet/v1/export")

  /// Where a browser fetches what the ticket of that response is for; nil if it can't be read.
  public static func exportAddress(_ body: [UInt8], at server: ServerAddress) -> String? {
    guard let ticket = (try? JSON(parsing: body))?["ticket"]?.string else { return nil }
    return server.text + "/export/" + percentEncoded(ticket)
  }

  public static func changePassword(from current: String, to new: String) -> APIRequest {
    post("/api/swiftlet/v1/password", [("password", current), ("new_password", new)])
  }

  public static func removeAccount(password: String) -> APIRequest {
    post("/api/swiftlet/v1/account/removal", [("password", password)])
  }

  private static func post(_ target: String, _ members: [(name: StaticString, text: String?)]) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.texts(members) }
    return APIRequest(.post, target, body: writer.bytes)
  }
}
