import Social

/// An address of a server, an account or a post as people copy it: `@ann@example.org` or the URL of a page,
/// possibly with capitals, non-ASCII letters or surrounding white space.
public struct PastedAddress: Equatable, Sendable {
  /// `https://` or `http://`; empty if the text has no scheme.
  private let scheme: String
  /// The host in lower case and in ASCII (RFC 3492), with its port.
  public let host: String
  /// The username of a handle; empty if the text isn't a handle.
  public let username: String
  /// The path after the host, without a slash at either end.
  private let path: [UInt8]

  /// Parses a text that contains a host.
  public init?(_ text: String) {
    var bytes = Self.trimmed(Array(text.utf8))
    guard bytes.count <= ServerAddress.maxLength, !bytes.contains(where: { $0 <= 0x20 }) else { return nil }
    if let rest = Self.rest(of: bytes, after: "acct:") { bytes = rest }
    var scheme = ""
    if let rest = Self.rest(of: bytes, after: "https://") {
      (scheme, bytes) = ("https://", rest)
    } else if let rest = Self.rest(of: bytes, after: "http://") {
      (scheme, bytes) = ("http://", rest)
    }
    let end = bytes.firstIndex {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    var authority = bytes[..<(end ?? bytes.count)]
    var username: ArraySlice<UInt8> = []
    if scheme.isEmpty, let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      username = authority[..<at]
      authority = authority[(at + 1)...]
      if username.first == UInt8(ascii: "@") { username.removeFirst() }
      guard at == 0 || !username.isEmpty, !username.contains(UInt8(ascii: "@")) else { return nil }
    }
    guard let host = Self.host(authority) else { return nil }
    self.scheme = scheme
    self.host = host
    self.username = String(decoding: username, as: UTF8.self)
    var path = bytes[(end ?? bytes.count)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while path.first == UInt8(ascii: "/") { path.removeFirst() }
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = Array(path)
  }

  /// True if the text clearly is an address, and not just words.
  public var isPlain: Bool { !scheme.isEmpty || person != nil }

  /// True if the text has a scheme.
  public var isURL: Bool { !scheme.isEmpty }

  /// The server of the address. The path of a person's or post's page is dropped; any other path is part of
  /// the server's address.
  public var server: ServerAddress? {
    let isPage =
      path.first == UInt8(ascii: "@")
      || Self.pages.contains { page in
        Self.rest(of: path, after: page).map { $0.isEmpty || $0[0] == UInt8(ascii: "/") } ?? false
      }
    // Public servers use https. Page addresses with http are old ones.
    let start = scheme == "http://" && isPublic ? "https://" : scheme
    let rest = isPage || !username.isEmpty ? "" : "/" + String(decoding: path, as: UTF8.self)
    return ServerAddress(start + host + rest)
  }

  /// The first path segments of pages on servers of the Mastodon API.
  private static let pages: [StaticString] = [
    "users", "u", "p", "web", "about", "explore", "public", "home", "deck", "auth", "settings", "notes",
    "notice",
    "objects", "statuses", "tags", "notifications",
  ]

  /// The username on that host, from a handle or from the paths `@ann` and `users/ann`.
  public var person: String? {
    if !username.isEmpty { return username }
    let parts = path.split(separator: UInt8(ascii: "/"))
    guard let first = parts.first else { return nil }
    if first.first == UInt8(ascii: "@"), first.count > 1 {
      return String(decoding: first.dropFirst(), as: UTF8.self)
    }
    return parts.count > 1 && first.elementsEqual(Array("users".utf8))
      ? String(decoding: parts[1], as: UTF8.self) : nil
  }

  /// The id of a post on that host: `@ann/123` and `users/ann/statuses/123`.
  public var post: String? {
    let parts = path.split(separator: UInt8(ascii: "/"))
    guard person != nil, username.isEmpty, let last = parts.last, last.allSatisfy({ 0x30...0x39 ~= $0 }),
      parts.count == (parts[0].first == UInt8(ascii: "@") ? 2 : 4)
    else { return nil }
    return String(decoding: last, as: UTF8.self)
  }

  /// True if the host has no port and is neither an IP address nor a name in a home network.
  private var isPublic: Bool {
    let bytes = Array(host.utf8)
    let labels = bytes.split(separator: UInt8(ascii: "."))
    guard labels.count > 1, !bytes.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") }),
      let last = labels.last, last.contains(where: { !(0x30...0x39 ~= $0) })
    else { return false }
    return !["local", "lan", "internal", "localhost", "test", "arpa"].contains {
      last.elementsEqual(Array($0.utf8))
    }
  }

  /// Removes white space and invisible characters at both ends, and dots and slashes at the end.
  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    var bytes = text[...]
    // No-break space, ideographic space, zero-width space, left-to-right and right-to-left mark, byte order
    // mark.
    let others: [[UInt8]] = [
      [0xC2, 0xA0], [0xE3, 0x80, 0x80], [0xE2, 0x80, 0x8B], [0xE2, 0x80, 0x8E], [0xE2, 0x80, 0x8F],
      [0xEF, 0xBB, 0xBF],
    ]
    while let first = bytes.first {
      if first <= 0x20 {
        bytes.removeFirst()
      } else if let other = others.first(where: { bytes.starts(with: $0) }) {
        bytes.removeFirst(other.count)
      } else {
        break
      }
    }
    while let last = bytes.last {
      if last <= 0x20 || last == UInt8(ascii: "/") || last == UInt8(ascii: ".") {
        bytes.removeLast()
      } else if let other = others.first(where: { bytes.suffix($0.count).elementsEqual($0) }) {
        bytes.removeLast(other.count)
      } else {
        break
      }
    }
    return Array(bytes)
  }

