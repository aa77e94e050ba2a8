public import Social
import Storage

/// A client that members sign in with (Mastodon API, entities/Application).
public struct Client: Equatable, Sendable {
  public let id: Int64
  public let clientID: String
  public let name: String
  public let website: String?
  public let redirectURIs: [RedirectURI]
  public let scopes: Scopes
  public let createdAt: Timestamp

  init(_ record: ClientRecord) {
    id = record.id
    clientID = record.clientID
    name = record.name
    website = record.website
    redirectURIs = record.redirectURIs.split(separator: "\n").compactMap { RedirectURI(String($0)) }
    scopes = Scopes(record.scopes) ?? .standard
    createdAt = Timestamp(milliseconds: record.createdAt)
  }
}

/// A client's registration request.
public struct ClientDraft: Sendable {
  public var name: String
  public var website: String?
  public var redirectURIs: [String]
  /// The scopes as they were sent; `nil` for the default ones.
  public var scopes: String?

  public init(name: String, website: String? = nil, redirectURIs: [String], scopes: String? = nil) {
    self.name = name
    self.website = website
    self.redirectURIs = redirectURIs
    self.scopes = scopes
  }
}

extension Community {
  public var clients: Clients {
    Clients(
      store: store, clock: clock, identifiers: identifiers)
  }

  /// The clients that members sign in with, and what members allow them.
  public struct Clients: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

extension Community.Clients {
  /// Registers a client.
  ///
  /// - Returns: The client, and its secret, which can't be retrieved again.
  /// - Throws: `CommunityError.invalid`.
  public func register(_ draft: ClientDraft) async throws -> (client: Client, secret: String) {
    let secret = Secret.random()
    let record = try record(draft, clientID: Secret.random(), secret: secret)
    try await store.insert(record)
    return (Client(record), secret)
  }

  /// Returns the row of a client.
  ///
  /// - Throws: `CommunityError.invalid`.
  func record(_ draft: ClientDraft, clientID: String, secret: String) throws -> ClientRecord {
    guard !draft.name.isEmpty else {
      throw CommunityError.invalid("Validation failed: Name can't be blank", .invalidClientName)
    }
    guard draft.name.unicodeScalars.count <= 200 else {
      throw CommunityError.invalid("Validation failed: Name is too long", .invalidClientName)
    }
    let website = draft.website.flatMap { $0.isEmpty ? nil : $0 }
    if let website {
      guard website.utf8.count <= 2000, website.hasPrefix("https://") || website.hasPrefix("http://") else {
        throw CommunityError.invalid("Validation failed: Website must be a valid URL", .invalidWebsite)
      }
    }
    guard !draft.redirectURIs.isEmpty, draft.redirectURIs.count <= 5 else {
      throw CommunityError.invalid(
        "Validation failed: Redirect URI can't be blank, and there can be five at most", .invalidCallback)
    }
    let redirects = try draft.redirectURIs.map { text in
      guard let uri = RedirectURI(text) else {
        throw CommunityError.invalid(
          "Validation failed: Redirect URI must be an absolute URI", .invalidCallback)
      }
      return uri
    }
    guard let scopes = draft.scopes.map({ Scopes($0) }) ?? .standard else {
      throw CommunityError.invalid("Validation failed: Scopes doesn't match configured on the server.")
    }
    let now = clock().milliseconds
    return ClientRecord(
      id: identifiers.next(milliseconds: now), clientID: clientID, secret: Secret.hash(secret),
      name: draft.name, website: website, redirectURIs: redirects.map(\.text).joined(separator: "\n"),
      scopes: scopes.text, createdAt: now)
  }

  public func find(clientID: String) async throws -> Client? {
    try await store.client(clientID: clientID).map { Client($0) }
  }

  /// Returns the client that owns a token.
  public func owner(of access: TokenAccess) async throws -> Client? {
    try await store.client(ofToken: access.tokenID).map { Client($0) }
  }

  /// Returns a client if the secret is right.
  ///
  /// - Parameter secret: `nil` for a public client, which has no secret (RFC 6749 section 2.1).
  func authenticated(clientID: String, secret: String?) async throws -> ClientRecord {
    guard let record = try await store.client(clientID: clientID) else { throw OAuthError.unknownClient }
    if let secret, !Secret.areEqual(Secret.hash(secret).utf8, record.secret.utf8) {
      throw OAuthError.unknownClient
    }
    return record
  }
}
