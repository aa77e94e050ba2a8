import Community
import HTTPTypes
import Hummingbird
import JSON
import Screens
import Social

/// One request to the API, checked as far as its route's declaration says.
struct APICall<Who: Sendable>: Sendable {
  /// As the route's `access` knows them: `Asker` on a route for members, `Asker?` on one for everybody.
  let asker: Who
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

  /// The same call, with what is known of who makes it.
  func made<Known>(by asker: Known) -> APICall<Known> {
    APICall<Known>(
      asker: asker, parameters: parameters, prefix: prefix, address: address, language: language, headers: headers,
      path: path, posts: posts, place: place)
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
