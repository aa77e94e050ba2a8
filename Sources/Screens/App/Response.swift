import JSON

/// The response of a server, whatever its status.
public struct Response: Equatable, Sendable {
  public let status: Int
  public let body: [UInt8]
  /// The query of the next page's address, as the `Link` field names it (RFC 8288; Mastodon API, "Paginating through API
  /// responses"); empty if there is no next page. The app asks the server that
  /// sent this page, even if the address names another host.
  public let next: [UInt8]
  /// When a busy server may be asked again, as it said: `Retry-After` (RFC 9110 section 10.2.3), else Mastodon's
  /// `X-RateLimit-Reset`; empty if it said neither.
  public let wait: [UInt8]
  /// Where the response came from, if the request was redirected; else empty.
  public let address: String

  public init(status: Int, body: [UInt8], next: [UInt8] = [], wait: [UInt8] = [], address: String = "") {
    self.status = status
    self.body = body
    self.next = next
    self.wait = wait
    self.address = address
  }

  /// Any 2xx status (RFC 9110 section 15.3).
  public var isSuccess: Bool { 200...299 ~= status }

  /// The server would say the same again: neither is it busy (429), nor did it time out (408) or fail (5xx).
  var isFinal: Bool { status < 500 && status != 408 && status != 429 }

  /// What the server says is wrong (Mastodon API, entities/Error); else its status.
  var errorText: String {
    let json = try? JSON(parsing: body)
    return json?.text("error_description") ?? json?.text("error") ?? "\(status)"
  }
}

/// Why there is no response.
public enum RequestFailure: Error, Equatable, Sendable {
  /// No network, no such server, refused, cut off, not allowed by the server (CORS), or too slow.
  case unreachable
  /// More bytes than the app takes.
  case tooLarge
}
