import Logging
import Social
import Storage

/// A registration of a client that signs its requests (OAuth 1.0a).
public struct SigningClientDraft: Sendable {
  public var name: String
  public var website: String?
  /// The addresses to which a sign-in may return; empty if members type a PIN into the client.
  public var callbacks: [String] = []
  /// The key that the client has built in; `nil` for a new one.
  public var key: String?
  public var secret: String?
  public var mayWrite = true

  public init(name: String) { self.name = name }
}

/// A client that signs its requests, for owners.
public struct SigningClientSummary: Equatable, Sendable {
  public let client: Client
  /// The number of members who are signed in with it.
  public let members: Int
  /// False if its signatures can't be checked, as after a restore: it has to be removed and registered again.
  public let isUsable: Bool
}

/// The secrets that check a client's signature.
public struct SigningCredentials: Equatable, Sendable {
  public let clientKey: String
  public let clientSecret: String
  /// The secret of the token or request token; empty without one.
  public let tokenSecret: String
}

extension Community {
  public var signing: Signing {
    Signing(
      store: store, folder: folder, clock: clock, identifiers: identifiers, clients: clients, tokens: tokens,
      secrets: signingSecrets)
  }

  /// The clients that sign their requests (OAuth 1.0a), and their tokens. A signature can only be checked with
  /// the secrets, so these are stored encrypted (decision 0085).
  public struct Signing: Sendable {
    let store: Store
    let folder: String
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let clients: Clients
    let tokens: Tokens
    let secrets: SealedSecrets
  }
}

extension Community.Signing {
  /// The maximum number of registered clients.
  static let maxCount = 100

  /// Registers a client, and adds that to the log.
  ///
  /// - Parameter actor: `nil` for the operator at the command line.
  /// - Returns: The client, whose `clientID` is its key, and its secret, which can't be retrieved again.
  /// - Throws: `CommunityError.notAllowed`, `.invalid`; `StorageError.notWritable` without a key to encrypt
  ///   with.
  public func add(
    _ draft: SigningClientDraft, by actor: Viewer?
  ) async throws -> (client: Client, secret: String) {
    let callbacks = draft.callbacks.isEmpty ? [RedirectURI.outOfBand.text] : draft.callbacks
    let (key, secret) = try Self.credentials(of: draft)
    let name = CleanText.name(draft.name)
    let client = try clients.record(
      ClientDraft(
        name: name.isBlank ? "" : name, website: draft.website, redirectURIs: callbacks,
        scopes: draft.mayWrite ? "read write" : "read"), clientID: key, secret: secret)
    let record = SigningClientRecord(client: client, sealedSecret: try sealed(secret, id: client.id))
    let entry = identifiers.next(milliseconds: client.createdAt)
    try await store.writeMembership { transaction in
      let username = try transaction.authorize(actor, .manageSettings)
      guard try transaction.countSigningClients() < Self.maxCount else {
        throw CommunityError.invalid("There are too many clients. Remove some", .tooManyClients)
      }
      guard try transaction.insert(record) else {
        throw CommunityError.invalid("There is a client with this key", .keyTaken)
      }
      try transaction.log(.addClient, by: username, on: client.name, client.clientID, id: entry)
    }
    return (Client(client), secret)
  }

  /// Returns the key and the secret that the client has built in, or new ones.
  private static func credentials(
    of draft: SigningClientDraft
  ) throws(CommunityError) -> (key: String, secret: String) {
    guard (draft.key == nil) == (draft.secret == nil) else {
      throw .invalid("Key and secret belong together", draft.key == nil ? .invalidKey : .invalidSecret)
    }
    let key = draft.key ?? Secret.randomHexadecimal()
    let secret = draft.secret ?? Secret.randomHexadecimal()
    guard isValid(key, maxLength: 100) else {
      throw .invalid("The key must be 1 to 100 characters of ASCII without spaces", .invalidKey)
    }
    guard isValid(secret, maxLength: 200) else {
      throw .invalid("The secret must be 1 to 200 characters of ASCII without spaces", .invalidSecret)
    }
    return (key, secret)
  }

  private static func isValid(_ text: String, maxLength: Int) -> Bool {
    1...maxLength ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }

  /// Returns all clients, the oldest first.
  public func all() async throws -> [SigningClientSummary] {
    try await store.signingClients().map { record, members in
      SigningClientSummary(
        client: Client(record.client), members: members,
        isUsable: secrets.opened(record.sealedSecret, id: record.client.id) != nil)
    }
  }

  /// Removes a client, ends its sessions, and adds that to the log.
  ///
  /// - Parameter actor: `nil` for the operator at the command line.
  /// - Throws: `CommunityError.notAllowed`, `.notFound`.
  public func remove(_ id: Int64, by actor: Viewer?) async throws {
    let entry = identifiers.next(milliseconds: clock().milliseconds)
    try await store.writeMembership { transaction in
      let username = try transaction.authorize(actor, .manageSettings)
      guard let removed = try transaction.removeSigningClient(id) else { throw CommunityError.notFound }
      try transaction.log(.removeClient, by: username, on: removed.name, removed.key, id: entry)
    }
  }

  /// Removes a client by its key, for the operator at the command line.
  ///
  /// - Throws: `CommunityError.notFound`.
  public func remove(key: String) async throws {
    guard let record = try await store.signingClient(key: key) else { throw CommunityError.notFound }
    try await remove(record.client.id, by: nil)
  }

  /// Returns the client's secret; `nil` if the client is unknown or its secret can't be decrypted.
  public func credentials(key: String) async throws -> SigningCredentials? {
    guard 1...100 ~= key.utf8.count, let record = try await store.signingClient(key: key) else { return nil }
    return credentials(of: record, tokenSecret: "")
  }

  /// Returns the access that a token grants, and the secrets; `nil` if the token is unknown or revoked, or a
  /// secret can't be decrypted.
  public func access(
    token: String
  ) async throws -> (credentials: SigningCredentials, access: TokenAccess)? {
    guard 1...200 ~= token.utf8.count else { return nil }
    let digest = Secret.hash(token)
    // Hashes of bearer tokens are in the same cache.
    let found = try await tokens.cached("signing " + digest) {
      guard let found = try await store.signingToken(digest: digest),
        let clientSecret = secrets.opened(found.sealedClientSecret, id: found.clientID),
        let tokenSecret = secrets.opened(found.sealedSecret, id: found.token.id)
      else { return nil }
      return AccessCache.Found(
        found.token,
        credentials: SigningCredentials(
          clientKey: found.clientKey, clientSecret: clientSecret, tokenSecret: tokenSecret))
    }
    guard let found, let credentials = found.credentials else { return nil }
    return (credentials, found.access)
  }

  func credentials(of record: SigningClientRecord, tokenSecret: String) -> SigningCredentials? {
    secrets.opened(record.sealedSecret, id: record.client.id).map {
      SigningCredentials(clientKey: record.client.clientID, clientSecret: $0, tokenSecret: tokenSecret)
    }
  }

  func sealed(_ secret: String, id: Int64) throws -> String {
    guard let sealed = secrets.sealed(secret, id: id) else {
      throw StorageError.notWritable(path: folder, reason: "swiftlet.signingkey can't be made or read")
    }
    return sealed
  }
}
