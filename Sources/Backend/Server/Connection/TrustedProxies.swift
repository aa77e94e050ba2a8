import Contracts
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The reverse proxies that the operator has configured. Only their `X-Forwarded-For`, `X-Forwarded-Proto` and
/// `X-Forwarded-Host` are trusted.
public struct TrustedProxies: Sendable {
  let ranges: [AddressRange]
  /// True if the operator has named the proxies; otherwise they are the programs on this machine.
  let isNamed: Bool

  public static let loopback = TrustedProxies(ranges: [.loopback4, .loopback6], isNamed: false)

  public init(_ ranges: [AddressRange]) { self.init(ranges: ranges, isNamed: true) }

  private init(ranges: [AddressRange], isNamed: Bool) { (self.ranges, self.isNamed) = (ranges, isNamed) }

  func contains(_ address: NumericAddress) -> Bool { ranges.contains { $0.contains(address) } }

  /// Returns the address that a request comes from: the last one in the list that isn't a proxy's. Each proxy
  /// appends the address of its own client; everything before may be invented.
  ///
  /// - Parameter forwarded: The value of `X-Forwarded-For`.
  func client(of peer: NumericAddress?, forwarded: String?) -> NumericAddress? {
    guard peer.map(contains) ?? true, let forwarded else { return peer }
    var client = peer
    for entry in forwarded.split(separator: ",").reversed() {
      guard let address = NumericAddress(forwarded: entry) else { break }
      client = address
      guard contains(address) else { break }
    }
    return client
  }
}

/// The bytes of an IPv4 or IPv6 address, four or sixteen. An IPv4 address that a dual-stack socket writes as
/// `::ffff:192.0.2.1` (RFC 4291 section 2.5.5.2) becomes IPv4 again.
struct NumericAddress: Hashable, Sendable {
  let bytes: [UInt8]

  init?(_ text: String) {
    let withoutZone = text.prefix { $0 != "%" }
    guard let address = try? SocketAddress(ipAddress: String(withoutZone), port: 0) else { return nil }
    switch address {
    case .v4(let four):
      // `sockaddr_in` has the address after family and port.
      bytes = withUnsafeBytes(of: four.address) { Array($0.dropFirst(4).prefix(4)) }
    case .v6(let six):
      // `sockaddr_in6` has the address after family, port and flow label (RFC 3493 section 3.3).
      let all = withUnsafeBytes(of: six.address) { Array($0.dropFirst(8).prefix(16)) }
      let isMapped =
        all.prefix(10).allSatisfy { $0 == 0 } && all.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
      bytes = isMapped ? Array(all.suffix(4)) : all
    case .unixDomainSocket: return nil
    }
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
  }

  /// Parses an entry of `X-Forwarded-For`. Some proxies add the port and write IPv6 addresses in brackets
  /// then.
  init?(forwarded entry: Substring) {
    let text = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    if text.first == "[" {
      self.init(String(text.dropFirst().prefix { $0 != "]" }))
    } else if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
      self.init(String(text.prefix { $0 != ":" }))
    } else {
      self.init(String(text))
    }
  }

  /// The text under which limits count the address: an IPv4 address, or the /64 of an IPv6 address in 16
  /// hexadecimal digits.
  var counted: String {
    bytes.count == 4 ? bytes.map { "\($0)" }.joined(separator: ".") : hexadecimal(bytes.prefix(8))
  }
}

/// A range of addresses that begin with the same bits: `10.0.0.0/8`, `fd7a:115c:a1e0::/48` (RFC 4632, RFC
/// 4291 section 2.3).
public struct AddressRange: Equatable, Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  static let loopback4 = AddressRange(bytes: [127, 0, 0, 0], bits: 8)
  static let loopback6 = AddressRange(bytes: [UInt8](repeating: 0, count: 15) + [1], bits: 128)

  private init(bytes: [UInt8], bits: Int) { (self.bytes, self.bits) = (bytes, bits) }

  /// Parses a range or a single address.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let address = NumericAddress(String(parts[0])) else { return nil }
    bytes = address.bytes
    guard parts.count == 2 else {
      bits = 8 * bytes.count
      return
    }
    guard let bits = Int(parts[1]), 0...8 * bytes.count ~= bits else { return nil }
    self.bits = bits
  }

  func contains(_ address: NumericAddress) -> Bool {
    guard address.bytes.count == bytes.count else { return false }
    for (index, (mine, other)) in zip(bytes, address.bytes).enumerated() {
      let left = bits - 8 * index
      guard left > 0 else { return true }
      if (mine ^ other) >> UInt8(max(0, 8 - left)) != 0 { return false }
    }
    return true
  }
}

/// Removes the `X-Forwarded-…` fields of clients that aren't trusted proxies.
struct ForwardedFields: RouterMiddleware {
  typealias Context = ServerContext

  let proxies: TrustedProxies

  private static let names: [HTTPField.Name] = [.forwardedFor, .forwardedProto, .forwardedHost]

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let hasSome = Self.names.contains { request.headers.contains($0) }
    let peer = context.remoteAddress?.ipAddress.flatMap { NumericAddress($0) }
    // A peer without a network address is on this machine.
    guard hasSome, !(peer.map(proxies.contains) ?? true) else { return try await next(request, context) }
    context.logger.debug(
      "X-Forwarded-For is not believed: --trusted-proxy says of whom it is",
      metadata: ["peer": "\(context.remoteAddress?.ipAddress ?? "unknown")"])
    var head = request.head
    for name in Self.names { head.headerFields[name] = nil }
    return try await next(Request(head: head, body: request.body), context)
  }
}
