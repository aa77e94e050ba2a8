import TestSupport
import Testing

@testable import Storage

@Suite struct StoreErrorTests {
  @Test(arguments: ["/proc/swiftlet", "/dev/null/data"])
  func `A folder that can't be written is said by its name`(_ folder: String) async throws {
    let error = await #expect(throws: StorageError.self) { try await Store.open(folder: folder) }
    guard case .notWritable(folder, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `A file that is no database is refused, and left alone`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/swiftlet.sqlite"
      let text = String(repeating: "this is a letter, not a database. ", count: 200)
      try write(text, to: path)
      await #expect(throws: StorageError.corrupt(path: path)) { try await Store.open(folder: folder) }
      #expect(read(path) == Array(text.utf8))
    }
  }

  @Test func `A damaged database is said, not shown`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      try await store.close()
      let path = folder + "/swiftlet.sqlite"
      var bytes = read(path)
      for index in 100..<bytes.count { bytes[index] = 0x5A }
      try write(bytes, to: path)
      await #expect(throws: StorageError.corrupt(path: path)) {
        let store = try await Store.open(folder: folder)
        _ = try await store.firstMember()
      }
    }
  }

  @Test func `A full disk is said, and undoes the transaction`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let text = String(repeating: "x", count: 90_000)
      await #expect(throws: StorageError.diskFull) {
        try await store.driver.write { connection in
          // Stands for a full disk: SQLite answers SQLITE_FULL to both.
          _ = try connection.rows("PRAGMA max_page_count = 1")
          for _ in 0..<100 {
            try connection.execute(
              """
              INSERT INTO accounts (username, username_key, nick, is_imported, created_at)
              VALUES (lower(hex(randomblob(8))), hex(randomblob(8)) || \(text), 'n', 0, 0)
              """)
          }
        }
      }
      let nobody = try await store.firstMember()
      #expect(nobody == nil)
      try await store.close()
    }
  }

  @Test func `The schema refuses what is too long, unknown or without an owner`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let long = String(repeating: "x", count: 501)
      for statement in [
        """
        INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
        VALUES (1, 'a', 'a', \(long), 0, 0)
        """,
        "INSERT INTO posts (id, author, text, visibility) VALUES (1, 99, 'x', 'public')",
        "INSERT INTO posts (id, author, text, visibility) VALUES (1, 1, 'x', 'secret')",
      ] as [Statement] {
        await #expect(throws: StorageError.self) {
          try await store.driver.write { _ = try $0.execute(statement) }
        }
      }
      try await store.close()
    }
  }
}
