import Contracts
import Social

/// Somebody who is signed in on one server. Screens see this, and never the token.
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

  /// Stable for as long as the person stays signed in. All that the device keeps for them is kept under it.
  var key: String { parts.key }
  var server: ServerAddress { parts.server }
  /// The server is the one that delivered the app.
  var isOwnServer: Bool { parts.isOwnServer }
  /// Who it is, as far as the device remembers: id, names and avatar.
  var me: Profile {
    get { parts.me }
    set { parts.me = newValue }
  }
  /// The rights that the server granted, divided by spaces (RFC 6749 section 3.3).
  var scopes: String {
    get { parts.scopes }
    set { parts.scopes = newValue }
  }
  /// The server takes the token no longer.
  var isRefused: Bool {
    get { parts.isRefused }
    set { parts.isRefused = newValue }
  }

  init(key: String, server: ServerAddress, isOwnServer: Bool, me: Profile, scopes: String = "") {
    parts = Parts(key: key, server: server, isOwnServer: isOwnServer, me: me, scopes: scopes)
  }

  var origin: Origin { isOwnServer ? .own(server) : .other(server) }

  /// The name under which a screen saves bytes for this person, so that signing out removes them.
  func storageKey(_ name: String) -> String { Self.storagePrefix(key) + name }

  /// What the home timeline, and the list of those whom the person follows, are kept under.
  var homeKey: String { storageKey("timeline home") }
  var followingKey: String { storageKey("following " + me.handle) }

  static let prefix = "session "
  /// Keeps who it is, and the token.
  static let recordName = "account"
  /// Keeps the token that the server takes no longer. A new one needs no other tab to take that back.
  static let refusedName = "refused"

  static func storagePrefix(_ key: String) -> String { prefix + key + " " }

  /// The session's key and the name of what is kept for it, from `storageKey`; `nil` if it belongs to no session.
  static func parts(ofStored key: String) -> (session: String, name: String)? {
    let bytes = Array(key.utf8)
    let start = prefix.utf8.count
    guard bytes.starts(with: Array(prefix.utf8)),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: " "))
    else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self), String(decoding: bytes[(end + 1)...], as: UTF8.self))
  }
}

/// What proves to a server who asks, and what is needed to give it back.
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
