/// The Content Security Policy of a page (CSP level 3).
enum PagePolicy {
  /// Returns the policy. It allows other servers, because people also read and sign in there, and those store
  /// their pictures anywhere. A page over https reaches only https.
  ///
  /// - Parameter isSecure: True if the page itself comes over https.
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
