import Contracts
import Social

/// An account that is signed in on a server. Screens see this, and never the token.
struct Session: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let key: String
    let server: ServerAddress
    let isOwnServer: Bool
    var me: Profile
    var scopes: String
    var isRefused: Bool = false
  }

  @Shared private var parts: Parts

  /// Stable until the account is signed out. All that the device stores for it is under this key.
  var key: String { parts.key }
  var server: ServerAddress { parts.server }
  /// True if the server is the one that delivered the app.
  var isOwnServer: Bool { parts.isOwnServer }
  /// The account, as far as the device stores it: id, names and avatar.
  var me: Profile {
    get { parts.me }
    set { parts.me = newValue }
  }
  /// The scopes that the server granted, separated by spaces (RFC 6749 section 3.3).
  var scopes: String {
    get { parts.scopes }
    set { parts.scopes = newValue }
  }
  /// True if the server refuses the token.
  var isRefused: Bool {
    get { parts.isRefused }
    set { parts.isRefused = newValue }
  }

  init(key: String, server: ServerAddress, isOwnServer: Bool, me: Profile, scopes: String = "") {
    parts = Parts(key: key, server: server, isOwnServer: isOwnServer, me: me, scopes: scopes)
  }

  var origin: Origin { isOwnServer ? .own(server) : .other(server) }

  /// Returns the key under which a screen stores bytes for this account, so that signing out removes them.
  func storageKey(_ name: String) -> String { Self.storagePrefix(key) + name }

  /// The keys of the cached home timeline, and of the list of people that the account follows.
  var homeKey: String { storageKey("timeline home") }
  var followingKey: String { storageKey("following " + me.handle) }

  static let prefix = "session "
  /// The name of the stored account and token.
  static let recordName = "account"
  /// The name of the stored token that the server refuses. After a new sign-in the token differs, so no tab
  /// has to remove this.
  static let refusedName = "refused"

  static func storagePrefix(_ key: String) -> String { prefix + key + " " }

  /// Returns the session's key and the name of a stored key from `storageKey`; `nil` if it belongs to no
  /// session.
  static func parts(ofStored key: String) -> (session: String, name: String)? {
    let bytes = Array(key.utf8)
    let start = prefix.utf8.count
    guard bytes.starts(with: Array(prefix.utf8)),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: " "))
    else { return nil }
    return (
      String(decoding: bytes[start..<end], as: UTF8.self),
      String(decoding: bytes[(end + 1)...], as: UTF8.self)
    )
  }
}

/// The token that authenticates requests, and the data needed to revoke it.
struct Credential: Equatable, Sendable {
  var token: String
  var clientID: String
  var clientSecret: String

  init(token: String, clientID: String, clientSecret: String) {
    self.token = token
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}
