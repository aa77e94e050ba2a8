import Invalidation
import Social
import Synchronization

/// The authors of the newest posts, kept in main memory, so that a home timeline needn't scan those posts in
/// the database.
///
/// It only proposes posts; a statement checks whether they exist and the viewer may see them. So a deleted
/// post does no harm, but none may be missing: newer posts are read before each use, as ids grow with time.
/// Imported posts are older. Showing them touches everybody, which makes this read everything again.
final class RecentPosts: Sendable {
  /// The number of posts read at first; up to twice as many are kept, 16 bytes each.
  private let most: Int
  /// The cached statements that check which candidates belong on a page.
  let statements = StatementForms<HomeTimeline.Shape>()

  fileprivate struct State {
    /// The ids of the posts, ascending.
    var ids: [Int64] = []
    var authors: [Int64] = []
    /// The number of the last change that is certainly included; `nil` before the first read.
    var revision: UInt64?
    /// True if these are all posts, so that the database has no older ones.
    var isAll = false
  }

  /// Posts that may belong on a page, the nearest first.
  struct Candidates {
    var posts: [Int64] = []
    /// The last post that was checked; posts behind it may belong on the page as well. `nil` if all were
    /// checked.
    var end: Int64?
  }

  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions, most: Int = 4096) {
    self.revisions = revisions
    self.most = most
  }

  /// Returns up to `most` posts of the authors in the cursor's range; `nil` if the page begins among posts
  /// older than those kept here. Costs a statement if something changed since the last call.
  func candidates(
    by authors: AccountSet, _ cursor: Cursor, most: Int, _ connection: any DatabaseConnection
  ) throws -> Candidates? {
    try readNew(connection)
    return state.withLock { state in
      let lowest = max(cursor.sinceID ?? .min, cursor.minID ?? .min)
      return cursor.isAscending
        ? state.ascending(by: authors, from: lowest, below: cursor.maxID ?? .max, most: most)
        : state.downwards(by: authors, from: cursor.maxID ?? .max, above: lowest, most: most)
    }
  }

  private func readNew(_ connection: any DatabaseConnection) throws {
    let newest = state.withLock { state -> Int64?? in
      guard let revision = state.revision, revisions.areCurrent(Dependencies.Slots(), asOf: revision) else {
        return .some(nil)
      }
      return revision >= connection.revision ? nil : .some(state.ids.last)
    }
    guard let newest else { return }
    let found = try connection.rows(
      "SELECT id, author FROM posts WHERE id > \(newest ?? .min) ORDER BY id DESC LIMIT \(most)"
    ) { row in (id: try row.integer(), author: try row.integer()) }
    state.withLock { state in
      // A concurrent read may have added some of these, or have started again with fewer posts than were here
      // before.
      if let newest, state.revision != nil, state.ids.last ?? .min < newest { return }
      if newest == nil || found.count == most || state.revision == nil {
        state = State()
        state.isAll = newest == nil && found.count < most
      }
      let last = state.ids.last ?? .min
      for post in found.reversed() where post.id > last {
        state.ids.append(post.id)
        state.authors.append(post.author)
      }
      if state.ids.count > 2 * most {
        state.ids.removeFirst(state.ids.count - most)
        state.authors.removeFirst(state.authors.count - most)
        state.isAll = false
      }
      state.revision = max(state.revision ?? 0, connection.revision)
    }
  }
}

extension RecentPosts.State {
  fileprivate func downwards(
    by wanted: AccountSet, from highest: Int64, above lowest: Int64, most: Int
  ) -> RecentPosts.Candidates? {
    guard isAll || ids.first.map({ $0 < highest }) ?? false else { return nil }
    var found = RecentPosts.Candidates()
    var index = place(ofFirstFrom: highest)
    while index > 0, ids[index - 1] > lowest {
      index -= 1
      guard wanted.contains(authors[index]) else { continue }
      found.posts.append(ids[index])
      if found.posts.count == most {
        found.end = ids[index]
        return found
      }
    }
    if index == 0, !isAll { found.end = ids.first }
    return found
  }

  fileprivate func ascending(
    by wanted: AccountSet, from lowest: Int64, below highest: Int64, most: Int
  ) -> RecentPosts.Candidates? {
    guard isAll || ids.first.map({ $0 <= lowest }) ?? false else { return nil }
    var found = RecentPosts.Candidates()
    var index = lowest == .max ? ids.count : place(ofFirstFrom: lowest + 1)
    while index < ids.count, ids[index] < highest {
      defer { index += 1 }
      guard wanted.contains(authors[index]) else { continue }
      found.posts.append(ids[index])
      if found.posts.count == most {
        found.end = ids[index]
        return found
      }
    }
    return found
  }

  /// Finds the index by binary search.
  private func place(ofFirstFrom id: Int64) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A set of accounts with a lookup of a few nanoseconds, as every scanned post needs one.
struct AccountSet: Equatable, Sendable {
  private static let none = Int64.min

  /// An open hash table: each account is in its hash's slot or a later one. At least a third of the slots is
  /// free.
  private var places: [Int64]
  private let shift: UInt64

  init(_ accounts: [Int64]) {
    var bits: UInt64 = 3
    while (1 << bits) * 2 < accounts.count * 3 { bits += 1 }
    places = Array(repeating: Self.none, count: 1 << bits)
    shift = 64 - bits
    for account in accounts where account != Self.none { places[place(of: account)] = account }
  }

  func contains(_ account: Int64) -> Bool { account != Self.none && places[place(of: account)] == account }

  /// The size in bytes.
  var cost: Int { places.count * MemoryLayout<Int64>.stride }

  /// Returns the slot that has the account, or would get it.
  private func place(of account: Int64) -> Int {
    var place = Int((UInt64(bitPattern: account) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    while places[place] != Self.none, places[place] != account { place = (place + 1) & (places.count - 1) }
    return place
  }
}
