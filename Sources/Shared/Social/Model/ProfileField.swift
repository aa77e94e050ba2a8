/// A text of the profile that its member edits. Each layer switches over these cases: a new one works there,
/// or doesn't compile.
public enum ProfileText: String, CaseIterable, Sendable {
  /// The display name; blank shows the username.
  case nick
  /// The bio.
  case note

  /// The name in the Mastodon API, as a parameter of `update_credentials` and as a member of
  /// entities/Account.
  public var apiName: String {
    switch self {
    case .nick: "display_name"
    case .note: "note"
    }
  }

  /// The maximum length in code points (Mastodon's limits).
  public var limit: Int {
    switch self {
    case .nick: 30
    case .note: 500
    }
  }
}

/// A setting of the profile that is on or off. Each layer loops over these cases, or switches over them. The
/// raw value is the name in the Mastodon API, as in `ProfileText.apiName`.
public enum ProfileFlag: String, CaseIterable, Sendable {
  /// Follows have to be requested.
  case locked
  case bot
  /// Searches may find the account.
  case discoverable

  /// True if the account has it where a server doesn't say.
  var isOnByDefault: Bool {
    switch self {
    case .locked, .bot: false
    case .discoverable: true
    }
  }

  /// True if the app's form offers it.
  public var isInForm: Bool {
    switch self {
    case .locked, .discoverable: true
    case .bot: false
    }
  }

  fileprivate var bit: UInt8 {
    switch self {
    case .locked: 1
    case .bot: 2
    case .discoverable: 4
    }
  }
}

/// The flags of a profile that are on.
public struct ProfileFlags: Equatable, Sendable {
  private var bits: UInt8 = 0

  /// Reads each flag; `nil` takes its default.
  public init(_ isOn: (ProfileFlag) -> Bool? = { _ in nil }) {
    for flag in ProfileFlag.allCases { self[flag] = isOn(flag) ?? flag.isOnByDefault }
  }

  public subscript(flag: ProfileFlag) -> Bool {
    get { bits & flag.bit != 0 }
    set { bits = newValue ? bits | flag.bit : bits & ~flag.bit }
  }
}
