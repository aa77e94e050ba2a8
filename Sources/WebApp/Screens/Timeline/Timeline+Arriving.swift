import Contracts
import Social

/// Entries that come by themselves, one by one.
extension Timeline {
  /// Adds an entry that was published just now: behind the pill at once, or with the others of its piece of
  /// the stream; at the very top together with those of the same moment. While a page is on its way, the
  /// entry waits, since the page may bring it.
  @inline(never)
  static func arrived(_ state: inout State, _ item: MastodonDecoder.Item, _ time: Timestamp) -> [Effect] {
    let post = item.entry.post
    // The outbox's answer brings it, and takes the waiting one away.
    let isOnItsWay =
      item.entry.reposter == nil && post.author.id == state.postsState.session?.me.id
      && state.waiting.contains { $0.state == .sending }
    guard !isOnItsWay, !FilterEffect(post.filters, in: state.kind.filters).hides else { return [] }
    if state.list.isEmpty, state.loading == .no { return refresh(&state, .quiet) }
    let (new, isFirst) = (state.postsState.receive(item, asked: time), state.arriving.isEmpty)
    let index = state.arriving.firstIndex { EntryList.isNewer($0.id, than: new.id) }
    state.arriving.insert(new, at: index ?? state.arriving.endIndex)
    if state.loading != .no { return [] }
    if !state.showsArrivedAtOnce, !state.list.store.isGathering { return showArrived(&state) }
    // Within a piece, too: a deletion in it may leave the viewer at the top.
    return isFirst ? [.after(milliseconds: arrivalPause, .entriesArrived)] : []
  }

  /// Shows the entries of a piece behind the pill; those at the very top wait for others of the same moment.
  @inline(never)
  static func gathered(_ state: inout State) -> [Effect] {
    state.showsArrivedAtOnce ? [] : showArrived(&state)
  }

  /// Shows the entries that have arrived: to a viewer at the top, to others behind the pill.
  ///
  /// - Parameter atTop: false if the viewer has begun to scroll since the reading position was reported.
  @inline(never)
  static func showArrived(_ state: inout State, atTop: Bool = true) -> [Effect] {
    guard state.loading == .no, !state.arriving.isEmpty else { return [] }
    let isSeen = atTop && state.showsArrivedAtOnce
    let count = state.list.arrive(state.arriving, unread: isSeen ? nil : state.newCount)
    if !isSeen { state.newCount += count }
    state.arriving = []
    if count > 0 { state.showsOldestNew = false }
    return save(&state) + (isSeen && count > 0 ? [.scrollToTop] : []) + askForParents(&state)
  }
}
