import Community
import HTTPTypes
import Hummingbird
import JSON
import Localization
import Screens
import Social

/// A request to the API, checked against its route's declaration.
struct APICall<Who: Sendable>: Sendable {
  /// The viewer, in the type that the route's `access` gives: `Viewer` on a route for members, `Viewer?` on a
  /// public one.
  let viewer: Who
  /// The parameters from query and body.
  let parameters: APIParameters
  /// The query of the address as sent; `nil` without one.
  let query: String?
  /// The server's public URL: `https://example.org`, without a slash at the end.
  let prefix: String
  let address: ClientAddress
  /// The client's language, from `Accept-Language`.
  let language: Language
  let headers: HTTPFields
  let path: Parameters
  let posts: EncodedPosts
  /// The reserved slot for an upload; `nil` if the route takes no files.
  let slot: UploadSlot?
  /// The limit that counts this request; `nil` if limits are off.
  let budget: RateLimiter.Verdict?
  /// The result of checking the request's signature; `nil` if it isn't signed.
  let signature: SignatureCheck?

  /// Returns the same call with another type of viewer.
  func made<Known>(by viewer: Known) -> APICall<Known> {
    APICall<Known>(
      viewer: viewer, parameters: parameters, query: query, prefix: prefix, address: address,
      language: language, headers: headers, path: path, posts: posts, slot: slot, budget: budget,
      signature: signature)
  }

  /// Parses an id in the path. If it isn't a number, the response is a 404.
  func identifier(_ name: String = "id") throws -> Int64 {
    guard let digits = path.get(name), digits.utf8.first != UInt8(ascii: "-"),
      let id = Int64(digits: Array(digits.utf8)[...])
    else { throw RequestError.recordNotFound }
    return id
  }

  /// Decodes a text in the path.
  func text(_ name: String) throws -> String {
    guard let text = path.get(name).flatMap({ percentDecoded($0) }), !text.utf8.contains(0) else {
      throw RequestError.recordNotFound
    }
    return text
  }

  /// Returns the cursor of the requested page.
  func cursor(default standard: Int = 20, maximum: Int = 40) throws -> Cursor {
    Cursor(
      maxID: try parameters.identifier("max_id"), sinceID: try parameters.identifier("since_id"),
      minID: try parameters.identifier("min_id"),
      limit: try parameters.limit(default: standard, maximum: maximum))
  }

  /// Returns the key that makes a post that is sent twice be published once; `nil` if the request has none.
  func idempotencyKey() throws -> String? {
    guard let key = headers[.idempotencyKey], !key.isEmpty else { return nil }
    guard key.utf8.count <= 200 else { throw RequestError.invalid("Idempotency-Key is too long") }
    return key
  }
}
