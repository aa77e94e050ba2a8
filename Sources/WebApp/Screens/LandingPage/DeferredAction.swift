import Contracts
import JSON
import Localization
import Markup
import Social

/// A deferred action: a stranger's tap that is carried out after signing in.
struct DeferredAction: Equatable, Sendable {
  /// The time for which the device stores it, in milliseconds.
  static let lifetime: Int64 = 600_000

  let kind: DeferredActionKind
  /// The id of the post or of the person.
  let id: String

  init(_ kind: DeferredActionKind, _ id: String) {
    self.kind = kind
    self.id = id
  }

  init(_ action: MemberAction, _ id: String) {
    let kind: DeferredActionKind =
      switch action {
      case .post(.favourite): .like
      case .post(.repost): .repost
      case .post(.bookmark): .bookmark
      // Strangers are offered no other interactions.
      case .post(.pin), .post(.muteThread), .person, .vote: .follow
      }
    self.init(kind, id)
  }

  /// The action after signing in; `nil` if a screen opens instead.
  var action: MemberAction? {
    switch kind {
    case .like: .post(.favourite)
    case .repost: .post(.repost)
    case .bookmark: .post(.bookmark)
    case .follow: .person(.follow(name: ""))
    case .reply: nil
    }
  }

  /// Fails if the text is unreadable or too old.
  init?(storedText text: String, now: Timestamp) {
    let parts = EncodedTap(text: text)
    guard let end = Int64(digits: Array(parts.verb.utf8)[...]), now.milliseconds < end,
      parts.values.count == 2,
      let kind = DeferredActionKind(rawValue: parts.values[0])
    else { return nil }
    self.init(kind, parts.values[1])
  }

  /// Returns the text that the device stores.
  func storedText(at now: Timestamp) -> String {
    EncodedTap("\(now.milliseconds + Self.lifetime)", kind.rawValue, id).text
  }

  /// The landing page with the reason for signing in.
  var landingPageURL: String { Route.home.url(query: "?" + kind.rawValue + "=" + percentEncoded(id)).text }
}

/// An action that needs a member. Its names stand in the query of the landing page's address.
public enum DeferredActionKind: String, CaseIterable, Sendable {
  case like, repost, bookmark, reply, follow
}

/// A stranger's deferred action as a text: the action, and the person concerned.
public struct SignInReason: Equatable, Sendable {
  public let kind: DeferredActionKind
  /// The name of the person, or of the post's author.
  public let name: String

  public init(_ kind: DeferredActionKind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// Returns the reason for signing in.
  func text(_ strings: Strings) -> String {
    switch kind {
    case .like: strings[auth: .signInToLike, name]
    case .repost: strings[auth: .signInToRepost, name]
    case .bookmark: strings[auth: .signInToBookmark, name]
    case .reply: strings[auth: .signInToReply, name]
    case .follow: strings[auth: .signInToFollow, name]
    }
  }
}
