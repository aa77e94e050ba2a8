extension Store {
  /// What the owner has set; nil: the standard.
  public func setting(_ name: String) async throws -> String? {
    try await driver.read { connection in
      try connection.rows(Statement("SELECT value FROM settings WHERE name = $1", .text(name))).first?.text(0)
    }
  }

  public func set(_ name: String, to value: String) async throws {
    try await driver.write { connection in
      _ = try connection.execute(
        Statement(
          """
          INSERT INTO settings (name, value) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """, .text(name), .text(value)))
    }
  }
}
