/// A request of one of the contracts, without the server's address and the viewer's token.
///
/// The sender adds both, so that no screen ever holds a token.
public struct APIRequest: Equatable, Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    /// A POST of a picture stored on the device, as the `file` of a multipart form. The picture's id is the
    /// idempotency key. The body is a JSON object of texts, the form's other fields.
    case picture = "PICTURE"
    /// A PATCH of a multipart form. The body lists the fields in JSON:
    /// `[["name","text"],["name","id",true]]`. The second one is a picture stored on the device.
    case form = "FORM"
    /// A GET of server-sent events (WHATWG HTML, 9.2), which come until one side ends the connection. The
    /// idempotency key is that of the session: the browser's other tabs get the events under it, too.
    case stream = "STREAM"
  }

  public var method: Method
  /// The path with its query, percent-encoded. It begins with a slash.
  public var target: String
  /// JSON (RFC 8259); `nil` for a request without a body.
  public var body: [UInt8]?
  /// The key that all attempts to send the same post share (Mastodon API, methods/statuses,
  /// `Idempotency-Key`).
  public var idempotencyKey: String?

  public init(_ method: Method = .get, _ target: String, body: [UInt8]? = nil, idempotencyKey: String? = nil)
  {
    self.method = method
    self.target = target
    self.body = body
    self.idempotencyKey = idempotencyKey
  }
}
