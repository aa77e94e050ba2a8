import Contracts
import Social

/// Replies of others that come by themselves.
extension Thread {
  /// Adds a reply that was published just now to the thread that it belongs to. If it isn't in sight in a
  /// moment, a pill says so.
  static func arrived(_ state: inout State, _ post: Post?, _ time: Timestamp) -> [Effect] {
    guard let post, state.hasContext, state.decoding == nil, let replyTo = post.replyTo?.id,
      !state.contains(post.id), replyTo == state.id || state.replies.contains(where: { $0.id == replyTo })
    else { return [] }
    add(&state, state.postsState.store.receive(post, asked: time), isOwn: false)
    if post.author.id == state.postsState.session?.me.id { return [] }
    state.unseen.append(post.id)
    return [.after(milliseconds: arrivalPause, .entriesArrived)]
  }

  /// Goes to the first of the replies that the pill announces.
  static func showUnseen(_ state: inout State) -> [Effect] {
    let shown = state.unseenReplies
    guard let index = state.replies.firstIndex(where: { reply in shown.contains { $0.id == reply.id } })
    else {
      state.unseen = []
      return []
    }
    state.shownReplies = max(state.shownReplies, index + 1)
    let id = state.replies[index].id
    state.unseen.removeAll { $0 == id }
    state.announcesUnseen = !state.unseen.isEmpty
    let goes = Effect.restore(key: "s" + id, offset: 132)
    // The next ones may be in sight there, and not every browser says that the screen has scrolled.
    return state.unseen.isEmpty ? [goes] : [goes, .after(milliseconds: arrivalPause, .entriesArrived)]
  }
}

extension Thread.State {
  /// The replies that the pill announces, oldest first: without those that were deleted or muted since.
  var unseenReplies: [Post] {
    guard announcesUnseen else { return [] }
    return unseen.compactMap { id in replies.first { $0.id == id }?.post }
      .filter { !postsState.store.hides($0, in: .list) }
  }
}
