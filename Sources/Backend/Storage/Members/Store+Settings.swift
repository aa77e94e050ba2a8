import Invalidation
public import Social

extension MembershipTransaction {
  public func set(_ name: String, to value: String) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO settings (name, value) VALUES (\(name), \(value))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  }

  /// Returns the audience of new posts of members who have chosen none.
  public func defaultAudience() throws(StorageError) -> Visibility {
    try connection.text("SELECT \(Visibility.communityDefault)").flatMap { Visibility(rawValue: $0) }
      ?? .followers
  }

  /// Returns a setting of the owner; `nil` if the default applies.
  public func setting(_ name: String) throws(StorageError) -> String? {
    try connection.text("SELECT value FROM settings WHERE name = \(name)")
  }
}

extension Store {
  /// Returns a setting of the owner; `nil` if the default applies.
  public func setting(_ name: String) async throws -> String? {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.text("SELECT value FROM settings WHERE name = \(name)")
    }
  }

  /// Returns true if one of these settings has a text.
  public func hasText(in names: [String]) async throws -> Bool {
    try await driver.read(dependsOn: .everything) { connection in
      try names.contains {
        try connection.text("SELECT value FROM settings WHERE name = \($0)")?.isEmpty == false
      }
    }
  }

  /// Sets a value unless it is set already; returns the value that applies then.
  public func setUnlessSet(_ name: String, to value: String) async throws -> String {
    try await driver.write { connection in
      try connection.execute(
        "INSERT INTO settings (name, value) VALUES (\(name), \(value)) ON CONFLICT (name) DO NOTHING")
      return try connection.text("SELECT value FROM settings WHERE name = \(name)") ?? value
    }
  }

  public func set(_ name: String, to value: String) async throws {
    try await driver.write { try MembershipTransaction(connection: $0).set(name, to: value) }
  }
}
