import DatabaseTestSupport
import TestSupport
import Testing

@testable import Storage

@Suite struct PreparedStatementTests {
  @Test func `NEW_16 however many different statements there are, few of them stay prepared`() async throws {
    try await withTemporaryFolder { folder in
      let driver = try SQLiteDriver(path: folder + "/statements.sqlite")
      for number in 0..<2000 {
        let rows = try await driver.read { try $0.rows("SELECT \(raw: String(number)), \(7)") }
        #expect(rows == [Row([.integer(Int64(number)), .integer(7)])])
      }
      #expect(driver.prepared.bytes > 0 && driver.prepared.bytes <= 6 * PreparedStatements.byteLimit)
      try await driver.close()
    }
  }
}
