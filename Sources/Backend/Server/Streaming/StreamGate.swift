import Community
import HTTPTypes
import Hummingbird
import NIOCore

/// The checks of a request for streams. Every stream needs a member's token, also a public one.
struct StreamGate: Sendable {
  let base: PublicBase
  let limiter: RateLimiter
  let authenticate: @Sendable (_ token: String) async throws -> TokenAccess?

  /// Checks the token: of the header field, else of the query, else of the WebSocket's subprotocol.
  ///
  /// - Throws: `RequestError`.
  func admit(
    _ request: Request, peer: SocketAddress?, subprotocol: String? = nil
  ) async throws -> StreamAccess {
    guard let prefix = base.text(for: base.source(of: request)) else { throw RequestError.badHost }
    let address = ClientAddress(
      peer: peer, forwarded: request.headers[.forwardedFor], behind: base.proxies)
    let token =
      APIGate.bearer(request.headers[.authorization])
      ?? queryValue("access_token", in: request.uri.query) ?? subprotocol
    guard let token, let access = try await authenticate(token) else {
      try count(.address(address))
      throw RequestError.invalidToken
    }
    // A client's own token names no member.
    guard let viewer = access.viewer else { throw RequestError.invalidToken }
    try count(.account(viewer.account))
    return StreamAccess(viewer: viewer, token: access, prefix: prefix, address: address)
  }

  private func count(_ subject: RateLimiter.Subject) throws(RequestError) {
    guard let verdict = limiter.count(.general, by: subject), !verdict.isAllowed else { return }
    var refusal = RequestError.tooManyRequests
    refusal.retryAfter = Int(verdict.secondsLeft)
    throw refusal
  }
}
