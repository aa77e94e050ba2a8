import Foundation

/// The mail server that takes the community's mails.
public struct MailServer: Equatable, Sendable {
  /// The address for libcurl, without a password: `smtps://mail.example.org:465`.
  let url: String
  let username: String?
  let password: String?
  let from: EmailAddress
  /// True if a connection has to be encrypted.
  let requiresTLS: Bool

  /// Reads `smtp://` or `smtps://`, with `user:password@`, a port and `?from=`.
  ///
  /// A password goes over an encrypted connection only, unless the mail server runs on this machine.
  /// - Returns: `nil` if it isn't such a URL, or has no address to send from.
  public init?(_ text: String) {
    let halves = text.split(separator: "?", maxSplits: 1).map(String.init)
    guard let head = halves.first, let colon = head.range(of: "://") else { return nil }
    let scheme = head[..<colon.lowerBound].lowercased()
    var rest = head[colon.upperBound...]
    if rest.hasSuffix("/") { rest.removeLast() }
    let at = rest.lastIndex(of: "@")
    let (place, user) = (at.map { rest[rest.index(after: $0)...] } ?? rest, at.map { rest[..<$0] })
    let signIn = user?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
      \.removingPercentEncoding)
    guard scheme == "smtp" || scheme == "smtps", Self.isPlace(place), signIn?.contains(nil) != true else {
      return nil
    }
    username = signIn?.first.flatMap { $0 }.flatMap { $0.isEmpty ? nil : $0 }
    password = signIn?.dropFirst().first.flatMap { $0 }
    var sender = username
    if halves.count == 2 {
      guard halves[1].hasPrefix("from=") else { return nil }
      sender = halves[1].dropFirst("from=".count).removingPercentEncoding
    }
    guard let from = sender.flatMap({ EmailAddress($0) }) else { return nil }
    self.from = from
    url = scheme + "://" + place
    let isHere = ["localhost", "127.0.0.1", "[::1]"].contains { place == $0 || place.hasPrefix($0 + ":") }
    requiresTLS = scheme == "smtps" || username != nil && !isHere
  }

  /// Returns true for a host's name or address, and a port.
  private static func isPlace(_ place: Substring) -> Bool {
    guard !place.isEmpty, !place.hasPrefix(":") else { return false }
    let end = place.hasPrefix("[") ? place.firstIndex(of: "]") : place.firstIndex(of: ":")
    let port = end.map { place[$0...].drop { $0 == "]" } } ?? ""
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return false }
    return place.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter || UInt8(ascii: "0")...UInt8(ascii: ":") ~= byte
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || place.hasPrefix("[") && byte != UInt8(ascii: "/")
    }
  }
}
