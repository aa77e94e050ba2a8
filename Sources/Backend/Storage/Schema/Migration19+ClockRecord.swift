extension Migration {
  /// Adds the last seen time of day and the trust in the clock (`ClockRecord`), in milliseconds. Removes
  /// addresses of imported pictures in private networks, because pages made visitors' browsers send requests
  /// there.
  static let nineteenth = Migration(
    number: 19, name: "the clock, and no pictures in private networks",
    statements: [
      """
      CREATE TABLE clock (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        believed_at INTEGER NOT NULL,
        seen_at INTEGER NOT NULL,
        needed INTEGER CHECK (needed > 0),
        passed INTEGER NOT NULL CHECK (passed >= 0)
      ) STRICT
      """,
      "UPDATE attachments SET source = NULL WHERE source IS NOT NULL AND (\(isPrivate("source")))",
      "UPDATE accounts SET avatar_source = NULL WHERE avatar_source IS NOT NULL AND (\(isPrivate("avatar_source")))",
      "UPDATE accounts SET cover_source = NULL WHERE cover_source IS NOT NULL AND (\(isPrivate("cover_source")))",
    ])

  private static func isPrivate(_ column: String) -> String {
    let hosts =
      ["localhost", "0.", "10.", "127.", "169.254.", "192.168.", "[::1]", "[fc", "[fd", "[fe80:"]
      + (16...31).map { "172.\($0)." }
    return ["http://", "https://"].flatMap { scheme in hosts.map { "lower(\(column)) LIKE '\(scheme)\($0)%'" }
    }
    .joined(separator: " OR ")
  }
}
