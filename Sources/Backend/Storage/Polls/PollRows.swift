import JSON
import Social

/// The titles of a poll's options, as the tables `polls` and `edits` have them: `["Saturday","Sunday"]`.
enum PollOptions {
  static func encoded(_ titles: [String]) -> String {
    var writer = JSONWriter()
    writer.array(titles) { writer, title in writer.string(title) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func titles(encoded: String) -> [String] {
    guard let json = try? JSON(parsing: encoded) else { return [] }
    return (json.array ?? []).compactMap(\.string)
  }
}

extension DatabaseConnection {
  /// Reads the polls of posts, as strangers see them.
  func polls(_ posts: [Int64]) throws(StorageError) -> [Int64: Poll] {
    guard !posts.isEmpty else { return [:] }
    var votes: [Int64: [Int: Int]] = [:]
    try forEach("SELECT post, choice, count(*) FROM poll_votes WHERE post IN \(posts) GROUP BY post, choice")
    { row in
      let (post, choice) = (try row.integer(), try row.int())
      votes[post, default: [:]][choice] = try row.int()
    }
    var voters: [Int64: Int] = [:]
    try forEach("SELECT post, count(DISTINCT account) FROM poll_votes WHERE post IN \(posts) GROUP BY post") {
      row in
      let post = try row.integer()
      voters[post] = try row.int()
    }
    var polls: [Int64: Poll] = [:]
    try forEach(
      """
      SELECT post, options, is_multiple, hides_totals, shows_voters, expires_at, is_ended FROM polls WHERE post IN \(posts)
      """
    ) { row in
      let (post, titles) = (try row.integer(), PollOptions.titles(encoded: try row.text()))
      let (isMultiple, hidesTotals, showsVoters) = (try row.bool(), try row.bool(), try row.bool())
      let (expiresAt, isEnded) = (Timestamp(milliseconds: try row.integer()), try row.bool())
      let found = votes[post] ?? [:]
      polls[post] = Poll(
        id: String(post),
        options: titles.enumerated().map { index, title in
          Poll.Option(title: title, votesCount: hidesTotals && !isEnded ? nil : found[index] ?? 0)
        }, expiresAt: expiresAt, isEnded: isEnded, isMultiple: isMultiple,
        votesCount: found.values.reduce(0, +),
        votersCount: voters[post] ?? 0, showsVoters: showsVoters)
    }
    return polls
  }

  /// Reads the viewer's votes, by the posts.
  func votes(of viewer: Int64, in posts: [Int64]) throws(StorageError) -> [Int64: [Int]] {
    var votes: [Int64: [Int]] = [:]
    try forEach(
      "SELECT post, choice FROM poll_votes WHERE account = \(viewer) AND post IN \(posts) ORDER BY post, choice"
    ) { row in
      let post = try row.integer()
      votes[post, default: []].append(try row.int())
    }
    return votes
  }
}
