import Synchronization

/// Makes ids: milliseconds since 1970, shifted left by 16 bits, plus a number. Each is greater than the one before, also
/// when the clock goes back: who asks for what is newer than the last they have seen misses nothing.
public final class Identifiers: Sendable {
  private let last: Mutex<Int64>

  /// - Parameter last: the largest id there is.
  public init(after last: Int64 = 0) { self.last = Mutex(last) }

  /// The largest id so far; 0 if there is none.
  public var latest: Int64 { last.withLock { $0 } }

  /// The number begins anywhere in the lower half, so that two processes hardly ever meet.
  ///
  /// - Parameter known: an id that this one is greater than, which another process may have made.
  public func next(milliseconds now: Int64, above known: Int64 = 0) -> Int64 {
    last.withLock { last in
      last = max(max(last, known) + 1, Self.first(ofMillisecond: now) + Int64.random(in: 0..<32_768))
      return last
    }
  }

  /// The moment of an id, in milliseconds.
  public static func millisecond(of id: Int64) -> Int64 { id >> 16 }

  /// The smallest id of that moment.
  public static func first(ofMillisecond milliseconds: Int64) -> Int64 { milliseconds << 16 }
}

extension Store {
  /// The largest id by which anything is asked for page by page; 0 if there is none.
  public func largestIdentifier() async throws -> Int64 {
    try await driver.read { connection in
      let tables = [
        "posts", "favourites", "bookmarks", "notifications", "follows", "follow_requests", "blocks", "mutes", "pins",
        "edits", "accounts", "media", "uploads",
      ]
      let each = tables.map { "SELECT max(id) AS id FROM \($0)" }.joined(separator: " UNION ALL ")
      return try connection.rows(Statement("SELECT coalesce(max(id), 0) FROM (\(each)) AS ids")).first?.integer(0) ?? 0
    }
  }
}

extension PeopleTransaction {
  /// The largest id of a post; 0 if there is none.
  public func newestPost() throws(StorageError) -> Int64 {
    try connection.rows(Statement("SELECT coalesce(max(id), 0) FROM posts")).first?.integer(0) ?? 0
  }
}
