import Localization
import Markup
import Social

/// The menu of a post or a comment, which opens by holding it, by a right click, or by a button for those who use
/// neither.
extension Moments {
  /// Opens the menu, which loads the post or comment: a Moments page knows less of it than its menu needs.
  static func openOptions(_ state: inout State, _ id: String) -> [Effect] {
    let effects = closeMenu(&state)
    guard let held = state.held(id) else { return effects }
    return effects + [.open(.options(.held(held)))]
  }

  /// Opens the thread of a post, which shows its poll.
  @inline(never)
  static func openThread(_ state: State, _ key: String) -> [Effect] {
    guard let post = state.post(key), let id = post.id else { return [] }
    return [.open(.thread(id: id, nil, handle: post.sender.username))]
  }
}

extension Moments.State {
  /// Returns what the page knows of a post or comment; `nil` if it is gone.
  fileprivate func held(_ id: String) -> Post? {
    for post in records.map({ current($0) }) {
      if post.id == id { return Post(id, post.sender, post.text, me: viewer) }
      for comment in post.comments where comment.id == id {
        return Post(id, comment.sender, comment.text, me: viewer)
      }
    }
    return nil
  }
}

extension Post {
  fileprivate init(_ id: String, _ sender: Account, _ text: String, me: Profile?) {
    let author = me?.account.username == sender.username ? me : nil
    self.init(id: id, author: author ?? Profile(id: "", account: sender), content: .text(text))
  }
}

extension HTML {
  /// Writes the button of that menu, which shows when it has the focus.
  @inline(never)
  mutating func optionsButton(_ id: String?, _ strings: Strings) {
    guard let id else { return }
    element(
      "button", .class("answer more-options"), .type("button"), .tap(Moments.Tap.options(id: id)),
      text: strings[.more])
  }
}
