import Invalidation

extension MembershipTransaction {
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

  /// Sets a value unless it is set already; returns the value that applies then.
  public func setUnlessSet(_ name: String, to value: String) async throws -> String {
    try await driver.write { connection in
      try connection.execute(
        "INSERT INTO settings (name, value) VALUES (\(name), \(value)) ON CONFLICT (name) DO NOTHING")
      return try connection.text("SELECT value FROM settings WHERE name = \(name)") ?? value
    }
  }

  public func set(_ name: String, to value: String) async throws {
    try await driver.write { connection in
      _ = try connection.execute(
        """
        INSERT INTO settings (name, value) VALUES (\(name), \(value))
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """)
    }
  }
}
