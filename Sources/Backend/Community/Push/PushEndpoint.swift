import Foundation

/// The address of a subscription at a push service, which the client chooses. It is checked like all addresses
/// that this server contacts, and again when it is contacted (decision 0074).
struct PushEndpoint: Equatable, Sendable {
  let url: String
  /// The origin, as the claim `aud` has it (RFC 8292, section 2).
  let origin: String
  let host: String

  private static let maxBytes = 2048

  /// - Parameter allowsPrivate: also takes http, other ports and numeric addresses; for tests.
  init?(_ text: String, allowsPrivate: Bool = false) {
    guard 1...Self.maxBytes ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      let url = URL(address: text), let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(),
      1...255 ~= host.utf8.count, url.user == nil, url.password == nil
    else { return nil }
    let isUsual = scheme == "https" && url.port ?? 443 == 443
    guard isUsual || allowsPrivate && ["http", "https"].contains(scheme) else { return nil }
    guard allowsPrivate || !Self.isNumeric(host) && host.contains(".") else { return nil }
    self.url = text
    self.host = host
    origin = scheme + "://" + host + (isUsual ? "" : url.port.map { ":\($0)" } ?? "")
  }

  /// Returns true for an IP address. Push services have names.
  private static func isNumeric(_ host: String) -> Bool {
    // A top-level domain isn't a number.
    host.contains(":") || host.hasPrefix("[")
      || host.split(separator: ".").last?.allSatisfy(\.isNumber) != false
  }
}
