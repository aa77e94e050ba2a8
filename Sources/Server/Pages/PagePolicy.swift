import Contracts

/// The Content Security Policy of a page (CSP level 3).
enum PagePolicy {
  /// Another server's page reaches that server, and pictures wherever it keeps them.
  static func text(styleSource: String?, server: ServerAddress?) -> String {
    let style = styleSource.map { " " + $0 } ?? ""
    let images = server == nil ? "" : " https: http:"
    let connections = server.map { " https: http: " + $0.origin } ?? ""
    return [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'" + style,
      "img-src 'self' blob: data:" + images,
      "connect-src 'self'" + connections,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }
}
