/// A cache tag: something that a response can depend on and that a change can touch.
///
/// Some changes touch every response: members who join or are suspended, and the community's settings. They
/// have no tag; they outdate everything (`CacheTagKind.everything`).
public enum CacheTag: Equatable, Sendable {
  /// All data except access: the default for reads that name nothing more exact.
  case anything
  /// Tokens, sessions and codes that may have become invalid.
  case access
  /// A post's own row with its counters, mentions, pictures and earlier versions.
  case post(Int64)
  /// An account's own row: name, pictures, counters.
  case account(Int64)
  /// The names and the picture beside an account's posts, without its counters. A change of it is one of
  /// `account` too.
  case face(Int64)
  /// The list of an account's posts and reposts, and which of them are pinned.
  case authored(Int64)
  /// The posts of a conversation and their order.
  case conversation(Int64)
  /// The relationships of a viewer, in both directions for blocks: follows, follow requests, blocks, mutes.
  /// Also the viewer's circles, and the posts for a small audience that mention the viewer.
  case viewer(Int64)
  /// The followers of an account, and those who asked to follow it.
  case followers(Int64)
  /// The interactions of an account: favourites, bookmarks, reposts, pins, muted conversations.
  case interactions(Int64)
  case notifications(Int64)
  /// The reading positions of an account.
  case markers(Int64)
  /// The posts that may be in the public timeline.
  case publicPosts
  /// The posts with a tag. The tag is in lower case.
  case tag(String)
  /// The existing pictures, and which of them are sensitive.
  case pictures

  /// The slot of the tag's revision. Two tags may share a slot: then a change of one outdates the other too.
  /// That costs an extra encoding, but no response is ever outdated unnoticed.
  var slot: UInt32 {
    let (kind, id) = number
    return Self.slot(kind: kind, id: id)
  }

  static let slotCount: UInt32 = 1 << 17

  /// Hashes with the finalizer of SplitMix64.
  static func slot(kind: UInt8, id: Int64) -> UInt32 {
    var hash = UInt64(bitPattern: id) &+ UInt64(kind) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 31)) & (slotCount - 1)
  }

  private var number: (kind: UInt8, id: Int64) {
    switch self {
    case .anything: (CacheTagKind.anything.rawValue, 0)
    case .access: (CacheTagKind.access.rawValue, 0)
    case .post(let id): (CacheTagKind.post.rawValue, id)
    case .account(let id): (CacheTagKind.account.rawValue, id)
    case .face(let id): (CacheTagKind.face.rawValue, id)
    case .authored(let id): (CacheTagKind.authored.rawValue, id)
    case .conversation(let id): (CacheTagKind.conversation.rawValue, id)
    case .viewer(let id): (CacheTagKind.viewer.rawValue, id)
    case .followers(let id): (CacheTagKind.followers.rawValue, id)
    case .interactions(let id): (CacheTagKind.interactions.rawValue, id)
    case .notifications(let id): (CacheTagKind.notifications.rawValue, id)
    case .markers(let id): (CacheTagKind.markers.rawValue, id)
    case .publicPosts: (CacheTagKind.publicPosts.rawValue, 0)
    case .tag(let name): (CacheTagKind.tag.rawValue, Self.hash(name))
    case .pictures: (CacheTagKind.pictures.rawValue, 0)
    }
  }

  /// Returns the id that stands for a text: its FNV-1a hash.
  public static func hash(_ text: String) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}

/// The kinds of tags, as a database driver reports them.
public enum CacheTagKind: UInt8, CaseIterable, Sendable {
  case anything, access, post, account, authored, conversation, viewer, followers, interactions,
    notifications, markers
  case publicPosts, tag, pictures
  /// A change that touches every response. No tag has this kind.
  case everything
  /// Behind the others: an older process on the same PostgreSQL database keeps their numbers.
  case face
}
