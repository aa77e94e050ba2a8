public import Contracts
public import Social

/// Somebody who is signed in on one server. Screens see this, and never the token.
public struct Session: Equatable, Sendable {
  /// Stable for as long as the person stays signed in. All that the device keeps for them is kept under it.
  public let key: String
  public let server: ServerAddress
  /// The server is the one that delivered the app.
  public let isOwnServer: Bool
  /// Who it is, as far as the device remembers: id, names and avatar.
  public var me: Profile
  /// The rights that the server granted, divided by spaces (RFC 6749 section 3.3).
  public var scopes: String
  /// The server takes the token no longer.
  public var isRefused = false

  public init(key: String, server: ServerAddress, isOwnServer: Bool, me: Profile, scopes: String = "") {
    self.key = key
    self.server = server
    self.isOwnServer = isOwnServer
    self.me = me
    self.scopes = scopes
  }

  public var origin: Origin { isOwnServer ? .own(server) : .other(server) }

  /// The name under which a screen saves bytes for this person, so that signing out removes them.
  public func storageKey(_ name: String) -> String { Self.storagePrefix(key) + name }

  static func storagePrefix(_ key: String) -> String { "session " + key + " " }
}

/// What proves to a server who asks, and what is needed to give it back.
public struct Credential: Equatable, Sendable {
  public var token: String
  public var clientID: String
  public var clientSecret: String

  public init(token: String, clientID: String, clientSecret: String) {
    self.token = token
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}
