import Logging
import Media
public import Social
import Storage

extension Community {
  public var members: Members {
    Members(
      store: store, clock: clock, clockTrust: clockTrust, identifiers: identifiers, passwords: passwords,
      sessions: sessions,
      removalWork: removalWork, unusedPictures: unusedPictures, logger: logger)
  }

  /// The members, and how one joins and leaves.
  public struct Members: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let clockTrust: ClockTrust
    let identifiers: Identifiers
    let passwords: Passwords
    let sessions: Sessions
    let removalWork: RemovalWork
    let unusedPictures: UnusedPictures
    let logger: Logger
  }
}

extension Community.Members {
  /// Returns all members in the order in which they joined.
  public func all() async throws -> [Member] { try await store.members().map { Member($0) } }

  /// Finds a member by the username, ignoring case.
  public func named(_ username: String) async throws -> Member? {
    try await store.member(named: username).map { Member($0) }
  }

  public func find(_ id: Int64) async throws -> Member? { try await store.member(id).map { Member($0) } }

  /// Returns true if at least one member can sign in.
  public func exist() async throws -> Bool { try await store.hasCredentials() }

  /// Adds a member, or enables sign-in for an imported account of that name.
  ///
  /// - Parameters:
  ///   - role: `nil` makes the first member with a password the owner, and others members.
  ///   - isLogged: adds an entry to the log, as an action of the operator. The demo adds its members without.
  /// - Throws: `MemberProblem`.
  @discardableResult
  public func add(_ draft: MemberDraft, role: Role? = nil, isLogged: Bool = false) async throws -> Member {
    try await add(draft, role: role, claimsImported: true) { _, _ in .operator(isLogged: isLogged) }
  }

  /// The way in which a member is added.
  enum Arrival: Sendable {
    /// The operator adds the member.
    case `operator`(isLogged: Bool)
    /// The member joins by themselves, with an invitation or where everybody may join.
    case joining(InvitationRecord?)
    /// The person asks to join, for a reason, and waits for an answer.
    case asking(String)
  }

  /// - Parameters:
  ///   - claimsImported: allows taking over an account without a password. Only the operator may allow that.
  ///   - check: runs in the same transaction, with the time in milliseconds.
  func add(
    _ draft: MemberDraft, role: Role?, claimsImported: Bool,
    check: @escaping @Sendable (MembershipTransaction, Int64) throws -> Arrival
  ) async throws -> Member {
    try Self.validate(draft, reservedAllowed: claimsImported)
    let password = try await passwords.hash(draft.password)
    let isFirst = try await !exist()
    let now = clock().milliseconds
    let id = identifiers.next(milliseconds: now)
    let identifiers = identifiers
    try await store.writeMembership { transaction in
      let arrival = try check(transaction, now)
      let role = role ?? (isFirst ? .owner : .member)
      if case .operator(isLogged: true) = arrival {
        try transaction.log(
          .add, by: "", on: draft.username, role.rawValue, id: identifiers.next(milliseconds: now))
      }
      if let found = try transaction.member(named: draft.username) {
        guard claimsImported, found.role == nil else { throw MemberProblem.takenUsername }
        try transaction.setCredentials(of: found.id, role: role, password: password)
      } else {
        try transaction.insert(
          AccountDraft(
            id: id, username: draft.username, nick: CleanText.name(draft.nick, or: draft.username),
            isImported: false, createdAt: now))
        try transaction.setCredentials(of: id, role: role, password: password)
        if case .asking(let reason) = arrival {
          try transaction.insertJoin(id, by: nil, inviter: nil)
          try transaction.ask(id, reason: reason, now: now) { identifiers.next(milliseconds: now) }
        }
        guard case .joining(let invitation) = arrival else { return }
        let inviter = try invitation.flatMap { try transaction.inviter(of: $0, for: id) }
        try transaction.insertJoin(id, by: invitation?.id, inviter: inviter)
        guard let inviter else { return }
        try transaction.connect(id, with: inviter, now: now) { identifiers.next(milliseconds: now) }
      }
    }
    guard let member = try await named(draft.username) else { throw CommunityError.notFound }
    return member
  }

  static func validate(_ draft: MemberDraft, reservedAllowed: Bool = false) throws(MemberProblem) {
    guard Username.isValid(draft.username) else { throw .invalidUsername }
    guard reservedAllowed || !Username.isReserved(draft.username) else { throw .reservedUsername }
    guard draft.nick.unicodeScalars.count <= 100 else { throw .nameTooLong }
    try validate(password: draft.password)
    guard draft.password.lowercased() != draft.username.lowercased() else { throw .passwordTooCommon }
  }

  static func validate(password: String) throws(MemberProblem) {
    guard password.unicodeScalars.count >= Passwords.lengths.lowerBound else { throw .passwordTooShort }
    guard password.utf8.count <= Passwords.lengths.upperBound else { throw .passwordTooLong }
    guard !CommonPasswords.contains(password) else { throw .passwordTooCommon }
  }

  /// Sets a new password and ends all sessions that were opened with the old one.
  ///
  /// - Throws: `MemberProblem`, `CommunityError.notFound`.
  public func setPassword(of username: String, to password: String) async throws {
    try Self.validate(password: password)
    guard password.lowercased() != username.lowercased() else { throw MemberProblem.passwordTooCommon }
    let hash = try await passwords.hash(password)
    let isFirst = try await !exist()
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { transaction in
      guard let found = try transaction.member(named: username) else { throw CommunityError.notFound }
      let role = found.role ?? (isFirst ? .owner : .member)
      try transaction.setCredentials(of: found.id, role: role, password: hash)
      try transaction.log(.password, by: "", on: found.username, id: identifiers.next(milliseconds: now))
    }
  }

  /// Removes an account with everything that it published, for good. The files of its pictures go too, unless
  /// others use them.
  ///
  /// - Throws: `CommunityError.notFound`, `.notAllowed` for the only owner.
  public func remove(_ username: String) async throws {
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await beginRemoval(of: username) { transaction, record in
      try transaction.requireOwner(otherThan: record)
      try transaction.log(.remove, by: "", on: record.username, id: identifiers.next(milliseconds: now))
    }
    try await finishRemovals()
  }

  /// Hides the account from everybody, for good. `finishRemovals` does the rest.
  ///
  /// - Parameter check: part of the same transaction.
  func beginRemoval(
    of username: String, check: @escaping @Sendable (MembershipTransaction, MemberRecord) throws -> Void
  ) async throws {
    let now = clock().milliseconds
    try await store.writeMembership { transaction in
      guard let found = try transaction.member(named: username) else { throw CommunityError.notFound }
      try check(transaction, found)
      try transaction.beginRemoval(of: found.id, now: now)
    }
  }

  /// Removes everything of members whose removal has begun, in short transactions. Call it at the start, and
  /// now and then.
  public func finishRemovals() async throws {
    let accounts = try await store.removedAccounts()
    var failure: (any Error)?
    for account in accounts {
      do {
        while try await store.removePart(of: account) { try Task.checkCancellation() }
      } catch {
        // One that fails holds up no other.
        try Task.checkCancellation()
        failure = failure ?? error
      }
    }
    guard !accounts.isEmpty else { return }
    do { try await unusedPictures.removeNow() } catch {
      logger.warning("Pictures of a removed member go later", metadata: ["error": "\(error)"])
    }
    if let failure { throw failure }
  }
}
