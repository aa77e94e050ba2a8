import JSON
import Localization

/// The response of a server, with any status.
public struct Response: Equatable, Sendable {
  public let status: Int
  public let body: [UInt8]
  /// The fields `Link`, `Retry-After` (RFC 9110 section 10.2.3) and `X-RateLimit-Reset` (Mastodon), a line
  /// each. A line is empty if the server sent no such field.
  public let fields: [UInt8]
  /// The address of the response if the request was redirected; else empty.
  public let address: String

  public init(status: Int, body: [UInt8], fields: [UInt8] = [], address: String = "") {
    self.status = status
    self.body = body
    self.fields = fields
    self.address = address
  }

  /// The query of the next page's address (Mastodon API, "Paginating through API responses"). Empty on the
  /// last page. The app asks the server that sent this page, even if the address names another host.
  var next: [UInt8] { LinkField.nextQuery(field(0)) }

  /// True if the server says that no page follows: it sent a `Link` field, and names no next page there. False if it
  /// sent none.
  var endsList: Bool { @inline(never) get { !field(0).isEmpty && next.isEmpty } }

  var retryAfter: [UInt8] { field(1) }
  var rateLimitReset: [UInt8] { field(2) }

  @inline(never)
  private func field(_ line: Int) -> [UInt8] {
    let lines = fields.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.contains(line) ? Array(lines[line]) : []
  }

  /// Any 2xx status (RFC 9110 section 15.3).
  public var isSuccess: Bool { 200...299 ~= status }

  /// True if a retry would get the same response: the server is neither busy (429), nor did it time out (408)
  /// or fail (5xx).
  var isFinal: Bool { status < 500 && status != 408 && status != 429 }

  /// True if a closed community refuses a stranger (`Refusal.membersOnly`).
  var isForMembers: Bool { status == 401 && (try? JSON(parsing: body))?.text("code") == "members_only" }

  /// The server's error message (Mastodon API, entities/Error); else the status. The code of our own server's
  /// `Refusal` stands before it. `Strings.refusal` makes a text of the two.
  var errorText: String {
    let json = try? JSON(parsing: body)
    let text = json?.text("error_description") ?? json?.text("error") ?? "\(status)"
    return json?.text("code").map { $0 + Strings.codeEnd + text } ?? text
  }
}

/// The reason why a response is missing.
public enum RequestFailure: Error, Equatable, Sendable {
  /// No network, no such server, refused, cut off, not allowed by the server (CORS), or too slow.
  case unreachable
  /// More bytes than the app accepts.
  case tooLarge
}
