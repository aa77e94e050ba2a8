import DatabaseTestSupport
import Foundation
import Social
import TestSupport
import Testing

@testable import Storage

@Suite struct DataFolderTests {
  private func loss(_ folder: String) async -> StorageError.Loss? {
    do {
      try await Store.open(folder: folder).close()
      return nil
    } catch StorageError.lost(folder, let loss) {
      return loss
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  @Test func `NEW_16 an empty folder where there was a community is refused until somebody says so`()
    async throws
  {
    try await withTemporaryFolder { above in
      let folder = above + "/data"
      try await Store.open(folder: folder).close()
      DataFolder(folder).remember()
      #expect(await loss(folder) == nil)
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      #expect(await loss(folder) == .empty(marker: above + "/.data.swiftlet"))
      #expect(files(below: folder).isEmpty)
      try FileManager.default.removeItem(atPath: above + "/.data.swiftlet")
      #expect(await loss(folder) == nil)
    }
  }

  @Test func `A folder that was removed on purpose is made again`() async throws {
    try await withTemporaryFolder { above in
      let folder = above + "/data"
      try await Store.open(folder: folder).close()
      DataFolder(folder).remember()
      try FileManager.default.removeItem(atPath: folder)
      #expect(await loss(folder) == nil)
    }
  }

  @Test func `NEW_16 pictures without a database, and half a restored backup, are refused`() async throws {
    try await withTemporaryFolder { folder in
      try write("x", to: folder + "/lost/media/aa/x")
      #expect(await loss(folder + "/lost") == .withoutDatabase)
      try write("x", to: folder + "/newest/swiftlet.sqlite-wal")
      #expect(await loss(folder + "/newest") == .withoutDatabase)
      try await Store.open(folder: folder + "/half").close()
      try write("", to: folder + "/half/swiftlet.restoring")
      #expect(await loss(folder + "/half") == .restoring)
    }
  }

  @Test
  func `NEW_16 an empty database where a community was is refused, and a new folder that was cut off is not`()
    async throws
  {
    try await withTemporaryFolder { above in
      for (name, trace) in [("marked", nil), ("pictures", "media/aa/x")] as [(String, String?)] {
        let folder = above + "/" + name
        try write("", to: folder + "/swiftlet.sqlite")
        if let trace { try write("x", to: folder + "/" + trace) } else { DataFolder(folder).remember() }
        #expect(await loss(folder) != nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/swiftlet.sqlite")).isEmpty)
        // SQLite has begun it, and no table is there.
        try FileManager.default.removeItem(atPath: folder + "/swiftlet.sqlite")
        try await SQLiteDriver(path: folder + "/swiftlet.sqlite").close()
        #expect(DataFolder(folder).hasDatabase)
        #expect(await loss(folder) == .withoutDatabase)
      }
      try write("", to: above + "/new/swiftlet.sqlite")
      #expect(await loss(above + "/new") == nil)
    }
  }

  @Test func `NEW_16 only who may begins a community`() async throws {
    try await withTemporaryFolder { above in
      for folder in [above + "/none", above + "/empty"] {
        if folder.hasSuffix("empty") {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        }
        await #expect(throws: StorageError.lost(path: folder, .nothing)) {
          try await Store.open(folder: folder, mayBegin: false)
        }
        #expect(files(below: folder).isEmpty)
        try await Store.open(folder: folder).close()
        try await Store.open(folder: folder, mayBegin: false).close()
      }
      try await Store.open(folder: above + "/copied").close()
      try write("", to: above + "/copied/swiftlet.copying")
      #expect(await loss(above + "/copied") == .copying)
    }
  }

  @Test func `Of the copies before a change of the schema the newest two stay`() async throws {
    try await withTemporaryFolder { folder in
      let steps = (1...5).map { number in
        Migration(
          number: number, name: "step",
          statements: ["CREATE TABLE t\(number) (id INTEGER PRIMARY KEY) STRICT"])
      }
      for count in 1...5 {
        try await Store.open(folder: folder, migrations: Array(steps.prefix(count))).close()
      }
      let copies = files(below: folder).filter { $0.contains("schema-") }
      #expect(copies == ["swiftlet.sqlite.schema-3", "swiftlet.sqlite.schema-4"])
    }
  }

  @Test func `NEW_16 numbers that are wrong are counted anew, and the right ones left alone`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      try await store.importing { transaction in
        for id in 1...3 {
          try transaction.insert(
            AccountDraft(id: Int64(id), username: "u\(id)", nick: "u", isImported: false, createdAt: 0))
        }
        try transaction.follow(1, by: 2)
        for id in 10...12 {
          try transaction.insert(
            ImportedPost(
              id: Int64(id), author: 1, text: "x", visibility: .everybody, createdAt: 0, attachments: []))
        }
      }
      #expect(try await store.mendCounters().isEmpty)
      try await store.driver.write { connection in
        try connection.execute("UPDATE accounts SET followers_count = 7, posts_count = 1 WHERE id = 1")
        try connection.execute("UPDATE posts SET replies_count = 3")
      }
      let mended = try await store.mendCounters()
      #expect(mended.map(\.name) == ["replies of posts", "posts of accounts", "followers of accounts"])
      #expect(mended.map(\.rows) == [3, 1, 1])
      let row = try await store.driver.read {
        try $0.rows("SELECT followers_count, posts_count FROM accounts WHERE id = 1")
      }
      #expect(row == [Row([.integer(1), .integer(3)])])
      let faults = try await store.faults()
      #expect(faults.isEmpty)
      try await store.close()
    }
  }
}
