public import JSON
public import Social

/// A session of a member, as a Swiftlet server sends it (`GET /api/swiftlet/v1/sessions`).
public struct SessionEntity: Equatable, Sendable {
  public enum Kind: String, Sendable {
    case client
    /// A browser that signed in on the server's own page.
    case browser
    /// An address with which an old client reads without a token.
    case address
  }

  private struct Parts: Equatable, Sendable {
    let id: String
    let kind: Kind
    let client: String?
    var device: String?
    let lastUsedAt: Timestamp?
    let isCurrent: Bool
  }

  @Shared private var parts: Parts

  public var id: String { parts.id }
  public var kind: Kind { parts.kind }
  /// The client's name; `nil` for a browser or an address.
  public var client: String? { parts.client }
  /// The device, such as `Chrome, Android`; `nil` if unknown.
  public var device: String? {
    get { parts.device }
    set { parts.device = newValue }
  }
  /// The time of the last use; `nil` if it can't be read.
  public var lastUsedAt: Timestamp? { parts.lastUsedAt }
  /// True for the session that sends the request.
  public var isCurrent: Bool { parts.isCurrent }

  public init(
    id: String, kind: Kind = .client, client: String?, device: String?, lastUsedAt: Timestamp?,
    isCurrent: Bool
  ) {
    parts = Parts(
      id: id, kind: kind, client: client, device: device, lastUsedAt: lastUsedAt, isCurrent: isCurrent)
  }

  /// Decodes a list of sessions and skips unreadable ones; `nil` if the response isn't a list.
  public static func list(_ body: [UInt8]) -> [SessionEntity]? {
    guard let items = (try? JSON(parsing: body))?.array else { return nil }
    var list: [SessionEntity] = []
    for item in items {
      guard let id = item["id"]?.string else { continue }
      list.append(
        SessionEntity(
          id: id, kind: item["kind"]?.string == "address" ? .address : .client,
          client: item["application"]?.string,
          device: item["device"]?.string,
          lastUsedAt: item["last_used_at"]?.string.flatMap { Timestamp(iso8601: $0) },
          isCurrent: item["current"]?.bool ?? false))
    }
    return list
  }

  public func write(createdAt: Timestamp, website: String?, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("kind", kind.rawValue)
      writer.member("application", orNull: client)
      writer.member("website", orNull: website)
      writer.member("device", orNull: device)
      writer.member("created_at", createdAt)
      writer.member("last_used_at", lastUsedAt)
      writer.member("current", isCurrent)
    }
  }
}

/// The member's own e-mail address, as a Swiftlet server sends it (`GET /api/swiftlet/v1/email`).
public struct EmailEntity: Equatable, Sendable {
  /// Empty without one.
  public let address: String
  /// A new address that isn't confirmed; empty without one.
  public let pending: String
  public let sendsMail: Bool

  /// Decodes a response; `nil` if it isn't one.
  public init?(_ body: [UInt8]) {
    guard let json = try? JSON(parsing: body), let sendsMail = json["sends_mail"]?.bool else { return nil }
    address = json["email"]?.string ?? ""
    pending = json["pending"]?.string ?? ""
    self.sendsMail = sendsMail
  }
}

/// Requests about the member's own membership on a Swiftlet server.
public enum MembershipRequests {
  public static let sessions = APIRequest(.get, "/api/swiftlet/v1/sessions")

  public static func endSession(_ id: String) -> APIRequest {
    APIRequest(.delete, "/api/swiftlet/v1/sessions/" + percentEncoded(id))
  }

  /// Tells the server that the member has seen the first steps.
  public static let welcomed = APIRequest(.post, "/api/swiftlet/v1/welcome")

  /// The request for a ticket to export the member's data.
  public static let export = APIRequest(.post, "/api/swiftlet/v1/export")

  /// Returns the URL where a browser downloads the export for the ticket in that response; `nil` if the
  /// response can't be read.
  public static func exportAddress(_ body: [UInt8], at server: ServerAddress) -> String? {
    guard let ticket = (try? JSON(parsing: body))?["ticket"]?.string else { return nil }
    return server.text + "/export/" + percentEncoded(ticket)
  }

  /// Makes an address with which an old client reads without a token.
  public static let makeReadingAddress = APIRequest(.post, "/api/swiftlet/v1/reading_addresses")

  /// Returns the address in the response to `makeReadingAddress`; `nil` if the response can't be read.
  public static func readingAddress(_ body: [UInt8]) -> String? { (try? JSON(parsing: body))?["url"]?.string }

  /// Asks if the owner allows app passwords.
  public static let appPasswords = APIRequest(.get, "/api/swiftlet/v1/app_passwords")

  /// Returns the answer in the response to `appPasswords`; false if the response can't be read.
  public static func allowsAppPasswords(_ body: [UInt8]) -> Bool {
    (try? JSON(parsing: body))?["allowed"]?.bool ?? false
  }

  /// Makes a password for an old client.
  ///
  /// - Parameters:
  ///   - client: the client's name.
  ///   - password: the account's password.
  public static func makeAppPassword(for client: String, password: String) -> APIRequest {
    post("/api/swiftlet/v1/app_passwords", [("name", client), ("password", password)])
  }

  /// Returns the password in the response to `makeAppPassword`; `nil` if the response can't be read.
  public static func appPassword(_ body: [UInt8]) -> String? {
    (try? JSON(parsing: body))?["app_password"]?.string
  }

  public static func changePassword(from current: String, to new: String) -> APIRequest {
    post("/api/swiftlet/v1/password", [("password", current), ("new_password", new)])
  }

  public static let email = APIRequest(.get, "/api/swiftlet/v1/email")

  /// - Parameter address: empty to remove the address.
  public static func changeEmail(to address: String, password: String) -> APIRequest {
    post("/api/swiftlet/v1/email", [("email", address), ("password", password)])
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
