/// The origins that a client may have signed. It knows the server by an address of which the server sees only
/// a part: a proxy ends TLS, and some clients leave the port out of `Host`.
public struct SignedOrigins: Sendable {
  /// The maximum number of origins. Each one costs up to four signatures.
  static let maxCount = 12

  /// The origins without a default port, the likeliest first: `https://example.org`.
  public let all: [String]

  /// - Parameters:
  ///   - publicOrigin: The configured address of the server, if it has one.
  ///   - host: The field `Host`.
  ///   - port: The port on which the server listens.
  ///   - forwardedHost: The field `X-Forwarded-Host` of a trusted proxy; `nil` from others.
  ///   - aliases: More hosts that clients sign whatever they connect to.
  public init(
    publicOrigin: String?, host: String?, port: Int?, forwardedHost: String? = nil, aliases: [String] = []
  ) {
    var authorities: [Authority] = []
    if let publicOrigin, let slashes = publicOrigin.firstRange(of: "://") {
      if let known = Authority(publicOrigin[slashes.upperBound...]) { authorities.append(known) }
    }
    if let host, let sent = Authority(host) {
      authorities.append(sent)
      if sent.port == nil, let port { authorities.append(Authority(host: sent.host, port: port)) }
    }
    // A chain of proxies sends a list; the first one is the client's.
    if let first = forwardedHost?.split(separator: ",").first, let forwarded = Authority(first) {
      authorities.append(forwarded)
    }
    authorities += aliases.compactMap { Authority($0) }
    var all: [String] = []
    for authority in authorities {
      for (scheme, defaultPort) in [("https", 443), ("http", 80)] {
        let origin = authority.origin(scheme, defaultPort: defaultPort)
        if !all.contains(origin), all.count < Self.maxCount { all.append(origin) }
      }
    }
    self.all = all
  }
}

/// A host and its port, as in a URL (RFC 3986 §3.2).
private struct Authority {
  /// In lower case.
  let host: String
  let port: Int?

  init(host: String, port: Int?) {
    self.host = host
    self.port = port
  }

  /// Returns `nil` for a text that isn't a host with an optional port.
  init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == UInt8(ascii: "/") { bytes.removeLast() }
    var port: Int?
    if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), !bytes[colon...].contains(UInt8(ascii: "]")) {
      let digits = bytes[(colon + 1)...]
      if !digits.isEmpty {
        guard digits.count <= 5, digits.allSatisfy({ $0 &- 0x30 < 10 }),
          let number = Int(String(decoding: digits, as: UTF8.self)), 1...65_535 ~= number
        else { return nil }
        port = number
      }
      bytes = bytes[..<colon]
    }
    let isIPv6 = bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
    let name = isIPv6 ? bytes.dropFirst().dropLast() : bytes
    guard !name.isEmpty, name.allSatisfy({ Self.isOfHost($0) || isIPv6 && $0 == UInt8(ascii: ":") }) else {
      return nil
    }
    host = String(decoding: bytes, as: UTF8.self).lowercased()
    self.port = port
  }

  func origin(_ scheme: String, defaultPort: Int) -> String {
    let suffix = port.flatMap { $0 == defaultPort ? nil : ":\($0)" } ?? ""
    return scheme + "://" + host + suffix
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
