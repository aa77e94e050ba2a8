/// The taps that belong to a field for a text, in the composer and in a comment.
indirect enum FieldTap: ScreenTap {
  /// Inserts a suggested name or tag, with its sign. An empty one dismisses the suggestions.
  case complete(String)
  /// Opens or closes the emoji panel.
  case emoji

  private enum Verb: String {
    case complete, emoji
  }

  var encoded: EncodedTap {
    switch self {
    case .complete(let word): EncodedTap(Verb.complete.rawValue, word)
    case .emoji: EncodedTap(Verb.emoji.rawValue)
    }
  }

  init?(_ tap: EncodedTap) {
    switch Verb(rawValue: tap.verb) {
    case .complete: self = .complete(tap.value)
    case .emoji: self = .emoji
    case nil: return nil
    }
  }
}
