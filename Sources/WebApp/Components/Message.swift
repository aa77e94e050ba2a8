import Localization
import Social

/// A message for the viewer, rendered in the language of the moment when it shows.
struct Message: Equatable, Sendable {
  let phrase: Phrase
  var values: [String] = []

  init(_ phrase: Phrase, _ values: String...) {
    self.phrase = phrase
    self.values = values
  }

  func text(_ strings: Strings) -> String {
    guard let first = values.first else { return strings[phrase] }
    return phrase == .refusedBy ? strings.refusal(first) : strings.text(phrase, values)
  }
}
