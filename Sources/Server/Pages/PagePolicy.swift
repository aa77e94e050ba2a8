/// The Content Security Policy of a page (CSP level 3).
enum PagePolicy {
  /// People read and sign in on other servers as well, each of which keeps its pictures where it wants. A page that
  /// came encrypted reaches encrypted ones only; `isSecure` is about the page.
  static func text(styleSource: String?, isSecure: Bool) -> String {
    let style = styleSource.map { " " + $0 } ?? ""
    let others = isSecure ? " https:" : " https: http:"
    return [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'" + style,
      "img-src 'self' blob: data:" + others,
      "connect-src 'self'" + others,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }
}
