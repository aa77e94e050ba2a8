import DatabaseTestSupport
import TestSupport
import Testing

@testable import Storage

@Suite struct ConnectionMemoryTests {
  /// SQLite counts in KB where the number is negative.
  @Test func `NEW_16 connections keep 1 MB of the file for reading, and 2 MB for writing`() async throws {
    try await withTemporaryFolder { folder in
      let driver = try SQLiteDriver(path: folder + "/memory.sqlite")
      #expect(try await driver.read { try $0.rows("PRAGMA cache_size") } == [Row([.integer(-1000)])])
      #expect(try await driver.write { try $0.rows("PRAGMA cache_size") } == [Row([.integer(-2000)])])
      try await driver.close()
    }
  }
}
