import Contracts
import Social

/// The comment bar, and comments on their way.
extension Moments {
  /// `comment`: the id of the comment that is answered; nil: the post is.
  static func startComment(_ state: inout State, _ key: String, answering comment: String?) -> [Effect] {
    let effects = closeMenu(&state)
    guard let post = state.post(key), let id = post.id, state.offersActions else { return effects }
    guard state.asker != nil else { return effects + [.open(.signIn)] }
    let answered = comment.flatMap { id in post.comments.first { $0.id == id } }
    if let answered, state.isOwn(answered.sender) {
      state.writing.asked = answered
      return effects
    }
    guard comment == nil || answered != nil else { return effects }
    let answeredID = answered?.id ?? id
    let draft = state.commentDrafts[commentKey(answeredID)] ?? ""
    state.writing.commenting = Commenting(
      key: key, answered: answeredID, receiver: answered?.sender, draft: draft, text: draft)
    return effects
  }

  static func commentKey(_ answered: String) -> String { "comment " + answered }

  static func typedComment(_ state: inout State, _ text: String) -> [Effect] {
    guard let commenting = state.writing.commenting else { return [] }
    state.writing.commenting?.text = text
    return [keep(&state, commenting.answered, text.isEmpty ? nil : text)]
  }

  private static func keep(_ state: inout State, _ answered: String, _ text: String?) -> Effect {
    let key = commentKey(answered)
    state.commentDrafts[key] = text
    return .remember(key: key, text)
  }

  static func sendComment(_ state: inout State) -> [Effect] {
    guard let commenting = state.writing.commenting, commenting.canSend, let post = state.post(commenting.key) else {
      return []
    }
    state.writing.commenting = nil
    let answered = post.comments.first { $0.id == commenting.answered }
    let sender = answered?.sender ?? post.sender
    // Who may see it is left to the server: whoever may see the post.
    let draft = Draft(
      text: commenting.text, visibility: nil,
      replyTo: Draft.Quoted(
        id: commenting.answered, nick: sender.nick, handle: sender.username, text: answered?.text ?? post.text))
    return [keep(&state, commenting.answered, nil), .post(draft)]
  }

  /// A change that another screen, or the outbox, made.
  static func heard(_ state: inout State, _ fact: Fact) -> [Effect] {
    switch fact {
    case .statusWaiting(let item): waits(&state, item)
    case .statusCancelled(let local): state.writing.waiting.removeAll { $0.id == local }
    case .statusSent(let local, let answer): return sent(&state, local, answer)
    case .statusRemoved(let id): state.writing.removed.insert(id)
    case .statusRestored(let status): state.writing.removed.remove(status.id)
    case .statusChanged(let status): changed(&state, status)
    case .relationshipChanged, .profileChanged: break
    }
    return []
  }

  static func waits(_ state: inout State, _ item: OutboxItem) {
    guard let draft = item.draft, let answered = draft.replyTo?.id else { return }
    if case .failed = item.state {
      state.writing.waiting.removeAll { $0.id == item.id }
    } else if !state.writing.waiting.contains(where: { $0.id == item.id }) {
      state.writing.waiting.append(WaitingComment(id: item.id, answered: answered, text: draft.text))
    }
  }

  private static func sent(_ state: inout State, _ local: String, _ answer: Answer) -> [Effect] {
    guard let me = state.asker?.account else { return [] }
    guard let comment = state.writing.waiting.first(where: { $0.id == local }) else {
      // A new post of one's own belongs on top of one's own page.
      guard state.username == me.username, state.loading == .no else { return [] }
      return reduce(&state, .tookOver)
    }
    state.writing.waiting.removeAll { $0.id == local }
    for index in state.posts.indices {
      guard let place = state.posts[index].place(of: comment.answered) else { continue }
      state.posts[index].comments.append(
        Comment(
          id: MastodonDecoder(origin: state.origin).status(body: answer.body)?.id, sender: me, text: comment.text,
          replyTo: place.reply))
    }
    return []
  }

  private static func changed(_ state: inout State, _ status: Status) {
    guard let me = state.asker?.account, state.writing.wishes[status.id] == nil,
      let index = state.posts.firstIndex(where: { $0.id == status.id })
    else { return }
    state.posts[index].setLike(of: me, status.viewer.isFavourite)
  }

  // MARK: Deleting one's own.

  static func deletePost(_ state: State, _ key: String) -> [Effect] {
    guard let me = state.asker, let post = state.post(key), let id = post.id, state.isOwn(post.sender) else {
      return []
    }
    return [.delete(Status(id: id, author: me, content: .text(post.text), createdAt: post.createdAt))]
  }

  static func deleteComment(_ state: inout State) -> [Effect] {
    guard let me = state.asker, let comment = state.writing.asked, let id = comment.id else { return [] }
    state.writing.asked = nil
    return [.delete(Status(id: id, author: me, content: .text(comment.text), createdAt: comment.createdAt))]
  }
}

extension Moments.Commenting {
  var isOver: Bool { CharacterCount(text).surplusStart != nil }

  var canSend: Bool { !Draft(text: text).isBlank && !isOver }
}