  private static func rest(of bytes: [UInt8], after prefix: StaticString) -> [UInt8]? {
    ServerAddress.remainder(of: bytes, after: prefix)
  }

  private static func host(_ authority: ArraySlice<UInt8>) -> String? {
    var authority = authority
    while authority.last == UInt8(ascii: ".") { authority.removeLast() }
    guard let first = authority.first else { return nil }
    if first == UInt8(ascii: "[") { return String(decoding: authority, as: UTF8.self) }
    let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    let name = TagKey.lowercased(String(decoding: authority[..<end], as: UTF8.self))
    var host = ""
    for label in Array(name.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard let label = HostLabel.label(label) else { return nil }
      host += (host.isEmpty ? "" : ".") + label
    }
    return host.isEmpty ? nil : host + String(decoding: authority[end...], as: UTF8.self)
  }
}

extension ServerAddress {
  /// Parses an address as people type or paste it.
  public init?(pasted text: String) {
    guard let address = PastedAddress(text)?.server else { return nil }
    self = address
  }
}

/// Host names with non-ASCII letters (RFC 3492, RFC 5891). The letters must be lower case already.
enum HostLabel {
  static func label(_ label: ArraySlice<UInt8>) -> String? {
    guard !label.isEmpty, label.count <= 252 else { return nil }
    guard label.contains(where: { $0 >= 0x80 }) else { return String(decoding: label, as: UTF8.self) }
    let points = String(decoding: label, as: UTF8.self).unicodeScalars.map { $0.value }
    var result = points.filter { $0 < 0x80 }.map { UInt8($0) }
    let basic = result.count
    if basic > 0 { result.append(UInt8(ascii: "-")) }
    var (next, delta, bias, handled) = (UInt32(0x80), 0, 72, basic)
    while handled < points.count {
      guard let least = points.filter({ $0 >= next }).min() else { return nil }
      delta += Int(least - next) * (handled + 1)
      next = least
      for point in points {
        if point < next { delta += 1 }
        guard point == next else { continue }
        var (rest, step) = (delta, 36)
        while true {
          let threshold = min(max(step - bias, 1), 26)
          if rest < threshold { break }
          result.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          step += 36
        }
        result.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return "xn--" + String(decoding: result, as: UTF8.self)
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

  /// RFC 3492 section 6.1.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var (delta, step) = (isFirst ? delta / 700 : delta / 2, 0)
    delta += delta / count
    while delta > 455 {
      delta /= 35
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }
}
