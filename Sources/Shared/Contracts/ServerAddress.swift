/// The base URL of a server with one of the contracts, as typed or as part of a link.
///
/// Source: RFC 3986, of which only the parts of a base URL are accepted: `http` or `https`, a host with an
/// optional port, a path; no user, query or fragment.
public struct ServerAddress: Equatable, Hashable, Sendable {
  /// `https://example.org:8443`, without a slash at the end.
  public let origin: String
  /// Empty, or a path that begins with a slash and doesn't end with one.
  public let path: String

  public var text: String { origin + path }

  /// The maximum length of an address, in bytes.
  public static let maxLength = 512

  /// Parses addresses such as `example.org` and `http://localhost:3000/api/`. The default scheme is `https`,
  /// for names of the own machine `http`.
  public init?(_ typed: String) {
    var bytes = Array(typed.utf8)
    while let last = bytes.last, last == 0x20 || last == 0x0A { bytes.removeLast() }
    while bytes.first == 0x20 { bytes.removeFirst() }
    guard !bytes.isEmpty, bytes.count <= Self.maxLength else { return nil }
    let scheme: String
    if let rest = Self.remainder(of: bytes, after: "https://") {
      scheme = "https://"
      bytes = rest
    } else if let rest = Self.remainder(of: bytes, after: "http://") {
      scheme = "http://"
      bytes = rest
    } else {
      scheme = Self.namesOwnMachine(bytes) ? "http://" : "https://"
    }
    let slash = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    guard let host = Self.authority(bytes[..<slash]), let path = Self.path(bytes[slash...]) else {
      return nil
    }
    origin = scheme + host
    self.path = path
  }

  /// Returns the absolute URL of a reference in this server's responses; `nil` unless it is http or https. It
  /// follows RFC 3986 section 5.2 without the removal of dot segments, which browsers do.
  public func resolve(_ reference: String) -> String? {
    let bytes = Array(reference.utf8)
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    if Self.remainder(of: bytes, after: "https://") != nil
      || Self.remainder(of: bytes, after: "http://") != nil
    {
      return reference
    }
    if Self.remainder(of: bytes, after: "//") != nil {
      return (Self.remainder(of: Array(origin.utf8), after: "https:") != nil ? "https:" : "http:") + reference
    }
    if bytes[0] == UInt8(ascii: "/") { return origin + reference }
    for byte in bytes {
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
      if byte == UInt8(ascii: ":") { return nil }
    }
    return origin + path + "/" + reference
  }

  /// Returns true for a complete `http` or `https` URL.
  static func isURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let rest = remainder(of: bytes, after: "https://") ?? remainder(of: bytes, after: "http://") ?? []
    return !rest.isEmpty && rest[0] != UInt8(ascii: "/") && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// Returns `https://example.org` from a complete URL; otherwise an empty text.
  static func origin(of url: String) -> String {
    let host = host(of: url)
    if host.isEmpty { return "" }
    return (remainder(of: Array(url.utf8), after: "https://") == nil ? "http://" : "https://") + host
  }

  /// Returns `example.org` from a complete URL; otherwise an empty text.
  public static func host(of url: String) -> String {
    let bytes = Array(url.utf8)
    let rest = remainder(of: bytes, after: "https://") ?? remainder(of: bytes, after: "http://") ?? []
    let end = rest.firstIndex {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    return String(decoding: rest[..<(end ?? rest.count)], as: UTF8.self)
  }

  static func remainder(of bytes: [UInt8], after prefix: StaticString) -> [UInt8]? {
    guard bytes.count >= prefix.utf8CodeUnitCount else { return nil }
    for index in 0..<prefix.utf8CodeUnitCount {
      let byte = bytes[index]
      let lowercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      guard lowercase == prefix.utf8Start[index] else { return nil }
    }
    return Array(bytes[prefix.utf8CodeUnitCount...])
  }

  /// Returns true for `localhost` or `127.0.0.1` with any port or path.
  private static func namesOwnMachine(_ bytes: [UInt8]) -> Bool {
    guard let rest = remainder(of: bytes, after: "localhost") ?? remainder(of: bytes, after: "127.0.0.1")
    else {
      return false
    }
    return rest.isEmpty || rest[0] == UInt8(ascii: ":") || rest[0] == UInt8(ascii: "/")
  }

  /// Parses host and port; non-ASCII names must be in their `xn--` form.
  private static func authority(_ bytes: ArraySlice<UInt8>) -> String? {
    let isLiteral = bytes.first == UInt8(ascii: "[")
    let host = bytes.prefix { $0 != UInt8(ascii: isLiteral ? "]" : ":") }
    var port = bytes[host.endIndex...]
    if isLiteral, port.popFirst() == nil { return nil }
    guard host.count > (isLiteral ? 1 : 0), host.first != UInt8(ascii: "."), isPort(port) else { return nil }
    for byte in isLiteral ? host.dropFirst() : host {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        continue
      case UInt8(ascii: ":") where isLiteral: continue
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Accepts an empty text, or a colon and up to five digits.
  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.isEmpty
      || 2...6 ~= bytes.count && bytes.first == UInt8(ascii: ":")
        && bytes.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
  }

  private static func path(_ bytes: ArraySlice<UInt8>) -> String? {
    var bytes = bytes
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    for byte in bytes {
      guard byte > 0x20, byte < 0x7F else { return nil }
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "'"):
        return nil
      default: continue
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ServerAddress {
  /// The host and port, as people name the server.
  public var host: String {
    let bytes = Array(origin.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1
    return String(decoding: bytes[(slash + 1)...], as: UTF8.self)
  }
}

extension ServerAddress {
  /// The address without its path.
  public var root: ServerAddress { ServerAddress(origin) ?? self }

  /// True if the server's responses are encrypted.
  public var isSecure: Bool { Array(origin.utf8).starts(with: Array("https:".utf8)) }
}
