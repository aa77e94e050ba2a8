import Testing

@testable import Storage

@Suite struct RowReaderTests {
  @Test func `Columns are read one behind the other`() throws {
    var row = RowReader(Row([.integer(7), .text("a"), .integer(1), .null, .text("b"), .null, .integer(3)]))
    #expect(try row.integer() == 7)
    #expect(try row.text() == "a")
    #expect(try row.bool())
    #expect(try row.optionalText() == nil)
    #expect(try row.optionalText() == "b")
    #expect(try row.optionalInteger() == nil)
    #expect(try row.int() == 3)
  }

  @Test func `What is passed over may be anything`() throws {
    var row = RowReader(Row([.null, .text("a"), .integer(5)]))
    row.skip(2)
    #expect(try row.optionalInteger() == 5)
  }

  @Test func `A value of another kind is an error that says where it stands`() {
    let row = Row([.integer(1), .null, .text("a")])
    func failure(at column: Int, _ body: (inout RowReader) throws -> Void) -> StorageError? {
      do throws(StorageError) {
        try row.read { reader in
          reader.skip(column)
          try body(&reader)
        }
        return nil
      } catch {
        return error
      }
    }
    #expect(failure(at: 0) { row in _ = try row.text() } == .failed("column 0 is not a text"))
    #expect(failure(at: 0) { row in _ = try row.optionalText() } == .failed("column 0 is not a text or NULL"))
    #expect(failure(at: 1) { row in _ = try row.integer() } == .failed("column 1 is not an integer"))
    #expect(failure(at: 2) { row in _ = try row.bool() } == .failed("column 2 is not an integer"))
    #expect(
      failure(at: 2) { row in _ = try row.optionalInteger() } == .failed("column 2 is not an integer or NULL")
    )
    #expect(failure(at: 3) { row in _ = try row.optionalText() } == .failed("column 3 was read of 3"))
  }
}
