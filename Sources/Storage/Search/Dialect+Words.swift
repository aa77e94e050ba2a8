/// A word that is looked for: its parts stand behind one another, the last one by its beginning.
struct WordPattern: Equatable, Sendable {
  let parts: [String]
  /// The words of the index that begin as the last part does; nil: too many, or the database looks for beginnings itself.
  var endings: [String]?

  /// - Parameter words: all of a text, as `SearchWords.indexed` makes them.
  func isFound(in words: [String]) -> Bool {
    guard let last = parts.last, words.count >= parts.count else { return false }
    return (0...(words.count - parts.count)).contains { start in
      let found = words[start..<(start + parts.count)]
      return found.dropLast().elementsEqual(parts.dropLast()) && found.last?.utf8.starts(with: last.utf8) == true
    }
  }
}

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

  /// Brings posts into the index, or takes them out. PostgreSQL gets all of them at once. SQLite gets one row in each
  /// statement: around a statement of several rows it sets a savepoint, and at each savepoint FTS5 writes all words so far
  /// to the database (`fts5SavepointMethod`).
  ///
  /// - Parameter posts: the words as `indexed` makes them; nil: the post was deleted.
  func replaceWords(of posts: [(id: Int64, words: String?)]) -> [Statement] {
    switch self {
    case .sqlite:
      return posts.flatMap { id, words -> [Statement] in
        let delete: Statement = "DELETE FROM post_words WHERE rowid = \(id)"
        guard let words else { return [delete] }
        return [delete, "INSERT INTO post_words (rowid, words) VALUES (\(id), \(words))"]
      }
    case .postgres:
      let delete: Statement = "DELETE FROM post_words WHERE post IN \(posts.map(\.id))"
      var insert: Statement = "INSERT INTO post_words (post, words) VALUES "
      var isFirst = true
      for case (let id, let words?) in posts {
        let (id, words) = (insert.identifier(id), insert.bind(words))
        insert.append("\(isFirst ? "" : ", " as SQL)(\(id), CAST(\(words) AS tsvector))")
        isFirst = false
      }
      return isFirst ? [delete] : [delete, insert]
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

  /// Finds posts with all of the words, the parts of each one behind one another.
  func wordsQuery(_ words: [WordPattern]) -> String {
    switch self {
    case .sqlite:
      words.map { word in
        func phrase(_ parts: [String]) -> String { "\"" + parts.joined(separator: " ") + "\"" }
        guard let endings = word.endings else { return phrase(word.parts) + " *" }
        return "(" + endings.map { phrase(word.parts.dropLast() + [$0]) }.joined(separator: " OR ") + ")"
      }.joined(separator: " AND ")
    case .postgres:
      words.map { "(" + $0.parts.map { "'\(Self.lexeme($0))'" }.joined(separator: " <-> ") + ":*)" }
        .joined(separator: " & ")
    }
  }

  /// How many of the newest posts with the words are looked at, until a page is full. SQLite reads them one by one as
  /// they are asked for, so that few are tried first; PostgreSQL finds all of them each time.
  func searchWindows(limit: Int) -> [Int64] {
    switch self {
    case .sqlite: [5 * Int64(limit), StatusSearch.mostPosts]
    case .postgres: [StatusSearch.mostPosts]
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
