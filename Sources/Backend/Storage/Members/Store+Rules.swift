import Invalidation

/// A rule of the community.
public struct RuleRecord: Equatable, Sendable {
  public let id: Int64
  public let text: String

  public init(id: Int64, text: String) {
    self.id = id
    self.text = text
  }
}

extension Store {
  /// Returns the rules that apply, in their order.
  public func rules() async throws -> [RuleRecord] {
    try await driver.read(dependsOn: .everything) { try $0.rules() }
  }

  /// Returns rules by their ids, also those that don't apply any more.
  public func rules(_ ids: [Int64]) async throws -> [RuleRecord] {
    guard !ids.isEmpty else { return [] }
    return try await driver.read(dependsOn: .everything) { connection in
      try connection.rows("SELECT id, text FROM rules WHERE id IN \(ids) ORDER BY position, id") { row in
        try RuleRecord(&row)
      }
    }
  }
}

extension MembershipTransaction {
  public func rules() throws(StorageError) -> [RuleRecord] { try connection.rules() }

  /// Replaces the rules. A rule with the same text keeps its id, also one that did not apply for a while.
  ///
  /// - Parameter nextID: makes the id of a new rule.
  public func setRules(_ texts: [String], nextID: () -> Int64) throws(StorageError) {
    try connection.execute("UPDATE rules SET is_removed = 1")
    for (position, text) in texts.enumerated() {
      let found = try connection.integers("SELECT id FROM rules WHERE text = \(text) ORDER BY id LIMIT 1")
        .first
      if let found {
        try connection.execute("UPDATE rules SET is_removed = 0, position = \(position) WHERE id = \(found)")
      } else {
        try connection.execute(
          "INSERT INTO rules (id, position, text) VALUES (\(nextID()), \(position), \(text))")
      }
    }
  }
}

extension DatabaseConnection {
  fileprivate func rules() throws(StorageError) -> [RuleRecord] {
    try rows("SELECT id, text FROM rules WHERE is_removed = 0 ORDER BY position, id") { row in
      try RuleRecord(&row)
    }
  }
}

extension RuleRecord {
  fileprivate init(_ row: inout RowReader) throws(StorageError) {
    self.init(id: try row.integer(), text: try row.text())
  }
}
