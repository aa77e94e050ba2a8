import Contracts

extension ProfilePage {
  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case follow
    /// Turns notifications of each of their posts on or off.
    case notify
    /// Opens the other actions on the person.
    case options
    /// Opens the private note about them.
    case note
    case choose(MastodonRequests.Selection)
    /// Opens their picture, or their banner.
    case avatar, banner
    /// Folds or unfolds their bio.
    case bio
    case post(PostTap)

    private enum Verb: String {
      case follow, notify, options, note, posts, replies, media, avatar, banner, bio
    }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .follow: EncodedTap(Verb.follow.rawValue)
      case .notify: EncodedTap(Verb.notify.rawValue)
      case .options: EncodedTap(Verb.options.rawValue)
      case .note: EncodedTap(Verb.note.rawValue)
      case .choose(.posts): EncodedTap(Verb.posts.rawValue)
      case .choose(.withReplies): EncodedTap(Verb.replies.rawValue)
      case .choose(.media): EncodedTap(Verb.media.rawValue)
      case .avatar: EncodedTap(Verb.avatar.rawValue)
      case .banner: EncodedTap(Verb.banner.rawValue)
      case .bio: EncodedTap(Verb.bio.rawValue)
      case .post(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
        return
      }
      switch Verb(rawValue: tap.verb) {
      case .follow: self = .follow
      case .notify: self = .notify
      case .options: self = .options
      case .note: self = .note
      case .posts: self = .choose(.posts)
      case .replies: self = .choose(.withReplies)
      case .media: self = .choose(.media)
      case .avatar: self = .avatar
      case .banner: self = .banner
      case .bio: self = .bio
      case nil:
        guard let post = PostTap(tap) else { return nil }
        self = .post(post)
      }
    }
  }
}
