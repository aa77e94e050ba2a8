import Contracts
import Social

/// Completing `@` and `#`, and inserting emoji.
extension Compose {
  static func askCompletions(_ state: inout State) -> [Effect] {
    guard let word = state.completions?.word, let request = state.completions?.request() else { return [] }
    return [.ask(Request.completions(word), request)]
  }

  static func receivedCompletions(
    _ state: inout State, _ word: String, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard var completions = state.completions, completions.word == word else { return [] }
    if completions.received(result, from: state.origin) {
      state.completions = completions
      return []
    }
    // The device stores the people that the viewer follows, and the authors of the home timeline. They are
    // offered in this order.
    guard let session = state.session else { return [] }
    return [.load(key: session.followingKey), .load(key: session.homeKey)]
  }

  static func tapped(_ state: inout State, _ tap: FieldTap) -> [Effect] {
    switch tap {
    case .emoji:
      state.emojis = state.emojis == nil ? EmojiPanel(recent: state.recentEmojis) : nil
      return []
    case .complete(let word):
      guard let completions = state.completions else { return [] }
      state.completions = nil
      if word.isEmpty { return [] }
      state.draft.text = completions.text(choosing: word, in: state.draft.text, caret: state.caret)
      state.caret = nil
      state.discarded = nil
      return [.setField(name: "text", state.draft.text), store(state)]
    }
  }

  /// Closes the suggestions and the emoji before another page takes the place of the field: the bridge fills the
  /// panel only when its button opens it.
  static func coverField(_ state: inout State) {
    state.completions = nil
    state.emojis = nil
  }

  /// Notes an emoji that the bridge inserted.
  static func used(_ state: inout State, emoji: String) -> [Effect] {
    guard let text = EmojiPanel.recent(state.recentEmojis, using: emoji) else { return [] }
    state.recentEmojis = text
    return [.remember(key: EmojiPanel.key, text)]
  }
}
