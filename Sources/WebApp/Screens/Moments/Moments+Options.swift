import Contracts
import Localization
import Markup
import Social

/// The menu of a post or a comment, which opens by holding it, by a right click, or by a button for those who use
/// neither.
extension Moments {
  /// Loads the post or comment, as a Moments page knows less of it than its menu needs.
  static func openOptions(_ state: inout State, _ key: String, _ comment: String?) -> [Effect] {
    let effects = closeMenu(&state)
    guard let held = state.held(key, comment) else { return effects }
    guard state.viewer != nil else { return effects + [.open(.options(.part(held)))] }
    return effects + [.ask(Request.options(key: key, comment: comment), MastodonRequests.status(held.id))]
  }

  /// Opens the menu. Without a network it is the part for what the page knows.
  static func receivedOptions(
    _ state: State, _ key: String, _ comment: String?, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard let held = state.held(key, comment) else { return [] }
    guard case .success(let response) = result, response.isSuccess,
      let post = MastodonDecoder(origin: state.origin).status(body: response.body)
    else { return [.open(.options(.part(held)))] }
    return [.open(.options(.post(post)))]
  }

}

extension Moments.State {
  /// Returns what the page knows of a post, or of its comment with that id; `nil` if it is gone.
  fileprivate func held(_ key: String, _ comment: String?) -> Post? {
    guard let post = post(key) else { return nil }
    guard let comment else { return Post(post.id, post.sender, post.text, me: viewer) }
    return post.comments.first { $0.id == comment }.flatMap { Post($0.id, $0.sender, $0.text, me: viewer) }
  }
}

extension Post {
  fileprivate init?(_ id: String?, _ sender: Account, _ text: String, me: Profile?) {
    guard let id else { return nil }
    let author = me?.account.username == sender.username ? me : nil
    self.init(id: id, author: author ?? Profile(id: "", account: sender), content: .text(text))
  }
}

extension HTML {
  /// Writes the button of that menu, which shows when it has the focus.
  mutating func optionsButton(_ tap: Moments.Tap, _ strings: Strings) {
    element("button", .class("answer more-options"), .type("button"), .tap(tap), text: strings[.more])
  }
}
