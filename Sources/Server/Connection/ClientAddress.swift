import Contracts
import HTTPTypes
import Hummingbird
import NIOCore

/// Where a client is, as far as limits go: an IPv4 address, or the /64 network of an IPv6 address, as one household
/// or machine has at least all addresses of that (RFC 6177).
struct ClientAddress: Hashable, Sendable {
  let text: String

  /// As another process wrote it.
  init(told text: String) { self.text = text }

  init(of request: Request, _ context: ServerContext, behind proxies: TrustedProxies) {
    let peer = context.remoteAddress?.ipAddress.flatMap { NumericAddress($0) }
    text = proxies.client(of: peer, forwarded: request.headers[.forwardedFor])?.counted ?? "unknown"
  }

  /// The /48 of an IPv6 address, as its owner has 65,536 networks of what counts as one address (RFC 6177).
  var network: ClientAddress? {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else { return nil }
    return ClientAddress(told: String(text.prefix(12)))
  }

  /// What a connection from there is counted as; nil: not at all, as it is a proxy's.
  static func counted(_ peer: SocketAddress, behind proxies: TrustedProxies?) -> String? {
    guard let address = peer.ipAddress.flatMap({ NumericAddress($0) }), !(proxies?.contains(address) ?? false) else {
      return nil
    }
    return address.counted
  }
}
