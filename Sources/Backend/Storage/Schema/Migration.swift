/// One step of the schema. A released step never changes; a later one corrects it.
struct Migration: Sendable {
  let number: Int
  let name: String
  /// The statements in SQLite's SQL. `Dialect.schema` translates them for PostgreSQL.
  let statements: [String]
  /// The replacements for SQLite's statements that PostgreSQL can't translate, found by their beginnings.
  var postgres: [(beginning: String, statements: [String])] = []

  /// An FNV-1a hash of the SQL, which reveals a step that was edited after it was run.
  var fingerprint: Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in statements.joined(separator: ";").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }

  func statements(in dialect: Dialect) -> [String] {
    switch dialect {
    case .sqlite: statements
    case .postgres:
      statements.flatMap { sql in
        postgres.first { sql.hasPrefix($0.beginning) }?.statements ?? [dialect.schema(sql)]
      }
    }
  }
}
