public import Social

/// A note about a change that streams show. It names what changed and never says what it looks like, so a
/// process reads that for its own connections when it sends (decision 0070).
public enum EventNote: Hashable, Sendable {
  /// A post or a repost was published.
  case published(Int64)
  case edited(Int64)
  /// A post's favourites, reposts, replies or votes changed.
  case counted(Int64)
  case removed(RemovedPost)
  case notified(id: Int64, account: Int64)
  case announced(Int64)
  case announcementRemoved(Int64)
  /// Some tokens may have become invalid.
  case accessChanged
}

/// A post that was removed, or whose audience got narrower, with the facts that say who may have seen it.
public struct RemovedPost: Hashable, Sendable {
  public var id: Int64
  public var author: Int64
  /// The audience that it had.
  public var visibility: Visibility
  /// True if timelines of its tags listed it.
  public var isListed: Bool
  /// Accounts that may have seen it without following its author. For circles and direct posts these are all
  /// accounts that may have seen it.
  public var accounts: [Int64]
  /// The hashes of its tags (`CacheTag.hash`).
  public var tags: [Int64]

  public init(
    id: Int64, author: Int64, visibility: Visibility, isListed: Bool = false, accounts: [Int64] = [],
    tags: [Int64] = []
  ) {
    self.id = id
    self.author = author
    self.visibility = visibility
    self.isListed = isListed
    self.accounts = accounts
    self.tags = tags
  }

  /// The number of accounts that one note names; further ones get notes of their own.
  static let maxAccounts = 200
}

extension EventNote {
  /// The note between processes, such as `u:115000000000000001`: a letter and the ids.
  var text: String {
    switch self {
    case .published(let id): "u:\(id)"
    case .edited(let id): "e:\(id)"
    case .counted(let id): "t:\(id)"
    case .removed(let post):
      "d:\(post.id):\(post.author):\(post.visibility.rawValue):\(post.isListed ? 1 : 0):\(Self.list(post.accounts))"
        + ":\(Self.list(post.tags))"
    case .notified(let id, let account): "n:\(id):\(account)"
    case .announced(let id): "a:\(id)"
    case .announcementRemoved(let id): "r:\(id)"
    case .accessChanged: "k"
    }
  }

  /// Reads a note; `nil` for one of a later version.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let ids = parts.dropFirst().map { Int64($0) }
    switch (parts.first, ids.first ?? nil, ids.count) {
    case ("u", let id?, 1): self = .published(id)
    case ("e", let id?, 1): self = .edited(id)
    case ("t", let id?, 1): self = .counted(id)
    case ("d", let id?, 6):
      guard let author = ids[1], let visibility = Visibility(rawValue: String(parts[3])) else { return nil }
      self = .removed(
        RemovedPost(
          id: id, author: author, visibility: visibility, isListed: ids[3] == 1,
          accounts: Self.ids(parts[5]), tags: Self.ids(parts[6])))
    case ("n", let id?, 2):
      guard let account = ids[1] else { return nil }
      self = .notified(id: id, account: account)
    case ("a", let id?, 1): self = .announced(id)
    case ("r", let id?, 1): self = .announcementRemoved(id)
    case ("k", nil, 0): self = .accessChanged
    default: return nil
    }
  }

  private static func list(_ ids: [Int64]) -> String { ids.map { "\($0)" }.joined(separator: ",") }

  private static func ids(_ text: Substring) -> [Int64] {
    text.split(separator: ",").compactMap { Int64($0) }
  }
}
