/// A search word. Its parts must stand one behind the other; the last part matches by its beginning.
struct WordPattern: Equatable, Sendable {
  let parts: [String]
  /// The indexed words that begin like the last part; `nil` if there are too many, or the database matches
  /// beginnings itself.
  var endings: [String]?

  /// - Parameter words: all of a text, as `SearchWords.indexed` makes them.
  func isFound(in words: [String]) -> Bool {
    guard let last = parts.last, words.count >= parts.count else { return false }
    return (0...(words.count - parts.count)).contains { start in
      let found = words[start..<(start + parts.count)]
      return found.dropLast().elementsEqual(parts.dropLast())
        && found.last?.utf8.starts(with: last.utf8) == true
    }
  }
}

/// The search index of posts: FTS5 in SQLite (sqlite.org/fts5.html), `tsvector` in PostgreSQL
/// (https://www.postgresql.org/docs/15/datatype-textsearch.html). Both get the words that `SearchWords`
/// makes, and split no texts themselves.
extension Dialect {
  /// The column with the post's id.
  var wordsID: SQL {
    switch self {
    case .sqlite: "rowid"
    case .postgres: "post"
    }
  }

  /// The SQL before and after the query's parameter.
  var wordsMatch: (before: SQL, after: SQL) {
    switch self {
    case .sqlite: ("post_words MATCH ", "")
    case .postgres: ("words @@ CAST(", " AS tsquery)")
    }
  }

  /// Makes the statements that replace or remove posts in the index. PostgreSQL gets all posts at once.
  /// SQLite gets one row in each statement. Around a statement of several rows it sets a savepoint, at which
  /// FTS5 writes all its pending words to the database (`fts5SavepointMethod`).
  ///
  /// - Parameter posts: the words as `indexed` makes them; `nil` if the post was deleted.
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

  /// Encodes words for the index.
  func indexed(_ words: [String]) -> String {
    switch self {
    case .sqlite: words.joined(separator: " ")
    case .postgres:
      words.enumerated().map { "'\(Self.lexeme($0.element))':\($0.offset + 1)" }.joined(separator: " ")
    }
  }

  /// Makes a query for posts with all of the words, each word's parts one behind the other.
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

  /// The numbers of newest matching posts to scan, in successive tries until a page is full. SQLite reads
  /// matches one by one, so a few are tried first; PostgreSQL finds all of them each time.
  func searchWindows(limit: Int) -> [Int64] {
    switch self {
    case .sqlite: [5 * Int64(limit), PostSearch.maxPosts]
    case .postgres: [PostSearch.maxPosts]
    }
  }

  /// Shortens a word: PostgreSQL takes words of less than 2,048 bytes. Words have only letters and digits,
  /// which need no escaping.
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
