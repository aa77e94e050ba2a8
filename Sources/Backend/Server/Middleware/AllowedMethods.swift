import Hummingbird
import Synchronization

/// The methods of each path, for 405 and its `Allow` (RFC 9110 section 15.5.6).
///
/// It is filled from the router after all routes were added. The middleware exists before that.
final class AllowedMethods: Sendable {
  private struct Route {
    let segments: [String]
    let methods: [String]

    var wildcards: Int { segments.count { $0.hasPrefix(":") || $0.contains("{") } }
  }

  private let routes = Mutex<[Route]>([])

  func fill(from router: Router<ServerContext>) {
    var methods: [String: [String]] = [:]
    for route in router.routes { methods[route.path.description, default: []].append(route.method.rawValue) }
    let routes = methods.map { path, methods in
      let head = methods.contains("GET") ? ["HEAD"] : []
      return Route(segments: Self.segments(path), methods: Set(methods + head).sorted())
    }
    // Fixed paths come first: `/accounts/search` isn't an account's id.
    let ordered = routes.sorted { $0.wildcards < $1.wildcards }
    self.routes.withLock { $0 = ordered }
  }

  /// Returns the value of `Allow`; `nil` if the path doesn't exist.
  func allowed(on path: String) -> String? {
    let segments = Self.segments(path)
    return routes.withLock { routes in
      routes.first { Self.matches($0.segments, segments) }?.methods.joined(separator: ", ")
    }
  }

  private static func segments(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }

  private static func matches(_ pattern: [String], _ segments: [String]) -> Bool {
    pattern.count == segments.count
      && zip(pattern, segments).allSatisfy { $0 == $1 || $0.hasPrefix(":") || fits($0, $1) }
  }

  /// Matches a segment with a pattern: `@ada` fits `@{first}`.
  private static func fits(_ pattern: String, _ segment: String) -> Bool {
    guard let start = pattern.firstIndex(of: "{"), let end = pattern.lastIndex(of: "}") else { return false }
    let (before, after) = (pattern[..<start], pattern[pattern.index(after: end)...])
    return segment.utf8.count > before.utf8.count + after.utf8.count && segment.hasPrefix(before)
      && segment.hasSuffix(after)
  }
}
