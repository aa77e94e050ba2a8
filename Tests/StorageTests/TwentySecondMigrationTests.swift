import TestSupport
import Testing

@testable import Storage

/// A database from before a community could be closed.
@Suite struct TwentySecondMigrationTests {
  @Test(arguments: [true, false])
  func `NEW_17 an existing community stays open and its owner is asked`(hasAccount: Bool) async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Array(Migration.all.prefix(21)))
      if hasAccount {
        try await old.driver.write { connection in
          _ = try connection.execute(
            """
            INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
            VALUES (1, 'anna', 'anna', 'Anna', 0, 0)
            """)
        }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      #expect(try await store.setting("privacy") == (hasAccount ? "open" : nil))
      #expect(try await store.setting("privacy_question") == (hasAccount ? "asked" : nil))
      try await store.close()
    }
  }
}
