import Contracts
import Localization
import Social

/// A member's interaction with a post.
enum PostInteraction: Equatable, Sendable {
  case favourite
  case repost
  case bookmark
  /// Pins one of the viewer's posts to the top of their profile.
  case pin
  /// Mutes the post's conversation: no more notifications about it.
  case muteThread

  var storedName: String {
    switch self {
    case .favourite: "favourite"
    case .repost: "repost"
    case .bookmark: "bookmark"
    case .pin: "pin"
    case .muteThread: "thread"
    }
  }

  init?(storedName name: String) {
    switch name {
    case "favourite": self = .favourite
    case "repost": self = .repost
    case "bookmark": self = .bookmark
    case "pin": self = .pin
    case "thread": self = .muteThread
    default: return nil
    }
  }

  /// True if it has a button under each post. The menu of a post has the others.
  var hasButton: Bool {
    switch self {
    case .favourite, .repost, .bookmark: true
    case .pin, .muteThread: false
    }
  }

  /// True if it is retried when it fails for now; otherwise a failure is final and shown.
  var isRetried: Bool { hasButton }

  /// The sentence when it is turned on; `nil` if the post shows it.
  var toast: Toast? {
    switch self {
    case .favourite, .repost, .bookmark: nil
    case .pin: Toast(.pinnedNow)
    case .muteThread: Toast(.threadMuted)
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .favourite: MastodonRequests.favourite(id, isOn)
    case .repost: MastodonRequests.repost(id, isOn)
    case .bookmark: MastodonRequests.bookmark(id, isOn)
    case .pin: MastodonRequests.pin(id, isOn)
    case .muteThread: MastodonRequests.mute(threadOf: id, isOn)
    }
  }

  func isOn(_ post: Post) -> Bool {
    switch self {
    case .favourite: post.interactions.isFavourite
    case .repost: post.interactions.isReposted
    case .bookmark: post.interactions.isBookmarked
    case .pin: post.interactions.isPinned
    case .muteThread: post.interactions.isMuted
    }
  }

  /// Returns the post with the interaction on or off, and its count changed.
  func set(_ isOn: Bool, on post: Post) -> Post {
    guard self.isOn(post) != isOn else { return post }
    var post = post
    let step = isOn ? 1 : -1
    switch self {
    case .favourite:
      post.interactions.isFavourite = isOn
      post.favouritesCount = max(0, post.favouritesCount + step)
    case .repost:
      post.interactions.isReposted = isOn
      post.repostsCount = max(0, post.repostsCount + step)
    case .bookmark: post.interactions.isBookmarked = isOn
    case .pin: post.interactions.isPinned = isOn
    case .muteThread: post.interactions.isMuted = isOn
    }
    return post
  }

  var failure: Message {
    switch self {
    case .favourite: Message(.favouriteFailed)
    case .repost: Message(.repostFailed)
    case .bookmark: Message(.bookmarkFailed)
    case .pin, .muteThread: Message(.notSaved)
    }
  }
}
