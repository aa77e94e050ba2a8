import Testing

@testable import Storage

@Suite struct StatementTests {
  @Test func `What stands in a literal is bound, and numbered in order`() {
    let (id, name): (Int64, String) = (7, "'; DROP TABLE posts; --")
    let statement: Statement =
      "SELECT * FROM posts WHERE id = \(id) AND text = \(name) AND is_sensitive = \(true)"
    #expect(statement.sql == "SELECT * FROM posts WHERE id = $1 AND text = $2 AND is_sensitive = $3")
    #expect(statement.arguments == [.integer(7), .text("'; DROP TABLE posts; --"), .integer(1)])
  }

  @Test func `nil is NULL`() {
    let (none, some): (String?, Int64?) = (nil, 4)
    let statement: Statement = "UPDATE posts SET language = \(none), edited_at = \(some)"
    #expect(statement.sql == "UPDATE posts SET language = $1, edited_at = $2")
    #expect(statement.arguments == [.null, .integer(4)])
  }

  @Test func `The program's own SQL becomes part of the text`() {
    let (table, condition): (SQL, SQL) = ("posts", "author = \("a.id" as SQL)")
    let statement: Statement = "SELECT \(raw: "id") FROM \(table) WHERE \(condition) AND id < \(9)"
    #expect(statement.sql == "SELECT id FROM posts WHERE author = a.id AND id < $1")
    #expect(statement.arguments == [.integer(9)])
  }

  @Test(
    arguments: [
      ([], "(NULL)"), ([1], "($1)"), ([1, 2], "($1, $2)"), ([1, 2, 3], "($1, $2, $3, $4)"),
      ([1, 2, 3, 4, 5], "($1, $2, $3, $4, $5, $6, $7, $8)"),
    ] as [([Int64], String)])
  func `A list is repeated up to a power of two`(_ ids: [Int64], _ list: String) {
    let statement: Statement = "SELECT 1 WHERE id IN \(ids)"
    #expect(statement.sql == "SELECT 1 WHERE id IN " + list)
    #expect(statement.arguments.prefix(ids.count) == ids.map { .integer($0) }[...])
    #expect(statement.arguments.dropFirst(ids.count).allSatisfy { $0 == ids.last.map { .integer($0) } })
  }

  @Test func `What is added goes on with the numbers, also behind what was bound for several places`() {
    var statement: Statement = "SELECT 1 WHERE a = \("x")"
    let shared = statement.bind(5)
    statement.append(" AND b = \(shared) AND c = \("y")")
    statement.append(" AND d = \(shared) AND e IN \(["p", "q"])")
    #expect(statement.sql == "SELECT 1 WHERE a = $1 AND b = $2 AND c = $3 AND d = $2 AND e IN ($4, $5)")
    #expect(statement.arguments == [.text("x"), .integer(5), .text("y"), .text("p"), .text("q")])
  }

  @Test func `A piece is numbered where it is put`() {
    let piece: Statement.Piece = "used_at < \(3) AND NOT \(false)"
    let statement: Statement = "DELETE FROM tokens WHERE id = \(1) OR \(piece)"
    #expect(statement.sql == "DELETE FROM tokens WHERE id = $1 OR used_at < $2 AND NOT $3")
    #expect(statement.arguments == [.integer(1), .integer(3), .integer(0)])
  }

  @Test func `A value that is needed several times is one parameter`() {
    let statement = Statement(with: 8) { "UPDATE t SET n = n + \($0) WHERE id = \(2) AND n + \($0) >= 0" }
    #expect(statement.sql == "UPDATE t SET n = n + $1 WHERE id = $2 AND n + $1 >= 0")
    #expect(statement.arguments == [.integer(8), .integer(2)])
  }
}
