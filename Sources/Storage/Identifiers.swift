import Freshness
import Synchronization

/// Makes ids: milliseconds since 1970, shifted left by 16 bits, plus a number. Each is greater than the one before, also
/// when the clock goes back: who asks for what is newer than the last they have seen misses nothing.
public final class Identifiers: Sendable {
  private struct State {
    var last: Int64
    var number: Int?
  }

  /// So many processes can make ids of which no two are the same.
  static let mostProcesses = 64

  private let state: Mutex<State>

  /// - Parameter last: the largest id there is.
  public init(after last: Int64 = 0) { state = Mutex(State(last: last)) }

  /// The largest id so far; 0 if there is none.
  public var latest: Int64 { state.withLock { $0.last } }

  /// Which of several processes this is: its ids have the number as the rest of a division by 64. nil: nobody counts them.
  var number: Int? {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// From now on ids are greater than that one.
  public func observe(_ id: Int64) {
    state.withLock { $0.last = max($0.last, id) }
  }

  /// The number begins anywhere in the lower half, so that two processes hardly ever meet.
  ///
  /// - Parameter known: an id that this one is greater than, which another process may have made.
  public func next(milliseconds now: Int64, above known: Int64 = 0) -> Int64 {
    state.withLock { state in
      let least = max(max(state.last, known) + 1, Self.first(ofMillisecond: now) + Int64.random(in: 0..<32_768))
      let rest = Int64(Self.mostProcesses - 1)
      state.last = state.number.map { least + ((Int64($0) - least) & rest) } ?? least
      return state.last
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
    try await driver.read(dependsOn: .everything) { connection in
      let tables: [SQL] = [
        "posts", "favourites", "bookmarks", "notifications", "follows", "follow_requests", "blocks", "mutes", "pins",
        "edits", "accounts", "media", "uploads",
      ]
      let each = tables.map { "SELECT max(id) AS id FROM \($0)" as SQL }.joined(separator: " UNION ALL ")
      return try connection.integer("SELECT coalesce(max(id), 0) FROM (\(each)) AS ids") ?? 0
    }
  }
}

extension PeopleTransaction {
  /// The largest id of a post; 0 if there is none.
  public func newestPost() throws(StorageError) -> Int64 {
    try connection.integer("SELECT coalesce(max(id), 0) FROM posts") ?? 0
  }
}
