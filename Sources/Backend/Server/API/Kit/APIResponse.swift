import Community
import HTTPTypes
import JSON
import Social

/// The response of a route: JSON and, for lists, the cursors of the neighbouring pages.
struct APIResponse: Sendable {
  /// The cursors for the `Link` field (rule 17).
  struct Pages: Equatable, Sendable {
    /// `max_id` of the next page.
    let older: Int64?
    /// `min_id` of the previous page.
    let newer: Int64?
  }

  /// The status; `nil` for the route's declared one.
  var status: HTTPResponse.Status?
  var body: [UInt8]
  var fields: HTTPFields = [:]
  var pages: Pages?

  /// The empty object, `{}`.
  static let empty = APIResponse.json { writer in writer.object { _ in } }

  /// The empty list, `[]`.
  static let emptyList = APIResponse.json { writer in writer.array { _ in } }

  static func json(status: HTTPResponse.Status? = nil, _ write: (inout JSONWriter) throws -> Void) rethrows
    -> APIResponse
  {
    var writer = JSONWriter(reservingCapacity: 4096)
    try write(&writer)
    return APIResponse(status: status, body: writer.bytes)
  }

  /// - Parameter bytesEach: The bytes that are reserved for an item: enough for most posts, so that the written
  ///   bytes aren't copied again and again.
  static func list<Item>(
    _ items: [Item], bytesEach: Int = 2048, _ write: (inout JSONWriter, Item) -> Void
  ) -> APIResponse {
    var writer = JSONWriter(reservingCapacity: 512 + bytesEach * items.count)
    writer.array(items, write)
    return APIResponse(body: writer.bytes)
  }

  /// Encodes a page of a list, with links to its neighbours.
  static func page<Item>(_ page: ListPage<Item>, _ write: (inout JSONWriter, Item) -> Void) -> APIResponse {
    var response = list(page.items, write)
    response.pages = Pages(older: page.older, newer: page.newer)
    return response
  }
}

extension APIResponse.Pages {
  /// Returns the value of `Link` (RFC 8288), the request's own URL with other cursors; `nil` without a
  /// cursor.
  func link(url: String, query: String?) -> String? {
    var preserved = ""
    for pair in query?.split(separator: "&") ?? [] {
      let name = pair.prefix { $0 != "=" }
      guard name != "max_id", name != "min_id", name != "since_id",
        !pair.contains(where: { $0 == ">" || $0 == "<" })
      else { continue }
      preserved += pair + "&"
    }
    var links: [String] = []
    if let older { links.append("<\(url)?\(preserved)max_id=\(older)>; rel=\"next\"") }
    if let newer { links.append("<\(url)?\(preserved)min_id=\(newer)>; rel=\"prev\"") }
    return links.isEmpty ? nil : links.joined(separator: ", ")
  }
}
