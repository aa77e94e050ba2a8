import Foundation

/// The address of a PostgreSQL database: `postgres://user:password@host/name?sslmode=verify-full`
/// (https://www.postgresql.org/docs/15/libpq-connect.html, "Connection URIs").
///
/// Its description omits user, password and parameters, so it can be shown and logged.
public struct DatabaseAddress: Equatable, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The URL as libpq takes it; a secret.
  let url: String

  /// Takes an address that begins with `postgres://` or `postgresql://`; returns `nil` for others.
  public init?(_ url: String) {
    guard ["postgres://", "postgresql://"].contains(where: { url.hasPrefix($0) }) else { return nil }
    self.url = url
  }

  /// `postgres://host/name`
  public var description: String {
    let behindScheme = url.split(separator: "://", maxSplits: 1).last ?? ""
    let place = behindScheme.prefix { $0 != "?" && $0 != "#" }
    // A password may contain an unescaped `@`, so everything before the last one is secret.
    let host = place.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return "postgres://\(host)"
  }

  public var debugDescription: String { description }

  /// Removes the address's secrets from a message of libpq or the server.
  func withoutSecrets(_ message: String) -> String {
    var message = message.replacing(url, with: description)
    for secret in secrets where !secret.isEmpty { message = message.replacing(secret, with: "…") }
    return message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The passwords, as they stand in the URL and decoded.
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
