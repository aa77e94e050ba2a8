public import Social

/// A change of a member's own account; `nil` leaves a value as it is.
public struct StoredProfileChange: Equatable, Sendable {
  /// The changed texts; an empty name stands for the username.
  public var texts: [ProfileText: String] = [:]
  public var fields: [Field]?
  public var flags: [ProfileFlag: Bool] = [:]
  public var visibility: Visibility?
  public var isSensitive: Bool?
  /// The language of new posts; empty to remove it.
  public var language: String?

  public struct Field: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init() {}
}

/// The facts about an account that `Community`'s rules need.
public struct AccountFacts: Equatable, Sendable {
  public var id: Int64
  public var isLocked: Bool
  /// True if either account blocked the other.
  public var isBlocked: Bool
}

extension WriteTransaction {
  /// Returns the facts about an account; `nil` if it is missing or suspended.
  public func account(_ id: Int64, viewer: Int64) throws(StorageError) -> AccountFacts? {
    var statement: Statement = "SELECT a.is_locked, CASE WHEN "
    let notBlocked = Visibility.notBlocked(statement.identifier(viewer), "a.id")
    statement.append(
      "\(notBlocked) THEN 0 ELSE 1 END FROM accounts a WHERE a.suspended_at IS NULL AND a.id = \(id)")
    return try connection.first(statement) { row in
      AccountFacts(id: id, isLocked: try row.bool(), isBlocked: try row.bool())
    }
  }

  /// Returns the account's defaults for new posts and other settings; `nil` if it is missing or suspended.
  public func settings(of account: Int64) throws(StorageError) -> AccountSettingsRecord? {
    try connection.settings(of: account)
  }

  public func update(_ account: Int64, _ change: StoredProfileChange) throws(StorageError) {
    var changes: [(SQL, SQLValue)] = []
    func set(_ column: SQL, _ value: (some SQLBindable)?) {
      if let value { changes.append((column, value.sqlValue)) }
    }
    for text in ProfileText.allCases {
      guard let value = change.texts[text] else { continue }
      switch text {
      case .nick:
        let nick = value.isEmpty ? try username(of: account) : value
        set("nick", nick)
        set("nick_key", SearchWords.folded(nick))
      case .note: set("bio", value)
      }
    }
    set("fields", change.fields.map { ProfileRow.encoded($0.map { (name: $0.name, value: $0.value) }) })
    for flag in ProfileFlag.allCases { set(flag.column, change.flags[flag]) }
    set("default_audience", change.visibility?.rawValue)
    set("default_sensitive", change.isSensitive)
    set("default_language", change.language.map { $0.isEmpty ? SQLValue.null : .text($0) })
    guard !changes.isEmpty else { return }
    var statement: Statement = "UPDATE accounts SET "
    for (index, (column, value)) in changes.enumerated() {
      statement.append("\(raw: index == 0 ? "" : ", ")\(column) = \(value)")
    }
    statement.append(" WHERE id = \(account)")
    try connection.execute(statement)
  }

  private func username(of account: Int64) throws(StorageError) -> String {
    try connection.text("SELECT username FROM accounts WHERE id = \(account)") ?? ""
  }

  /// Returns the accounts of these usernames, in any case, that a post by `author` can mention. Suspended
  /// accounts and those with a block are left out.
  public func accounts(named usernames: [String], by author: Int64) throws(StorageError) -> [Int64] {
    guard !usernames.isEmpty else { return [] }
    let keys = usernames.map { $0.lowercased() }
    var statement: Statement =
      "SELECT a.id FROM accounts a WHERE a.suspended_at IS NULL AND a.username_key IN \(keys)"
    statement.append(" AND \(Visibility.notBlocked(statement.identifier(author), "a.id")) ORDER BY a.id")
    return try connection.integers(statement)
  }
}
