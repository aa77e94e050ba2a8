import Contracts
import Social

/// The names of cached responses that more than one screen must know: removing a post or a person removes
/// them.
///
/// `CachedResponse.limits` counts them by their first word.
enum CacheName {
  static func thread(_ id: String) -> String { "thread " + id }

  /// - Parameter handle: names the profile if its id isn't known.
  static func profile(id: String?, handle: String) -> String { "profile " + (id ?? "@" + handle) }

  /// - Parameter handle: as typed in an address, or as the server writes it.
  static func album(of handle: String) -> String { "album " + TagKey.lowercased(handle) }

  static func scrapbook(_ id: String) -> String { "scrapbook " + id }

  static func moments(of username: String, at origin: Origin) -> String {
    "moments " + origin.address.text + " " + username
  }

  /// Returns the key under which the device stores the response; `nil` is a stranger's session.
  static func key(_ name: String, of session: String?) -> String {
    (session.map { Session.storagePrefix($0) } ?? "stranger ") + name
  }
}
