/// One step of the schema. A step that was released never changes: a later one corrects it.
struct Migration: Sendable {
  let number: Int
  let name: String
  /// As SQLite takes them. PostgreSQL gets the same by `Dialect.schema`.
  let statements: [String]
  /// What PostgreSQL gets in the place of those of SQLite's statements that it has no word for, by their beginnings.
  var postgres: [(beginning: String, statements: [String])] = []

  /// FNV-1a over the SQL: enough to notice that a step was edited after it was carried out.
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
