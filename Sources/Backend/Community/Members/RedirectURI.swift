/// The address to which a client's sign-in returns (RFC 6749 section 3.1.2; RFC 8252 for native clients).
public struct RedirectURI: Equatable, Hashable, Sendable {
  public let text: String

  /// Sends nothing: the page shows the code, which the member types into the client.
  public static let outOfBand = RedirectURI(trusted: "urn:ietf:wg:oauth:2.0:oob")

  public static let maxBytes = 2000

  private init(trusted text: String) { self.text = text }

  /// Fails if the text isn't absolute, has a fragment, or has a scheme that browsers don't open as an
  /// address.
  public init?(_ text: String) {
    guard 1...Self.maxBytes ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      !text.contains(where: { "\"<>\\^`{|}#".contains($0) }),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let first = scheme.utf8.first, 0x61...0x7A ~= first,
      scheme.utf8.allSatisfy({
        0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0)
      }), !Self.refused.contains(scheme)
    else { return nil }
    self.text = text
    if scheme == "http" || scheme == "https" { guard webOrigin != nil else { return nil } }
    if scheme == "urn" { guard self == .outOfBand else { return nil } }
  }

  private static let refused: Set = [
    "javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "view-source", "ws", "wss",
    "mailto",
    "tel", "sms",
  ]

  /// The scheme, host and port of `https://…`; `nil` for a native client's scheme.
  private var webOrigin: String? {
    let lowercase = text.lowercased()
    guard let prefix = ["https://", "http://"].first(where: { lowercase.hasPrefix($0) }) else { return nil }
    let authority = lowercase.dropFirst(prefix.count).prefix { $0 != "/" && $0 != "?" }
    return Self.isAuthority(authority) ? prefix + authority : nil
  }

  /// Returns true for a host name or IP address with an optional port (RFC 3986 section 3.2), in lower case.
  private static func isAuthority(_ text: Substring) -> Bool {
    let bytes = text.utf8
    let host: Substring.UTF8View
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = bytes[...end]
      let address = host.dropFirst().dropLast()
      guard address.count >= 2, address.contains(UInt8(ascii: ":")),
        address.allSatisfy({ 0x61...0x66 ~= $0 || 0x30...0x39 ~= $0 || ":.".utf8.contains($0) })
      else { return false }
    } else {
      host = bytes.prefix { $0 != UInt8(ascii: ":") }
      guard !host.isEmpty,
        host.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "-._".utf8.contains($0) })
      else { return false }
    }
    let rest = bytes[host.endIndex...]
    guard !rest.isEmpty else { return true }
    let port = rest.dropFirst()
    guard rest.first == UInt8(ascii: ":"), port.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
    return port.count <= 5
      && Int(String(decoding: Array(port), as: UTF8.self)).map { $0 <= 65_535 } ?? port.isEmpty
  }

  /// Returns true if a client that registered this address may be redirected to the other one. They must be
  /// equal, except for the port of a loopback address, which the system assigns at each start (RFC 8252
  /// section 7.3).
  func admits(_ other: RedirectURI) -> Bool {
    if self == other { return true }
    guard let (mine, theirs) = Self.both(loopback, other.loopback) else { return false }
    return mine == theirs
  }

  private static func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
    first.flatMap { first in second.map { (first, $0) } }
  }

  /// The address without its port: `http://127.0.0.1/path` for `http://127.0.0.1:50123/path`; `nil` for other
  /// hosts. Host names don't count, because they may lead anywhere.
  private var loopback: String? {
    let hosts = ["http://127.0.0.1", "http://[::1]"]
    guard let host = hosts.first(where: { text.hasPrefix($0) }) else { return nil }
    let rest = text.dropFirst(host.count)
    guard let first = rest.first else { return host }
    guard first == ":" else { return first == "/" || first == "?" ? host + rest : nil }
    let port = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(port), 1...65_535 ~= number else { return nil }
    let behind = rest.dropFirst(1 + port.count)
    guard behind.isEmpty || behind.first == "/" || behind.first == "?" else { return nil }
    return host + behind
  }

  /// The source that a page's `form-action` must allow for this address (CSP3 section 6.4.1); `nil` if it
  /// needs none.
  public var formAction: String? {
    guard self != .outOfBand else { return nil }
    return webOrigin ?? text.prefix { $0 != ":" }.lowercased() + ":"
  }

  /// Returns the address with more parameters in its query, in that order.
  public func with(_ parameters: [(name: String, value: String)]) -> String {
    var result = text
    for (name, value) in parameters {
      result += result.contains("?") ? (result.hasSuffix("?") || result.hasSuffix("&") ? "" : "&") : "?"
      result += name + "=" + Self.escaped(value)
    }
    return result
  }

  /// Escapes everything except unreserved characters (RFC 3986 section 2.3).
  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: escaped.append(byte)
      default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
