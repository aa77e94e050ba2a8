import Contracts
import Social

/// Posts, comments and likes of others that arrive while the page shows.
extension Moments {
  static func arrived(_ state: inout State, _ post: Post) {
    guard state.viewer != nil else { return }
    if let answered = post.replyTo?.id {
      let comment = Comment(
        id: post.id, sender: post.author.account, text: post.content.plainText,
        picture: post.attachments.first { $0.isPicture }?.picture, createdAt: post.createdAt)
      put(&state, comment, under: answered)
    } else if state.profile?.username == post.author.account.username, post.visibility != .direct,
      state.isComplete, state.writing.posts.isEmpty, !state.posts.contains(where: { $0.id == post.id })
    {
      state.posts.insert(MomentsPost(post), at: 0)
    }
  }

  static func arrived(_ state: inout State, _ notification: Notification) {
    guard let post = notification.post else { return }
    switch notification.kind {
    case .mention: arrived(&state, post)
    case .favourite:
      for index in state.posts.indices where state.posts[index].id == post.id {
        state.posts[index].setLike(of: notification.actor.account, true)
      }
    default: return
    }
  }
}

extension MomentsPost {
  fileprivate init(_ post: Post) {
    self.init(
      id: post.id, sender: post.author.account, text: post.content.plainText, warning: post.warning,
      isSensitive: post.isSensitive, pictures: post.attachments.filter { $0.isPicture }.map { $0.picture },
      createdAt: post.createdAt)
  }
}
