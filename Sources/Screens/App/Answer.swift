/// The answer of a server, whatever its status.
public struct Answer: Equatable, Sendable {
  public let status: Int
  public let body: [UInt8]

  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// Any 2xx status (RFC 9110 section 15.3).
  public var isSuccess: Bool { 200...299 ~= status }
}

/// Why there is no answer.
public enum RequestFailure: Error, Equatable, Sendable {
  /// No network, no such server, refused, cut off, not allowed by the server (CORS), or too slow.
  case unreachable
  /// More bytes than the app takes.
  case tooLarge
}
