import HTTPTypes

/// The header fields of one of the app's files.
enum AssetFields {
  /// The policy of files. A service worker's own policy applies to everything that it fetches (CSP3 section
  /// 4.1), so it must allow any server that the app connects to.
  static let policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https: http:; frame-ancestors 'none'"

  static func fields(for file: AssetManifest.File) -> HTTPFields {
    var fields: HTTPFields = [
      .contentType: isText(file.type) && !file.type.contains("charset")
        ? file.type + "; charset=utf-8" : file.type,
      .cacheControl: file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
      .contentSecurityPolicy: policy,
    ]
    if file.url == "/sw.js" { fields[.serviceWorkerAllowed] = "/" }
    return fields
  }

  static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasPrefix("application/json")
      || type.hasPrefix("application/manifest+json")
      || type.hasPrefix("application/javascript") || type.hasPrefix("image/svg+xml")
  }
}
