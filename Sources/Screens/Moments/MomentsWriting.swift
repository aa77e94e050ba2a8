import Contracts
import Social

extension Moments {
  /// What the person who looks does here, laid over what the server said: it shows at once, and is taken off
  /// again if the server refuses.
  struct Writing: Equatable, Sendable {
    var menu: Menu?
    /// What each tapped like should become, by post.
    var wishes: [String: Wish] = [:]
    var commenting: Commenting?
    /// Comments on their way, oldest first.
    var waiting: [WaitingComment] = []
    /// The ids of posts and comments that are being deleted.
    var removed: Set<String> = []
    /// The own comment that the person is asked about.
    var asked: Comment?
  }

  /// Like and Comment beside the `··` of a post.
  struct Menu: Equatable, Sendable {
    let key: String
    var isLeaving = false
  }

  struct Wish: Equatable, Sendable {
    var isLiked: Bool
    /// What the running request asks for.
    var sent: Bool
  }

  /// Whom the comment bar is open for.
  struct Commenting: Equatable, Sendable {
    /// Of the post.
    let key: String
    /// The post or the comment that is answered.
    let answered: String
    /// The comment's author; nil: the post is answered.
    let receiver: Account?
    /// What the field held when it opened.
    let draft: String
    /// As typed since.
    var text: String
  }

  struct WaitingComment: Equatable, Sendable {
    /// Of the outbox.
    let id: String
    let answered: String
    let text: String
  }
}

extension Moments.State {
  /// The page for the person who looks: with what they may do, their drafts, and their comments on the way.
  func seen(by context: ScreenContext) -> Moments.State {
    guard let session = context.session, session.origin == origin else { return self }
    var state = self
    state.asker = session.me
    state.commentDrafts = context.memory
    for item in context.outbox { Moments.waits(&state, item) }
    return state
  }

  /// The person can like and comment here, or could after signing in.
  var offersActions: Bool {
    if case .own = origin { return true }
    return asker != nil
  }

  /// The page of the person who looks.
  var isOwnPage: Bool { asker?.account.username == username }

  /// Whether the person who looks wrote it.
  func isOwn(_ account: Account) -> Bool { asker?.account.username == account.username }

  func isLiked(_ post: Post) -> Bool {
    if let wish = post.id.flatMap({ writing.wishes[$0] }) { return wish.isLiked }
    return post.likes.contains { isOwn($0) }
  }

  /// The post with what the person did to it.
  func overlaid(_ post: Post) -> Post {
    guard let me = asker?.account, let id = post.id else { return post }
    var post = post
    if let wish = writing.wishes[id] { post.setLike(of: me, wish.isLiked) }
    for comment in writing.waiting {
      guard let place = post.place(of: comment.answered) else { continue }
      post.comments.append(Comment(sender: me, text: comment.text, replyTo: place.reply))
    }
    if !writing.removed.isEmpty {
      post.comments.removeAll { comment in comment.id.map { writing.removed.contains($0) } ?? false }
    }
    return post
  }
}

extension Post {
  mutating func setLike(of account: Account, _ isLiked: Bool) {
    let index = likes.firstIndex { $0.username == account.username }
    if let index, !isLiked { likes.remove(at: index) }
    if index == nil, isLiked { likes.append(account) }
  }

  /// What an answer under a post answers.
  indirect enum Place: Equatable {
    case post
    case comment(Comment.Reply)

    var reply: Comment.Reply? {
      guard case .comment(let reply) = self else { return nil }
      return reply
    }
  }

  /// What has that id here; nil: it belongs to another post.
  func place(of answered: String) -> Place? {
    if answered == id { return .post }
    return comments.first { $0.id == answered }.map { .comment(Comment.Reply(id: answered, sender: $0.sender)) }
  }
}
