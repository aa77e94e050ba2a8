import Community
import HTTPTypes
import Hummingbird
import JSON
import Screens

/// One request to the API, checked as far as its route's declaration says.
struct APICall: Sendable {
  /// What the token allows; nil: none was given.
  let access: TokenAccess?
  /// Query and body.
  let parameters: APIParameters
  /// Where the world reaches this server: `https://example.org`, without a slash at the end.
  let prefix: String
  let address: ClientAddress
  /// The client's, from `Accept-Language`.
  let language: Language
  let headers: HTTPFields
  let path: Parameters
  let posts: EncodedPosts
  /// Among the pictures on their way, if the request brings files.
  let place: UploadPlace?

  /// nil: nobody is signed in.
  var asker: Asker? { access?.asker }

  /// The member who asks: always there on a route for members.
  func member() throws -> Asker {
    guard let asker else { throw RequestError.invalidToken }
    return asker
  }

  /// An id in the path. What is none names nothing: 404.
  func identifier(_ name: String = "id") throws -> Int64 {
    guard let digits = path.get(name), digits.utf8.first != UInt8(ascii: "-"),
      let id = Int64(digits: Array(digits.utf8)[...])
    else { throw RequestError.recordNotFound }
    return id
  }

  /// A text in the path, decoded.
  func text(_ name: String) throws -> String {
    guard let text = path.get(name).flatMap({ percentDecoded($0) }), !text.utf8.contains(0) else {
      throw RequestError.recordNotFound
    }
    return text
  }

  /// Which part of a list is asked for.
  func cursor(default standard: Int = 20, maximum: Int = 40) throws -> Cursor {
    Cursor(
      maxID: try parameters.identifier("max_id"), sinceID: try parameters.identifier("since_id"),
      minID: try parameters.identifier("min_id"),
      limit: try parameters.limit(default: standard, maximum: maximum))
  }

  /// So that a post that is sent twice is published once. nil if there is none.
  func idempotencyKey() throws -> String? {
    guard let key = headers[.idempotencyKey], !key.isEmpty else { return nil }
    guard key.utf8.count <= 200 else { throw RequestError.invalid("Idempotency-Key is too long") }
    return key
  }
}
