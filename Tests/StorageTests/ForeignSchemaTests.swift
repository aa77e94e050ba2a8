import DatabaseTestSupport
import GRDB
import TestSupport
import Testing

@testable import Storage

/// Other programs open the same file, and may change its schema (29.1).
@Suite struct ForeignSchemaTests {
  @Test func `NEW_16 opening and closing a database that is in use leaves its schema as it is`() async throws
  {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      func version() async throws -> Int64? {
        try await store.driver.read { try $0.integer("PRAGMA schema_version") }
      }
      let before = try await version()
      for _ in 0..<3 { try await Store.open(folder: folder).close() }
      #expect(try await version() == before)
      try await store.close()
    }
  }

  @Test func `NEW_16 a schema that another program changes again and again fails no read and no write`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      var configuration = Configuration()
      configuration.busyMode = .timeout(30)
      let other = try DatabaseQueue(path: folder + "/swiftlet.sqlite", configuration: configuration)
      for number in 0..<100 {
        try await other.write { try $0.execute(sql: "CREATE TABLE other (id INTEGER); DROP TABLE other") }
        // Each is prepared anew, and concerns the index of words.
        try await store.driver.write { connection in
          _ = try connection.execute("DELETE FROM posts WHERE id = \(raw: "\(number)")")
        }
        try await other.write { try $0.execute(sql: "CREATE TABLE other (id INTEGER); DROP TABLE other") }
        _ = try await store.driver.read { connection in
          try connection.integers(
            "SELECT rowid FROM post_words WHERE post_words MATCH 'a\(raw: "\(number)")'")
        }
      }
      try other.close()
      try await store.close()
    }
  }
}
