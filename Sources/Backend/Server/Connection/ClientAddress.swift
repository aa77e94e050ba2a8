import Contracts
import HTTPTypes
import Hummingbird
import NIOCore

/// A client's address for limits: an IPv4 address, or the /64 network of an IPv6 address. A household or
/// machine owns at least all addresses of a /64 (RFC 6177).
struct ClientAddress: Hashable, Sendable {
  let text: String

  /// Takes over the text that another process wrote.
  init(text: String) { self.text = text }

  init(of request: Request, _ context: ServerContext, behind proxies: TrustedProxies) {
    self.init(
      peer: context.remoteAddress, forwarded: request.headers[.forwardedFor], behind: proxies)
  }

  /// - Parameter forwarded: `X-Forwarded-For`.
  init(peer: SocketAddress?, forwarded: String?, behind proxies: TrustedProxies) {
    let peer = peer?.ipAddress.flatMap { NumericAddress($0) }
    text = proxies.client(of: peer, forwarded: forwarded)?.counted ?? "unknown"
  }

  /// The /48 network of an IPv6 address; its owner has 65,536 networks of the size that counts as one address
  /// (RFC 6177).
  var network: ClientAddress? {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
      return nil
    }
    return ClientAddress(text: String(text.prefix(12)))
  }

  /// Returns the text under which a connection is counted; `nil` if it isn't counted, because it is a
  /// proxy's.
  static func counted(_ peer: SocketAddress, behind proxies: TrustedProxies?) -> String? {
    guard let address = peer.ipAddress.flatMap({ NumericAddress($0) }), !(proxies?.contains(address) ?? false)
    else {
      return nil
    }
    return address.counted
  }
}
