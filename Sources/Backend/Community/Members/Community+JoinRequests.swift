public import Social
import Storage

/// Requests to join, where everybody may ask and owners and moderators decide.
extension Community.Registration {
  /// The maximum length of a reason in characters.
  public static let longestReason = 500
  /// The maximum number of requests that wait.
  static let maxWaiting = 500

  /// Asks to join. The account is hidden, and sign-in fails, until the request is answered.
  ///
  /// - Throws: `MemberProblem`.
  public func ask(_ draft: MemberDraft, reason: String) async throws -> Member {
    guard try await settings.registrationMode() == .approval else { throw MemberProblem.notInvited }
    let reason = String(String.UnicodeScalarView(reason.cleaned().unicodeScalars.prefix(Self.longestReason)))
    return try await members.add(draft, role: .member, claimsImported: false) { transaction, _ in
      guard try transaction.countJoinRequests() < Self.maxWaiting else { throw MemberProblem.notInvited }
      return .asking(reason)
    }
  }
}

extension MembershipTransaction {
  /// Hides a newcomer, and tells those who may answer the request.
  func ask(_ account: Int64, reason: String, now: Int64, ids: () -> Int64) throws {
    let roles = Role.allCases.filter { $0.permits(.manageMembers) }
    let told = try members(in: roles).map { member in
      NotificationDraft(id: ids(), account: member, kind: .signUp, actor: account)
    }
    try notify(told, now: now)
    try insertJoinRequest(account, reason: reason, now: now)
  }
}

extension Community.Members {
  /// Lets a person in who asked to join.
  ///
  /// - Throws: `CommunityError.notFound`, also if the person doesn't wait any more; `.notAllowed`.
  public func approve(_ key: MemberKey, by actor: Viewer?) async throws {
    try await change(key, .manageMembers, by: actor) { transaction, found in
      guard found.isWaiting else { throw CommunityError.notFound }
      try transaction.admit(found.id)
      return (.approve, "")
    }
  }

  /// Refuses a person who asked to join. The account is removed, and its name is free again.
  ///
  /// - Throws: `CommunityError.notFound`, also if the person doesn't wait any more; `.notAllowed`.
  public func reject(_ key: MemberKey, by actor: Viewer?) async throws {
    let now = clock().milliseconds
    try await change(key, .manageMembers, by: actor) { transaction, found in
      guard found.isWaiting else { throw CommunityError.notFound }
      try transaction.beginRemoval(of: found.id, now: now)
      return (.reject, "")
    }
    try await finishRemovals()
  }

  /// Ends the suspensions whose time is over, unless the clock is doubted (decision 0045). Call it now and
  /// then.
  public func endSuspensions() async throws {
    let now = clock().milliseconds
    let due = try await store.endedSuspensions(now: now)
    guard !due.isEmpty, try await clockTrust.isBelieved() else { return }
    for account in due {
      try await change(.id(account), .manageMembers, by: nil) { transaction, found in
        guard let end = try transaction.suspensionEnd(of: found.id), end <= now else { return nil }
        try transaction.suspend(found.id, at: nil)
        return (.unsuspend, "")
      }
    }
  }
}

/// A sign-in with the right password that fails all the same.
public enum SignInRefusal: Error, Equatable, Sendable {
  /// The member asked to join and waits for an answer.
  case waiting
  /// The account is suspended, for a reason, until a time; `nil` if the suspension doesn't end by itself.
  case suspended(reason: String, until: Timestamp?)

  init(_ hindrance: SignInHindrance) {
    switch hindrance {
    case .waiting: self = .waiting
    case .suspended(let reason, let end):
      self = .suspended(reason: reason, until: end.map { Timestamp(milliseconds: $0) })
    }
  }
}
