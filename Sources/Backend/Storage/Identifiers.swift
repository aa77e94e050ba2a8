import Invalidation
import Synchronization

/// Makes ids: milliseconds since 1970, shifted left by 16 bits, plus a multiple of 32. Each id is greater than
/// the one before, even if the clock goes back. So a client that asks for everything newer than its last id
/// misses nothing.
///
/// Some clients read ids as JavaScript's numbers, which have 53 bits. A multiple of 32 survives that until the
/// year 2109 (decision 0074).
public final class Identifiers: Sendable {
  private struct State {
    var last: Int64
    var number: Int?
  }

  /// The maximum number of processes that can make unique ids side by side.
  static let maxProcesses = 64

  /// The factor of all ids.
  static let step: Int64 = 32

  private let state: Mutex<State>

  /// Makes ids from a known one on.
  ///
  /// - Parameter last: the largest id so far.
  public init(after last: Int64 = 0) { state = Mutex(State(last: last)) }

  /// The largest id so far; 0 before the first.
  public var latest: Int64 { state.withLock { $0.last } }

  /// The number of this process; its ids, divided by 32, equal it modulo 64. `nil` if processes aren't
  /// numbered.
  var number: Int? {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// Makes all further ids greater than `id`.
  public func observe(_ id: Int64) {
    state.withLock { $0.last = max($0.last, id) }
  }

  /// Makes an id. Its low bits start at a random number in the lower half, so that two processes hardly ever
  /// collide.
  ///
  /// - Parameter known: a lower bound for the id, such as an id that another process made.
  public func next(milliseconds now: Int64, above known: Int64 = 0) -> Int64 {
    state.withLock { state in
      let least = max(
        max(state.last, known) + 1, Self.first(ofMillisecond: now) + Int64.random(in: 0..<32_768))
      let slot = (least + Self.step - 1) / Self.step
      let rest = Int64(Self.maxProcesses - 1)
      state.last = (state.number.map { slot + ((Int64($0) - slot) & rest) } ?? slot) * Self.step
      return state.last
    }
  }

  /// Returns the time of an id in milliseconds.
  public static func millisecond(of id: Int64) -> Int64 { id >> 16 }

  /// Returns the smallest id of a time.
  public static func first(ofMillisecond milliseconds: Int64) -> Int64 { milliseconds << 16 }
}

extension Store {
  /// Returns the largest id that serves as a cursor anywhere; 0 if the community is empty.
  public func largestIdentifier() async throws -> Int64 {
    try await driver.read(dependsOn: .everything) { connection in
      let tables: [SQL] = [
        "posts", "favourites", "bookmarks", "notifications", "follows", "follow_requests", "blocks", "mutes",
        "pins",
        "edits", "accounts", "media", "uploads", "circles", "circle_members", "scrapbooks",
        "scrapbook_posts", "audit_log",
      ]
      let each = tables.map { "SELECT max(id) AS id FROM \($0)" as SQL }.joined(separator: " UNION ALL ")
      return try connection.integer("SELECT coalesce(max(id), 0) FROM (\(each)) AS ids") ?? 0
    }
  }
}

extension WriteTransaction {
  /// Returns the largest id of a post; 0 if the community has no posts.
  public func newestPost() throws(StorageError) -> Int64 {
    try connection.integer("SELECT coalesce(max(id), 0) FROM posts") ?? 0
  }
}
