/// Something that an answer can depend on, and that a change can concern.
///
/// What touches everybody (who is here, who is suspended, what the community is called) is no subject: such a change
/// outdates everything (`SubjectKind.foundation`).
public enum Subject: Equatable, Sendable {
  /// All data but what lets people in: for answers whose reading says nothing more exact.
  case anything
  /// Tokens, sessions and codes that may be worth nothing now.
  case access
  /// A post's own row with its counters, what it names, its pictures, its earlier versions.
  case post(Int64)
  /// An account's own row: name, pictures, counters.
  case account(Int64)
  /// The names and the picture beside an account's posts, without its counters. A change of it is one of `account` too.
  case face(Int64)
  /// Which posts and reposts are somebody's, and which of them are pinned.
  case authored(Int64)
  /// Which posts belong to a conversation, and in what order.
  case conversation(Int64)
  /// The people that an account follows, asked to follow, blocked or muted, or that blocked it; and the posts for few
  /// readers that name it.
  case reader(Int64)
  /// Who follows somebody or asked to.
  case followers(Int64)
  /// What somebody did with posts: favourites, bookmarks, reposts, pins, muted conversations.
  case marks(Int64)
  case notifications(Int64)
  /// How far somebody has read.
  case markers(Int64)
  /// Which posts everybody's timeline may hold.
  case publicPosts
  /// Which posts have a tag; in lower case.
  case tag(String)
  /// Which pictures there are, and which of them are sensitive.
  case pictures

  /// Where its revision is kept. Two subjects may share a place: then a change of one outdates the other too, which
  /// costs an encoding and is never wrong.
  var slot: UInt32 {
    let (kind, id) = number
    return Self.slot(kind: kind, id: id)
  }

  static let slotCount: UInt32 = 1 << 17

  /// The finalizer of SplitMix64.
  static func slot(kind: UInt8, id: Int64) -> UInt32 {
    var hash = UInt64(bitPattern: id) &+ UInt64(kind) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 31)) & (slotCount - 1)
  }

  /// The kind, and an id within the kind.
  private var number: (kind: UInt8, id: Int64) {
    switch self {
    case .anything: (SubjectKind.anything.rawValue, 0)
    case .access: (SubjectKind.access.rawValue, 0)
    case .post(let id): (SubjectKind.post.rawValue, id)
    case .account(let id): (SubjectKind.account.rawValue, id)
    case .face(let id): (SubjectKind.face.rawValue, id)
    case .authored(let id): (SubjectKind.authored.rawValue, id)
    case .conversation(let id): (SubjectKind.conversation.rawValue, id)
    case .reader(let id): (SubjectKind.reader.rawValue, id)
    case .followers(let id): (SubjectKind.followers.rawValue, id)
    case .marks(let id): (SubjectKind.marks.rawValue, id)
    case .notifications(let id): (SubjectKind.notifications.rawValue, id)
    case .markers(let id): (SubjectKind.markers.rawValue, id)
    case .publicPosts: (SubjectKind.publicPosts.rawValue, 0)
    case .tag(let name): (SubjectKind.tag.rawValue, Self.hash(name))
    case .pictures: (SubjectKind.pictures.rawValue, 0)
    }
  }

  /// The id that stands for a text: FNV-1a.
  public static func hash(_ text: String) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}

/// The kinds of subjects, as a database driver names them.
public enum SubjectKind: UInt8, CaseIterable, Sendable {
  case anything, access, post, account, authored, conversation, reader, followers, marks, notifications, markers
  case publicPosts, tag, pictures
  /// Not a subject: the change touches everybody.
  case foundation
  /// Behind the others: an older process on the same PostgreSQL database keeps their numbers.
  case face
}
