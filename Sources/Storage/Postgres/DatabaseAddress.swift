import Foundation

/// Where a PostgreSQL database is: `postgres://user:password@host/name?sslmode=verify-full`
/// (https://www.postgresql.org/docs/15/libpq-connect.html, "Connection URIs").
///
/// Its text is without user, password and parameters, so that it can be shown and logged.
public struct DatabaseAddress: Equatable, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// As libpq takes it: a secret.
  let url: String

  /// nil for an address that doesn't begin with `postgres://` or `postgresql://`.
  public init?(_ url: String) {
    guard ["postgres://", "postgresql://"].contains(where: { url.hasPrefix($0) }) else { return nil }
    self.url = url
  }

  /// `postgres://host/name`
  public var description: String {
    let behindScheme = url.split(separator: "://", maxSplits: 1).last ?? ""
    let place = behindScheme.prefix { $0 != "?" && $0 != "#" }
    // A password may hold an `@` that nobody escaped: what is before the last one is a secret.
    let host = place.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return "postgres://\(host)"
  }

  public var debugDescription: String { description }

  /// A message of libpq's or the server's, without what stands in the address.
  func withoutSecrets(_ message: String) -> String {
    var message = message.replacing(url, with: description)
    for secret in secrets where !secret.isEmpty { message = message.replacing(secret, with: "…") }
    return message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The password, as it stands in the URL and as it is meant.
  private var secrets: [String] {
    let behindScheme = url.split(separator: "://", maxSplits: 1).last ?? ""
    var found: [Substring] = []
    if let end = behindScheme.prefix(while: { $0 != "?" }).lastIndex(of: "@") {
      let user = behindScheme[..<end]
      if let colon = user.firstIndex(of: ":") { found.append(user[user.index(after: colon)...]) }
    }
    for parameter in url.split(separator: "?", maxSplits: 1).dropFirst().flatMap({ $0.split(separator: "&") })
    where parameter.hasPrefix("password=") || parameter.hasPrefix("sslpassword=") {
      found.append(parameter.split(separator: "=", maxSplits: 1).last ?? "")
    }
    return found.flatMap { [String($0), $0.removingPercentEncoding ?? String($0)] }
  }
}
