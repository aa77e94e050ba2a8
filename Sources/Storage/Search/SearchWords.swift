import Foundation

/// Texts as they are searched: in words that are the same however somebody writes them.
///
/// Upper and lower case are the same, and letters with and without accents (`Καλημέρα` and `καλημερα`), wide and narrow
/// ones, and both forms of the Greek sigma. Chinese and Japanese know no spaces: such a text is kept as the pairs of its
/// neighbouring characters, and its last character.
enum SearchWords {
  /// Further ones of a text can't be found.
  static let mostWords = 5000

  /// What is kept of a text.
  static func indexed(_ text: String) -> [String] {
    Array(
      runs(of: text).flatMap { run in
        run.isIdeographic ? pairs(run.scalars) + [String(run.scalars.suffix(1))] : [run.text]
      }
      .prefix(mostWords))
  }

  /// What to look for, for a word of a query: its own words, which stand behind one another, the last one by its
  /// beginning; empty if there is no letter and no digit in it.
  static func query(_ word: String) -> [String] {
    runs(of: word).flatMap { run in
      run.isIdeographic && run.scalars.count > 1 ? pairs(run.scalars) : [run.text]
    }
  }

  /// A name as it is looked for by its beginning, or by anything in it: its letters folded as those of posts.
  static func folded(_ name: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in name.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      folded.append(scalar == "ς" ? "σ" : scalar)
    }
    return String(folded)
  }

  /// Characters that belong together: no others stand between them.
  private struct Run {
    var scalars: [Unicode.Scalar]
    let isIdeographic: Bool

    var text: String { String(scalars) }
  }

  private static func runs(of text: String) -> [Run] {
    var runs: [Run] = []
    var isOpen = false
    // Accents are gone; nothing ends with them.
    for scalar in folded(text).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .spacingMark:
        let isIdeographic = isIdeographic(scalar)
        if isOpen, runs[runs.count - 1].isIdeographic == isIdeographic {
          runs[runs.count - 1].scalars.append(scalar)
        } else {
          runs.append(Run(scalars: [scalar], isIdeographic: isIdeographic))
        }
        isOpen = true
      default: isOpen = false
      }
    }
    return runs
  }

  private static func pairs(_ scalars: [Unicode.Scalar]) -> [String] {
    zip(scalars, scalars.dropFirst()).map { String([$0, $1]) }
  }

  /// Han, Hiragana and Katakana.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || 0x3040...0x30FF ~= scalar.value
  }
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
