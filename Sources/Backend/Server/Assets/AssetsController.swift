import HTTPTypes
import Hummingbird

/// Serves the app's files, each at the URL from the build.
struct AssetsController: Sendable {
  let assets: Assets

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    for (url, response) in assets.responses where !Self.isTaken(url) {
      let manifest = url == WebManifest.url ? WebManifest(response) : nil
      router.get(RouterPath(url)) { request, _ in
        manifest?.response(to: request) ?? response.response(to: request)
      }
    }
  }

  /// Returns true for paths that the server handles itself, and for names that the router would read as a
  /// pattern.
  private static func isTaken(_ url: String) -> Bool {
    let first = url.split(separator: "/").first ?? ""
    return ["", "user", "media", "moments", "settings", "health"].contains(first)
      || url.contains { ":*{}".contains($0) }
  }
}
