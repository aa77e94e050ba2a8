/// Where people are sent back to when they have signed in (RFC 6749 section 3.1.2; RFC 8252 for native programs).
public struct RedirectURI: Equatable, Hashable, Sendable {
  public let text: String

  /// Nothing is sent: the page shows the code, to be typed in by hand.
  public static let outOfBand = RedirectURI(trusted: "urn:ietf:wg:oauth:2.0:oob")

  public static let maximumBytes = 2000

  private init(trusted text: String) { self.text = text }

  /// nil if it is not absolute, has a fragment, or a scheme with which a browser does something else than go there.
  public init?(_ text: String) {
    guard 1...Self.maximumBytes ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      !text.contains(where: { "\"<>\\^`{|}#".contains($0) }), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
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
    "javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "view-source", "ws", "wss", "mailto",
    "tel", "sms",
  ]

  /// Of `https://…`: scheme, host and port; nil for a native program's scheme.
  private var webOrigin: String? {
    let lowercase = text.lowercased()
    guard let prefix = ["https://", "http://"].first(where: { lowercase.hasPrefix($0) }) else { return nil }
    let authority = lowercase.dropFirst(prefix.count).prefix { $0 != "/" && $0 != "?" }
    return Self.isAuthority(authority) ? prefix + authority : nil
  }

  /// A name or an address with an optional port (RFC 3986 section 3.2), in small letters.
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
    return port.count <= 5 && Int(String(decoding: Array(port), as: UTF8.self)).map { $0 <= 65_535 } ?? port.isEmpty
  }

  /// Whether a program that registered this one may be sent to the other: the same, and for a program on the reader's own
  /// machine with any port, as the system gives it one when it starts (RFC 8252 section 7.3).
  func admits(_ other: RedirectURI) -> Bool {
    if self == other { return true }
    guard let (mine, theirs) = Self.both(loopback, other.loopback) else { return false }
    return mine == theirs
  }

  private static func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
    first.flatMap { first in second.map { (first, $0) } }
  }

  /// `http://127.0.0.1/path` of `http://127.0.0.1:50123/path`; nil if it leads elsewhere. A name may lead anywhere.
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

  /// What a page's `form-action` must let through for it (CSP3 section 6.4.1); nil: nothing.
  public var formAction: String? {
    guard self != .outOfBand else { return nil }
    return webOrigin ?? text.prefix { $0 != ":" }.lowercased() + ":"
  }

  /// With some more parameters in its query, in that order.
  public func with(_ parameters: [(name: String, value: String)]) -> String {
    var result = text
    for (name, value) in parameters {
      result += result.contains("?") ? (result.hasSuffix("?") || result.hasSuffix("&") ? "" : "&") : "?"
      result += name + "=" + Self.escaped(value)
    }
    return result
  }

  /// RFC 3986 section 2.3: unreserved letters stay.
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
