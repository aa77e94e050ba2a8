import Contracts

/// The name and the password in `Authorization: Basic …` (RFC 7617).
struct BasicCredentials: Equatable, Sendable {
  let name: String
  let password: String

  private static let scheme = "basic "

  /// Returns true if the field has this scheme, readable or not.
  static func areIn(_ authorization: String) -> Bool { authorization.lowercased().hasPrefix(scheme) }

  /// Fails for another scheme and for a field that can't be read.
  init?(_ authorization: String) {
    guard Self.areIn(authorization),
      let bytes = base64Decoded(authorization.dropFirst(Self.scheme.count), .standard),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    name = String(text[..<colon])
    password = String(text[text.index(after: colon)...])
  }
}
