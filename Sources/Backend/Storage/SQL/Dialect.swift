/// The differences between the databases: a few words, and the search index. All other statements are the
/// same.
public enum Dialect: Sendable {
  case sqlite
  case postgres

  /// Translates a statement of the schema, which is written for SQLite. In PostgreSQL, integers get 64 bits,
  /// and texts compare by their bytes, whatever the database's language.
  func schema(_ sql: String) -> String {
    switch self {
    case .sqlite: return sql
    case .postgres:
      return Self.words(of: sql).map { word in
        switch word {
        case "INTEGER": "BIGINT"
        case "TEXT": "TEXT COLLATE \"C\""
        default: String(word)
        }
      }
      .joined()
      .replacing(") STRICT, WITHOUT ROWID", with: ")").replacing(") STRICT", with: ")")
    }
  }

  /// Splits the SQL into words and the text between them.
  private static func words(of sql: String) -> [Substring] {
    var words: [Substring] = []
    var rest = sql[...]
    while let first = rest.first {
      let isWord = first.isLetter || first == "_"
      let piece = rest.prefix { ($0.isLetter || $0 == "_") == isWord }
      words.append(piece)
      rest = rest[piece.endIndex...]
    }
    return words
  }

  /// Counts the tables with that name.
  func countTables(named name: String) -> Statement {
    switch self {
    case .sqlite: "SELECT count(*) FROM sqlite_master WHERE name = \(name)"
    case .postgres: "SELECT count(to_regclass(\(name)))"
    }
  }
}
