import Social
import Storage

/// A password for one client, as the member gets it.
public struct AppPassword: Equatable, Sendable {
  /// The id in the list of sessions, where the member ends it.
  public let id: Int64
  /// The client's name, as the member chose it.
  public let client: String
  /// The secret, which can't be retrieved again.
  public let password: String
}

extension Community {
  public var appPasswords: AppPasswords {
    AppPasswords(
      store: store, clock: clock, identifiers: identifiers, clients: clients, tokens: tokens,
      settings: settings, members: members, throttle: throttle)
  }

  /// Passwords for clients that send a name and a password with every request (HTTP Basic). Each is a session,
  /// and none is the password of the account (decision 0085).
  public struct AppPasswords: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let clients: Clients
    let tokens: Tokens
    let settings: Settings
    let members: Members
    let throttle: SignInThrottle
  }
}

extension Community.AppPasswords {
  /// The limit for a member.
  static let limit = 20
  private static let scopes: [Scope] = [.read, .write]

  /// Makes a password for a client, in the name of a member, who proves it with the account's password.
  ///
  /// - Parameters:
  ///   - client: The client's name.
  ///   - address: The network address of the attempt.
  /// - Throws: `CommunityError.notAllowed` if the community doesn't allow it, for a wrong password, and if the
  ///   member has too many; `.tooMany` after several wrong passwords; `.invalid` for a wrong name.
  public func make(
    for client: String, password: String, _ access: TokenAccess, address: String
  ) async throws -> AppPassword {
    try await requireAllowed()
    let member = try await members.prove(password, access, address: address)
    // A client must not give another one more than it has.
    let scopes = Self.scopes.filter { access.scopes.contains($0) }
    guard !scopes.isEmpty else { throw CommunityError.notAllowed("This action is not allowed") }
    return try await insert(client, Scopes(scopes), of: member.id)
  }

  /// Makes a password for a client of a member.
  ///
  /// - Throws: `CommunityError.notFound`, also for suspended members and accounts without a password.
  public func make(for client: String, of username: String) async throws -> AppPassword {
    try await requireAllowed()
    guard let member = try await store.member(named: username), member.role != nil,
      member.suspendedAt == nil
    else { throw CommunityError.notFound }
    return try await insert(client, Scopes(Self.scopes), of: member.id)
  }

  private func requireAllowed() async throws {
    guard try await settings.allowsBasic() else {
      throw CommunityError.notAllowed("This community doesn't allow app passwords")
    }
  }

  private func insert(_ name: String, _ scopes: Scopes, of account: Int64) async throws -> AppPassword {
    let name = CleanText.name(name)
    let draft = ClientDraft(
      name: name.isBlank ? "" : name, redirectURIs: [RedirectURI.outOfBand.text], scopes: scopes.text)
    let client = try clients.record(draft, clientID: Secret.random(), secret: Secret.random())
    let now = clock().milliseconds
    let made = AppPassword(
      id: identifiers.next(milliseconds: now), client: draft.name, password: Secret.randomReadable())
    let token = TokenRecord(
      // The hash of an unknown value, as of tokens that sign requests.
      id: made.id, token: Secret.hash(Secret.random()), client: client.id, account: account,
      scopes: scopes.text, createdAt: now)
    let digest = Secret.hash(Secret.canonical(made.password))
    let record = AppPasswordRecord(client: client, token: token, digest: digest)
    guard try await store.insert(record, limit: Self.limit) else {
      throw CommunityError.notAllowed("A member has at most \(Self.limit) app passwords")
    }
    return made
  }

  /// Returns the access of a client that sends a member's name and an app password; `nil` if they are wrong.
  ///
  /// - Parameter address: The network address of the client.
  /// - Throws: `CommunityError.tooMany` after several failures with that name at that address, or many at the
  ///   address.
  public func access(
    username: String, password: String, address: String
  ) async throws -> TokenAccess? {
    let name = String(username.drop { $0 == "@" || $0 == " " }).lowercased()
    if 1...200 ~= name.utf8.count, 1...200 ~= password.utf8.count {
      let digest = Secret.hash(Secret.canonical(password))
      let found = try await tokens.cached("app password \(name) \(digest)") {
        try await store.appPassword(digest: digest, of: name).flatMap { AccessCache.Found($0) }
      }
      if let found { return found.access }
    }
    // A right password is never delayed, as guessing 120 bits is hopeless. These failures aren't those of the
    // sign-in page: a client that keeps sending a revoked password would lock its member out there.
    if let wait = throttle.begin(Self.subjects(name: name, address: address)) {
      throw CommunityError.tooMany(retryAfter: wait)
    }
    return nil
  }

  /// Counts by address, too, and cuts names off: they are anybody's, and the throttle remembers them.
  static func subjects(name: String, address: String) -> [SignInThrottle.Subject] {
    let name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(100)))
    return [
      .attempt(member: "app password " + name, address: address), .address("app password " + address),
    ]
  }
}
