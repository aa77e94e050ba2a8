import Contracts
import HTTPTypes
import Hummingbird

/// The server's public URL, which is put before the URLs in the API's responses.
struct PublicBase: Sendable {
  /// The URL that the operator has set (`--public-url`); `nil` to take it from each request.
  let configured: ServerAddress?
  /// The proxies whose information about client and protocol is trusted.
  var proxies = TrustedProxies.loopback

  var isSecure: Bool { configured?.origin.utf8.starts(with: "https://".utf8) ?? false }

  /// The parts of a request that determine its base; cheap to make and to compare.
  struct Source: Hashable, Sendable {
    let host: String
    let isSecure: Bool
  }

  func source(of request: Request) -> Source {
    guard configured == nil else { return Source(host: "", isSecure: isSecure) }
    return Source(
      host: request.head.authority ?? "", isSecure: Self.isSecure(request.headers[.forwardedProto]))
  }

  /// Returns true if the client uses https. The first of several proxies is the one that the client is
  /// connected to.
  private static func isSecure(_ protocols: String?) -> Bool {
    let first = protocols?.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
    return first?.lowercased() == "https"
  }

  /// Returns `https://example.org:8443`; `nil` if the request's Host isn't valid.
  func text(for source: Source) -> String? {
    if let configured { return configured.text }
    guard Self.isHost(source.host) else { return nil }
    return (source.isSecure ? "https://" : "http://") + source.host
  }

  /// Accepts a name, an IPv4 or a bracketed IPv6 address, with an optional port. It follows RFC 3986 section
  /// 3.2.2 without percent-encoding and sub-delimiters, which no real host name has.
  static func isHost(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 255 else { return false }
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = rest[rest.index(after: rest.startIndex)..<end]
      guard address.count >= 2, address.allSatisfy({ $0.isHexadecimalDigit || $0 == 0x3A || $0 == 0x2E })
      else {
        return false
      }
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let name = rest[..<end]
      guard let first = name.first, first != 0x2E, first != 0x2D,
        name.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
      else { return false }
      rest = rest[end...]
    }
    guard let colon = rest.first else { return true }
    let port = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), 1...5 ~= port.count, port.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return false
    }
    return Int(String(decoding: Array(port), as: UTF8.self)).map { 1...65_535 ~= $0 } ?? false
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self
  }

  fileprivate var isHexadecimalDigit: Bool {
    0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self
  }
}
