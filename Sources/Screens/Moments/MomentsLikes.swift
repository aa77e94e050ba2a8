import Contracts
import Social

/// `··`, and the like behind it.
extension Moments {
  /// As long as the style sheet takes to slide Like and Comment in again.
  static let menuMilliseconds = 250

  static func toggleMenu(_ state: inout State, _ key: String) -> [Effect] {
    if let menu = state.writing.menu, menu.key == key, !menu.isLeaving { return closeMenu(&state) }
    guard state.offersActions, state.post(key)?.id != nil else { return [] }
    state.writing.menu = Menu(key: key)
    return []
  }

  static func closeMenu(_ state: inout State) -> [Effect] {
    guard let menu = state.writing.menu, !menu.isLeaving else { return [] }
    state.writing.menu?.isLeaving = true
    return [.after(milliseconds: menuMilliseconds, .menuLeft(key: menu.key))]
  }

  static func menuLeft(_ state: inout State, _ key: String) -> [Effect] {
    if state.writing.menu == Menu(key: key, isLeaving: true) { state.writing.menu = nil }
    return []
  }

  static func toggleLike(_ state: inout State, _ key: String) -> [Effect] {
    let effects = closeMenu(&state)
    guard let post = state.post(key), let id = post.id else { return effects }
    guard state.asker != nil else { return effects + [.open(.signIn)] }
    let isLiked = !state.isLiked(post)
    if state.writing.wishes[id] != nil {
      // The running request's answer sees that the wish has changed.
      state.writing.wishes[id]?.isLiked = isLiked
      return effects
    }
    state.writing.wishes[id] = Wish(isLiked: isLiked, sent: isLiked)
    return effects + [like(id, isLiked)]
  }

  private static func like(_ id: String, _ isLiked: Bool) -> Effect {
    .call(RequestName(.like, id), MastodonRequests.favourite(id, isLiked))
  }

  static func answeredLike(
    _ state: inout State, _ id: String, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard let wish = state.writing.wishes[id], let me = state.asker?.account else { return [] }
    guard case .success(let answer) = result, answer.isSuccess else {
      state.writing.wishes[id] = nil
      return [.toast(Toast(.likeFailed, state.serverName))]
    }
    if let index = state.posts.firstIndex(where: { $0.id == id }) { state.posts[index].setLike(of: me, wish.sent) }
    guard wish.isLiked == wish.sent else {
      state.writing.wishes[id]?.sent = wish.isLiked
      return [like(id, wish.isLiked)]
    }
    state.writing.wishes[id] = nil
    return []
  }
}
