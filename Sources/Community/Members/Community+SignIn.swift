import Contracts
import Crypto
import Social
import Storage

extension Community {
  /// Who knows the password of that name.
  ///
  /// The answer to a wrong password is that to an unknown name, and takes as long.
  /// - Parameters:
  ///   - address: where the attempt comes from.
  ///   - deviceMark: what the browser keeps since somebody signed in with it (`deviceMark(for:)`).
  /// - Throws: `CommunityError.notAllowed`, or `.tooMany` after some failures; what is a `Hindrance` if too many sign in at once.
  public func signIn(
    username: String, password: String, address: String, deviceMark: String? = nil
  ) async throws -> Member {
    // Members write themselves with an @, too.
    let name = String(username.drop { $0 == "@" || $0 == " " }).lowercased()
    let device = deviceMark.flatMap { self.device(of: $0, for: name) }
    return Member(try await check(password, of: name, address: address, device: device))
  }

  /// What a browser keeps when somebody has signed in with it, so that nobody who guesses passwords elsewhere can keep them
  /// from signing in there again. It lets nobody in.
  public func deviceMark(for username: String) -> String {
    let device = Secret.random()
    return device + "." + signature(of: device, for: username.lowercased())
  }

  /// `nil` unless this community made the mark for that member.
  private func device(of mark: String, for name: String) -> String? {
    let parts = mark.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, mark.utf8.count < 200 else { return nil }
    let device = String(parts[0])
    return Secret.areEqual(parts[1].utf8, signature(of: device, for: name).utf8) ? device : nil
  }

  private func signature(of device: String, for name: String) -> String {
    hexadecimal(
      HMAC<Crypto.SHA256>.authenticationCode(
        for: Array((device + " " + name).utf8), using: SymmetricKey(data: secret.key(for: .devices))))
  }

  /// - Parameter name: in lower case.
  func check(_ password: String, of name: String, address: String, device: String?) async throws -> MemberRecord {
    let subjects = SignInThrottle.subjects(name: name, address: address, device: device)
    if let wait = throttle.begin(subjects) { throw CommunityError.tooMany(retryAfter: wait) }
    await tell(.begun, name, address, device)
    let found = try await store.member(named: name)
    let verdict: PasswordHash.Verdict
    do { verdict = try await passwords.check(password, against: found?.password, from: address) } catch {
      throttle.takeBack(subjects)
      await tell(.takenBack, name, address, device)
      throw error
    }
    guard verdict != .wrong, let found, found.suspendedAt == nil else {
      throw CommunityError.notAllowed("The username or the password is wrong")
    }
    throttle.succeed(subjects)
    await tell(.succeeded, name, address, device)
    if verdict == .outdated {
      let hash = try await passwords.hash(password)
      try await store.changingMembers { try $0.rehash(password: hash, of: found.id) }
    }
    return found
  }

  /// Other processes count the attempt, too.
  private func tell(_ event: SignInThrottle.Event, _ name: String, _ address: String, _ device: String?) async {
    await words.tell(.attempts, SignInThrottle.told(event, name: name, address: address, device: device))
  }

  /// How long a browser stays signed in, in milliseconds: 30 days.
  public static let sessionLifetime: Int64 = 30 * 86_400_000

  /// - Parameter agent: the browser's `User-Agent`.
  /// - Returns: what the browser keeps.
  public func openSession(for account: Int64, agent: String? = nil) async throws -> String {
    let secret = Secret.random()
    let now = clock().milliseconds
    try await store.insertSession(
      id: identifiers.next(milliseconds: now), secret: Secret.hash(secret), account: account,
      device: agent.flatMap { DeviceName.of(agent: $0) }, end: now + Self.sessionLifetime)
    return secret
  }

  /// Who is signed in with a browser; nil: nobody, any more.
  public func sessionMember(_ secret: String) async throws -> Member? {
    guard 1...200 ~= secret.utf8.count else { return nil }
    let now = clock().milliseconds
    guard let found = try await store.session(secret: Secret.hash(secret), now: now) else { return nil }
    if now - max(found.lastUsedAt, Identifiers.millisecond(of: found.id)) >= AccessCache.coarseness {
      noteUse("session") { [store] in try await store.noteUse(ofSession: found.id, at: now) }
    }
    return Member(found.member)
  }

  public func closeSession(_ secret: String) async throws { try await store.endSession(secret: Secret.hash(secret)) }
}
