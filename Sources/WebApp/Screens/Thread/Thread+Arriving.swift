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
    let stored = state.postsState.store.receive(post, asked: time)
    state.sent.append(Sent(post: stored, at: time))
    add(&state, stored, isOwn: false)
    if post.author.id == state.postsState.session?.me.id { return [] }
    state.unseen.append(post.id)
    return [.after(milliseconds: arrivalPause, .entriesArrived)]
  }

  /// Lets the pill announce the replies of a response that the viewer didn't ask for, once it is known which
  /// are out of sight.
  static func announce(_ state: inout State, besides known: [PostRecord]) -> [Effect] {
    var ids = Set(state.unseen)
    for reply in known { ids.insert(reply.id) }
    let me = state.postsState.session?.me.id
    var new: [String] = []
    for reply in state.replies where !ids.contains(reply.id) && reply.post.author.id != me {
      let place = new.firstIndex { EntryList.isNewer($0, than: reply.id) } ?? new.endIndex
      new.insert(reply.id, at: place)
    }
    guard !new.isEmpty else { return [] }
    state.unseen += new
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
