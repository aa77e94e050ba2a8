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

  /// - Parameter isBehindProxy: requests come from a reverse proxy of the operator's, on this machine or in a private
  ///   network, which appends who asked to `X-Forwarded-For`.
  init(of request: Request, _ context: ServerContext, isBehindProxy: Bool) {
    let peer = context.remoteAddress?.ipAddress.flatMap(Self.unmapped)
    if isBehindProxy, peer.map(Self.isPrivate) ?? false,
      let last = request.headers[.forwardedFor]?.split(separator: ",").last?.drop(while: { $0 == " " }),
      let network = Self.network(of: String(last))
    {
      text = network
    } else {
      text = peer.flatMap(Self.network) ?? "unknown"
    }
  }

  /// What a connection from there is counted as; nil: not at all, as it is the proxy's.
  static func counted(_ peer: SocketAddress, isBehindProxy: Bool) -> String? {
    guard let text = peer.ipAddress.flatMap(unmapped), !(isBehindProxy && isPrivate(text)) else { return nil }
    return network(of: text)
  }

  /// An IPv4 address that a socket for both kinds writes as `::ffff:192.0.2.1` (RFC 4291 section 2.5.5.2), as itself.
  private static func unmapped(_ text: String) -> String? {
    text.lowercased().hasPrefix("::ffff:") ? network(of: text) : text
  }

  /// nil if it is no address.
  private static func network(of text: String) -> String? {
    guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
    guard case .v6(let six) = address else { return address.ipAddress }
    // `sockaddr_in6` has the address behind family, port and flow label (RFC 3493 section 3.3).
    let bytes = withUnsafeBytes(of: six.address) { Array($0.dropFirst(8).prefix(16)) }
    guard bytes.count == 16 else { return nil }
    // ::ffff:a.b.c.d, an IPv4 address (RFC 4291 section 2.5.5.2).
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return bytes.dropFirst(12).map { "\($0)" }.joined(separator: ".")
    }
    return hexadecimal(bytes.prefix(8))
  }

  /// Of this machine or of a private network (RFC 1918, RFC 4193).
  private static func isPrivate(_ address: String) -> Bool {
    let parts = address.split(separator: ".")
    if parts.count == 4 {
      return parts[0] == "127" || parts[0] == "10" || (parts[0] == "192" && parts[1] == "168")
        || (parts[0] == "172" && Int(parts[1]).map { 16...31 ~= $0 } ?? false)
    }
    return address == "::1" || address.hasPrefix("fc") || address.hasPrefix("fd")
  }
}
