import Social

/// The comments and likes of the viewer in a post.
extension MomentsPost {
  /// Creates the comment that shows until it is sent (`sent` is `nil`), and then until the server's own one
  /// comes.
  init(_ item: OutboxItem, of me: Account, as sent: Post?, at time: Timestamp?) {
    let draft = item.draft ?? Draft()
    let pictures = (sent?.attachments ?? []).filter { $0.isPicture }.map { $0.picture }
    self.init(
      id: sent?.id, sender: me, text: draft.text, warning: draft.warning, isSensitive: draft.isSensitive,
      pictures: pictures.isEmpty ? draft.pictures.map { $0.picture } : pictures, createdAt: time,
      location: sent?.location ?? draft.shownLocation, language: sent?.language ?? draft.language,
      visibility: sent?.visibility ?? draft.visibility ?? .everybody, circles: sent?.circles ?? draft.circles,
      hasPoll: sent?.hasPoll ?? (draft.poll != nil))
  }

  init(_ item: OutboxItem, of me: Account) { self.init(item, of: me, as: nil, at: nil) }

  mutating func setLike(of account: Account, _ isLiked: Bool) {
    let index = likes.firstIndex { $0.username == account.username }
    if let index, !isLiked { likes.remove(at: index) }
    if index == nil, isLiked { likes.append(account) }
  }

  /// The parent of a comment under a post.
  indirect enum CommentTarget: Equatable {
    case post
    case comment(Comment.Reply)

    var reply: Comment.Reply? {
      guard case .comment(let reply) = self else { return nil }
      return reply
    }
  }

  /// Returns the post or comment with that id; `nil` if it belongs to another post.
  func target(of answered: String) -> CommentTarget? {
    if answered == id { return .post }
    return comments.first { $0.id == answered }.map {
      .comment(Comment.Reply(id: answered, sender: $0.sender))
    }
  }
}
