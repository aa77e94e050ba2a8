/// The index of words of posts: FTS5 in SQLite (sqlite.org/fts5.html), `tsvector` in PostgreSQL
/// (https://www.postgresql.org/docs/15/datatype-textsearch.html). Both get the words that `SearchWords` makes, and part no
/// text themselves.
extension Dialect {
  /// The column with the post's id.
  var wordsID: SQL {
    switch self {
    case .sqlite: "rowid"
    case .postgres: "post"
    }
  }

  /// What stands around the parameter with the query.
  var wordsMatch: (before: SQL, after: SQL) {
    switch self {
    case .sqlite: ("post_words MATCH ", "")
    case .postgres: ("words @@ CAST(", " AS tsquery)")
    }
  }

  /// - Parameter words: as `indexed` makes them.
  func insertWords(_ words: String, of post: Int64) -> Statement {
    switch self {
    case .sqlite: "INSERT INTO post_words (rowid, words) VALUES (\(post), \(words))"
    case .postgres: "INSERT INTO post_words (post, words) VALUES (\(post), CAST(\(words) AS tsvector))"
    }
  }

  /// What is written into the index.
  func indexed(_ words: [String]) -> String {
    switch self {
    case .sqlite: words.joined(separator: " ")
    case .postgres:
      words.enumerated().map { "'\(Self.lexeme($0.element))':\($0.offset + 1)" }.joined(separator: " ")
    }
  }

  /// Finds posts with all of the words, the parts of each one behind one another, the last part by its beginning.
  func wordsQuery(_ words: [[String]]) -> String {
    switch self {
    case .sqlite: words.map { "\"" + $0.joined(separator: " ") + "\" *" }.joined(separator: " ")
    case .postgres:
      words.map { "(" + $0.map { "'\(Self.lexeme($0))'" }.joined(separator: " <-> ") + ":*)" }.joined(separator: " & ")
    }
  }

  /// PostgreSQL takes words of less than 2,048 bytes. They are letters and digits, of which none has to be escaped.
  private static func lexeme(_ word: String) -> String {
    guard word.utf8.count > 2000 else { return word }
    var kept = String.UnicodeScalarView()
    var bytes = 0
    for scalar in word.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= 2000 else { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
