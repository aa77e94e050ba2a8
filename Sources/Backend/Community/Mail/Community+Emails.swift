import Social
import Storage

extension Community {
  /// Begins to send mails through that server.
  public func beginMail(_ server: MailServer) {
    mail.begin { message throws(MailFailure) in try server.send(message) }
  }

  public var emails: Emails { Emails(store: store, clock: clock, members: members, mail: mail) }

  /// The members' e-mail addresses. They are optional, and only the member sees theirs (decision 0062).
  public struct Emails: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let members: Members
    let mail: MailQueue
  }
}

/// The e-mail address of a member.
public struct EmailState: Equatable, Sendable {
  /// `nil` without one.
  public let address: String?
  /// A new address that isn't confirmed; `nil` without one.
  public let pending: String?
}

/// A link that confirms an address.
public struct EmailChange: Equatable, Sendable {
  /// The code for `/email/{code}`, which can't be retrieved again.
  public let code: String
  public let address: EmailAddress
  public let username: String
}

extension Community.Emails {
  /// The lifetime of a link in milliseconds: a day.
  static let lifetime: Int64 = 86_400_000

  public func state(_ access: TokenAccess) async throws -> EmailState {
    let record = try await store.email(of: access.member(), now: clock().milliseconds)
    return EmailState(address: record.address, pending: record.pending)
  }

  /// Removes the member's address, or begins to change it.
  ///
  /// - Parameters:
  ///   - typed: empty for none.
  ///   - address: the network address of the attempt.
  /// - Returns: The link for the new address; `nil` if the address was removed.
  /// - Throws: `CommunityError.notAllowed` for a wrong password, `.invalid` for a text that isn't an address.
  public func change(
    to typed: String, password: String, _ access: TokenAccess, address: String
  ) async throws -> EmailChange? {
    let new = EmailAddress(typed)
    guard new != nil || typed.isBlank else {
      throw CommunityError.invalid("Validation failed: Email is invalid", .invalidEmail)
    }
    guard new == nil || mail.isOn else { throw CommunityError.invalid("This server sends no mail") }
    let member = try await members.prove(password, access, address: address)
    guard let new else {
      try await store.writeMembership { try $0.removeEmail(of: member.id) }
      return nil
    }
    let code = Secret.random()
    let end = clock().milliseconds + Self.lifetime
    try await store.writeMembership { transaction in
      try transaction.insertEmailChange(
        of: member.id, address: new.text, folded: new.folded, code: Secret.hash(code), end: end)
    }
    return EmailChange(code: code, address: new, username: member.username)
  }

  /// Sets or removes the address of a member, for the operator. It needs no confirmation.
  ///
  /// - Throws: `CommunityError.notFound`, `.invalid`.
  public func set(of username: String, to typed: String) async throws {
    let new = EmailAddress(typed)
    guard new != nil || typed.isBlank else {
      throw CommunityError.invalid("\(typed) is not an e-mail address")
    }
    try await store.writeMembership { transaction in
      guard let member = try transaction.member(named: username), member.role != nil else {
        throw CommunityError.notFound
      }
      try transaction.removeEmail(of: member.id)
      if let new { try transaction.setEmail(of: member.id, address: new.text, folded: new.folded) }
    }
  }

  /// Returns the username and the address of a link; `nil` if the link is unknown, used or expired.
  public func pending(_ code: String) async throws -> (username: String, address: String)? {
    guard 1...200 ~= code.utf8.count,
      let found = try await store.emailChange(Secret.hash(code), now: clock().milliseconds)
    else { return nil }
    return (found.member.username, found.address)
  }

  /// Makes the address of a link the member's.
  ///
  /// - Throws: `CommunityError.notFound` for a link that isn't valid.
  public func confirm(_ code: String) async throws {
    let now = clock().milliseconds
    let isConfirmed = try await store.writeMembership { try $0.confirmEmail(Secret.hash(code), now: now) }
    guard isConfirmed else { throw CommunityError.notFound }
  }
}

/// A link for a new password, and the address that it goes to.
public struct MailedReset: Equatable, Sendable {
  public let code: String
  public let username: String
  public let address: EmailAddress
}

extension Community.PasswordResets {
  /// The time in milliseconds within which a member gets one link by mail.
  static let mailInterval: Int64 = 300_000
  /// The maximum number of members with one address.
  private static let maxPerAddress = 10

  /// Makes links for the members with that username or e-mail address who have an address.
  public func forgotten(_ typed: String) async throws -> [MailedReset] {
    let name = typed.split(separator: " ").joined(separator: " ").lowercased()
    guard 1...254 ~= name.utf8.count else { return [] }
    let now = clock().milliseconds
    var resets: [MailedReset] = []
    for found in try await store.mailedMembers(name, limit: Self.maxPerAddress) {
      guard let address = EmailAddress(found.address) else { continue }
      let code = Secret.random()
      let isMade = try await store.writeMembership { transaction in
        guard let member = try transaction.member(found.member.id), member.role != nil,
          member.suspendedAt == nil
        else {
          return false
        }
        // Repeated requests don't fill a mailbox.
        if let end = try transaction.passwordResetEnd(of: member.id),
          end > now + Self.lifetime - Self.mailInterval
        {
          return false
        }
        try transaction.insertPasswordReset(Secret.hash(code), of: member.id, end: now + Self.lifetime)
        return true
      }
      if isMade { resets.append(MailedReset(code: code, username: found.member.username, address: address)) }
    }
    return resets
  }
}
