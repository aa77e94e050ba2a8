/// A request to a server of one of the contracts, without the server and without who asks.
///
/// Whoever sends it adds the server's address and the asker's token, so that no screen ever holds a token.
public struct APIRequest: Equatable, Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    /// A POST of a picture that the device keeps, as the `file` of a multipart form. The picture's id is the idempotency
    /// key; the body is a JSON object of texts, the form's other fields.
    case picture = "PICTURE"
    /// A PATCH of a multipart form. The body says its fields, in JSON: `[["name","text"],["name","id",true]]`, where the
    /// second is a picture that the device keeps.
    case form = "FORM"
  }

  public var method: Method
  /// Beginning with a slash; with its query, percent-encoded.
  public var target: String
  /// JSON (RFC 8259); nil: no body.
  public var body: [UInt8]?
  /// The same for every attempt to send the same post (Mastodon API, methods/statuses, `Idempotency-Key`).
  public var idempotencyKey: String?

  public init(_ method: Method = .get, _ target: String, body: [UInt8]? = nil, idempotencyKey: String? = nil) {
    self.method = method
    self.target = target
    self.body = body
    self.idempotencyKey = idempotencyKey
  }
}
