import Foundation

/// Resolves hosts and recognizes addresses outside the public Internet.
enum NetworkAddress {
  /// Asks the system's resolver, on a thread of its own. Empty for an unknown host, and when the task is
  /// cancelled.
  ///
  /// The resolver may take half a minute, and nothing ends it: a cancelled task leaves the thread behind.
  ///
  /// - Parameter lookUp: blocks.
  static func resolve(
    _ host: String, lookUp: @escaping @Sendable (String) -> [String] = { lookUp($0) }
  ) async -> [String] {
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    let (answers, answer) = AsyncStream.makeStream(of: [String].self)
    OutboundThread.run {
      answer.yield(lookUp(name))
      answer.finish()
    }
    // The stream ends with its task.
    return await answers.first { _ in true } ?? []
  }

  /// Returns true if the URL's host resolves to a private address or to this machine.
  static func isPrivate(url: String) async -> Bool {
    guard let host = URL(address: url)?.host else { return false }
    return await resolve(host).contains { isPrivate($0) }
  }

  /// Returns true if the URL itself names a private address or this machine. It doesn't ask a resolver.
  static func isWrittenPrivate(url: String) -> Bool {
    guard let host = URL(address: url)?.host?.lowercased() else { return false }
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    return lookUp(name, hints).contains { isPrivate($0) }
  }

  private static func lookUp(_ host: String, _ hints: addrinfo? = nil) -> [String] {
    var list: UnsafeMutablePointer<addrinfo>?
    let result =
      if var hints { getaddrinfo(host, nil, &hints, &list) } else { getaddrinfo(host, nil, nil, &list) }
    guard result == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next {
      var text = [CChar](repeating: 0, count: 1025)
      let info = entry.pointee
      if getnameinfo(info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let address = String(decoding: bytes, as: UTF8.self)
        if !addresses.contains(address) { addresses.append(address) }
      }
      next = info.ai_next
    }
    return addresses
  }

  /// Returns true for an address outside the public Internet, by IANA's special-purpose registries (RFC
  /// 6890). In doubt, an address counts as private.
  static func isPrivate(_ address: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, address, &four) == 1 {
      return isPrivate(four: withUnsafeBytes(of: &four) { Array($0) })
    }
    var six = in6_addr()
    let withoutZone = address.split(separator: "%").first.map { String($0) } ?? address
    guard inet_pton(AF_INET6, withoutZone, &six) == 1 else { return true }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    // IPv4 within IPv6: mapped, compatible, NAT64 and 6to4.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
      return isPrivate(four: Array(bytes[12...]))
    }
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) { return isPrivate(four: Array(bytes[12...])) }
    if bytes.starts(with: [0x20, 0x02]) { return isPrivate(four: Array(bytes[2..<6])) }
    return bytes[0] & 0xE0 != 0x20 || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
  }

  private static func isPrivate(four bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19):
      true
    case (192, 0): bytes[2] == 0 || bytes[2] == 2
    case (198, 51): bytes[2] == 100
    case (203, 0): bytes[2] == 113
    case (224..., _): true
    default: false
    }
  }
}
