import Contracts
import Crypto
import Social
import Storage

extension Community.Sessions {
  /// Returns the member with that name and password.
  ///
  /// The response to a wrong password is the same as to an unknown name, and takes as long.
  /// - Parameters:
  ///   - address: the network address of the attempt.
  ///   - deviceMark: the mark that the browser got at an earlier sign-in (`deviceMark(for:)`).
  /// - Throws: `SignInRefusal` for a suspended account; `CommunityError.notAllowed`, or `.tooMany` after
  ///   several failures; an error that is an `Unavailability` if too many sign in at once.
  public func signIn(
    username: String, password: String, address: String, deviceMark: String? = nil
  ) async throws -> Member {
    // Members may type their name with an @.
    let name = String(username.drop { $0 == "@" || $0 == " " }).lowercased()
    let device = deviceMark.flatMap { self.device(of: $0, for: name) }
    return Member(try await check(password, of: name, address: address, device: device))
  }

  /// Returns a mark for the browser of a member who has signed in. With it, password guesses from elsewhere
  /// can't keep the member from signing in there again. It doesn't authenticate anyone.
  public func deviceMark(for username: String) -> String {
    let device = Secret.random()
    return device + "." + signature(of: device, for: username.lowercased())
  }

  /// Returns the device of a mark; `nil` unless this community made the mark for that member.
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

  /// - Parameter name: the username in lower case.
  func check(_ password: String, of name: String, address: String, device: String?) async throws
    -> MemberRecord
  {
    let subjects = SignInThrottle.subjects(name: name, address: address, device: device)
    if let wait = throttle.begin(subjects) { throw CommunityError.tooMany(retryAfter: wait) }
    await publish(.begun, name, address, device)
    let found = try await store.member(named: name)
    let verdict: PasswordHash.Verdict
    do { verdict = try await passwords.check(password, against: found?.password, from: address) } catch {
      throttle.takeBack(subjects)
      await publish(.takenBack, name, address, device)
      throw error
    }
    guard verdict != .wrong, let found else {
      throw CommunityError.notAllowed("The username or the password is wrong")
    }
    // A member with the right password learns why it doesn't help.
    if found.suspendedAt != nil { throw SignInRefusal(try await store.hindrance(of: found.id)) }
    throttle.succeed(subjects)
    await publish(.succeeded, name, address, device)
    if verdict == .outdated {
      let hash = try await passwords.hash(password)
      try await store.writeMembership { try $0.rehash(password: hash, of: found.id) }
    }
    return found
  }

  /// Publishes the attempt to other processes, which count it, too.
  private func publish(_ event: SignInThrottle.Event, _ name: String, _ address: String, _ device: String?)
    async
  {
    await messages.publish(
      .attempts, SignInThrottle.message(event, name: name, address: address, device: device))
  }
}
