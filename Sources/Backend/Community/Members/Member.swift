public import Social
import Storage

/// A member of this community.
public struct Member: Equatable, Sendable {
  public let id: Int64
  public let username: String
  public let nick: String
  /// The role; `nil` if the account has no password (an imported page).
  public let role: Role?
  public let suspendedAt: Timestamp?
  /// True if the request to join waits for an answer. Such an account counts as suspended.
  public let isWaiting: Bool
  public let createdAt: Timestamp

  init(_ record: MemberRecord) {
    id = record.id
    username = record.username
    nick = record.nick
    role = record.role
    suspendedAt = record.suspendedAt.map { Timestamp(milliseconds: $0) }
    isWaiting = record.isWaiting
    createdAt = Timestamp(milliseconds: record.createdAt)
  }
}

/// A reason why a name or a password isn't accepted.
public enum MemberProblem: String, Error, CaseIterable, Sendable {
  case invalidUsername
  case reservedUsername
  case takenUsername
  case passwordTooShort
  case passwordTooLong
  /// Attackers try it among the first.
  case passwordTooCommon
  case nameTooLong
  /// The invitation is unknown, used up or expired, or registration isn't open.
  case notInvited

  /// The message in the words of the Mastodon API.
  public var message: String {
    switch self {
    case .invalidUsername:
      "Validation failed: Username must contain only letters, numbers and underscores, 30 at most"
    case .reservedUsername: "Validation failed: Username is reserved"
    case .takenUsername: "Validation failed: Username has already been taken"
    case .passwordTooShort: "Validation failed: Password is too short (minimum is 8 characters)"
    case .passwordTooCommon: "Validation failed: Password is too common"
    case .passwordTooLong: "Validation failed: Password is too long (maximum is 200 bytes)"
    case .nameTooLong: "Validation failed: Display name is too long (maximum is 100 characters)"
    case .notInvited: "This action is not allowed"
    }
  }
}

extension MemberProblem: DescribedError {}

/// The data of a new member.
public struct MemberDraft: Sendable {
  public var username: String
  /// The display name; empty shows the username.
  public var nick: String
  public var password: String

  public init(username: String, nick: String = "", password: String) {
    self.username = username
    self.nick = nick
    self.password = password
  }
}
