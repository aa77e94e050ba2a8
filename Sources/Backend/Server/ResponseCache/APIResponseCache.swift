import Community
import HTTPTypes
import Hummingbird
import NIOCore
import Social
import Synchronization

/// The cache of encoded responses of the API's reading routes, each for one viewer until the data changes.
///
/// A mute ends without a change of the data, so nothing is cached for longer than a minute.
struct APIResponseCache: Sendable {
  let cache: ResponseCache
  let now: @Sendable () -> Timestamp
  private let tags = EntityTagSequence()

  init(cache: ResponseCache, now: @escaping @Sendable () -> Timestamp) {
    self.cache = cache
    self.now = now
  }

  func response(
    to request: Request, viewer: Viewer?, base: PublicBase.Source, queue: ViewerQueue?,
    make: @escaping @Sendable () async throws -> APIResponse,
    fields: @escaping @Sendable (APIResponse) -> HTTPFields
  ) async throws -> CacheableResponse {
    let isPacked = ContentCoding.preferred(by: request.headers[.acceptEncoding], among: [.gzip]) == .gzip
    let who = viewer.map { "\($0.account)" } ?? ""
    let key = ResponseCache.Key(
      path: request.uri.path, base: base,
      variant: "\(who) \(isPacked ? "gzip" : "") \(now().milliseconds / 60_000) \(request.uri.query ?? "")")
    return try await cache.response(key, queue: queue) {
      let response = try await make()
      let body = ByteBuffer(bytes: response.body)
      let (responseFields, tag) = (fields(response), tags.next())
      // Timelines change often, so thorough compression would cost more time than it saves.
      return isPacked
        ? .text(body, fields: responseFields, tag: tag, effort: .quick)
        : CacheableResponse(body: body, fields: responseFields, tag: tag)
    }
  }
}

extension Request {
  /// The request without those parameters of its query that the route doesn't know.
  ///
  /// They would make a response of its own out of each request, and its `Link` field would name them to
  /// others.
  func withQuery(of route: RouteDeclaration) -> Request {
    guard let query = uri.query else { return self }
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
    let known = pairs.filter { route.knows(pair: $0) }
    // A query that can't be read is refused as a whole.
    var tree = FormTree()
    guard known.count < pairs.count, (try? tree.add(urlencoded: query)) != nil else { return self }
    var head = head
    head.path = uri.path + (known.isEmpty ? "" : "?" + known.joined(separator: "&"))
    return Request(head: head, body: body)
  }
}

extension RouteDeclaration {
  /// - Parameter pair: `limit=5`, `id[]=7`.
  fileprivate func knows(pair: Substring) -> Bool {
    let name = percentDecoded(pair.prefix { $0 != "=" }, plusIsSpace: true)?.prefix { $0 != "[" }
    return parameters.contains { name?[...] == $0.name[...] }
  }
}

/// Makes the entity tags of responses. A response that was made again has another tag, even with the same
/// bytes: clients don't store these responses (`no-store`), and a digest would take a tenth of the time that
/// making one takes.
private final class EntityTagSequence: Sendable {
  /// A random start, because other processes and earlier starts count their own responses.
  private let start = String(UInt64.random(in: .min ... .max), radix: 36)
  private let count = Atomic<UInt64>(0)

  func next() -> EntityTag {
    EntityTag(opaque: start + "." + String(count.wrappingAdd(1, ordering: .relaxed).newValue, radix: 36))
  }
}
