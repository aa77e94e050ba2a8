import Contracts
import JSON
import Markup
import Social

/// What a stranger wanted to do, which is done once they have signed in.
struct Wish: Equatable, Sendable {
  /// How long the device keeps it, in milliseconds.
  static let lifetime: Int64 = 600_000

  let kind: WishKind
  /// The id of the post or of the person.
  let id: String

  init(_ kind: WishKind, _ id: String) {
    self.kind = kind
    self.id = id
  }

  init(_ mark: Mark, _ id: String) {
    let kind: WishKind =
      switch mark {
      case .favourite: .like
      case .repost: .repost
      case .bookmark: .bookmark
      // Strangers are offered no other ones.
      case .follow, .pin, .muteThread, .hideReposts, .notify, .mute, .block: .follow
      }
    self.init(kind, id)
  }

  /// nil: it is unreadable, or too old.
  init?(kept text: String, now: Timestamp) {
    let parts = WrittenTap(text: text)
    guard let end = Int64(digits: Array(parts.verb.utf8)[...]), now.milliseconds < end, parts.values.count == 2,
      let kind = WishKind(rawValue: parts.values[0])
    else { return nil }
    self.init(kind, parts.values[1])
  }

  /// The text that the device keeps.
  func kept(at now: Timestamp) -> String {
    WrittenTap("\(now.milliseconds + Self.lifetime)", kind.rawValue, id).text
  }

  /// The front door, which says why.
  var door: String { Route.home.url(query: "?" + kind.rawValue + "=" + percentEncoded(id)).text }
}

/// What only members do. Its names stand in the query of the front door's address.
public enum WishKind: String, CaseIterable, Sendable {
  case like, repost, bookmark, reply, follow
}

/// A stranger's wish in words: what, and whose.
public struct DoorWish: Equatable, Sendable {
  public let kind: WishKind
  /// The person's, or the author's.
  public let name: String

  public init(_ kind: WishKind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// Why one has to sign in.
  func reason(_ strings: Strings) -> String {
    switch kind {
    case .like: strings[auth: .signInToLike, name]
    case .repost: strings[auth: .signInToRepost, name]
    case .bookmark: strings[auth: .signInToBookmark, name]
    case .reply: strings[auth: .signInToReply, name]
    case .follow: strings[auth: .signInToFollow, name]
    }
  }
}
