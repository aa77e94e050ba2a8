import Foundation

/// Splits texts into normalized words for the search.
///
/// Case, accents (`Καλημέρα` and `καλημερα`), wide and narrow letters, and both forms of the Greek sigma make
/// no difference. Chinese and Japanese have no spaces: their texts are indexed as pairs of neighbouring
/// characters, and the last character.
enum SearchWords {
  /// The maximum number of words of a text; further words can't be found.
  static let maxWords = 5000

  /// Returns the words of a text for the index.
  static func indexed(_ text: String) -> [String] {
    Array(
      runs(of: text).flatMap { run in
        run.isIdeographic ? pairs(run.scalars) + [String(run.scalars.suffix(1))] : [run.text]
      }
      .prefix(maxWords))
  }

  /// Returns the parts to search for a word of a query, which stand one behind the other, the last one by its
  /// beginning. The result is empty if the word has no letter and no digit.
  static func query(_ word: String) -> [String] {
    runs(of: word).flatMap { run in
      run.isIdeographic && run.scalars.count > 1 ? pairs(run.scalars) : [run.text]
    }
  }

  /// Folds a name for searching by its beginning or a part, with the same rules as for posts.
  static func folded(_ name: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in name.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      folded.append(scalar == "ς" ? "σ" : scalar)
    }
    return String(folded)
  }

  /// A sequence of letters or digits without other characters between them.
  private struct Run {
    var scalars: [Unicode.Scalar]
    let isIdeographic: Bool

    var text: String { String(scalars) }
  }

  private static func runs(of text: String) -> [Run] {
    var runs: [Run] = []
    var isOpen = false
    // Folding removed the accents, which therefore end no run.
    for scalar in folded(text).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber,
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

  /// Returns true for Han, Hiragana and Katakana.
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
