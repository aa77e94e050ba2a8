import Social

extension String {
  /// Returns the text cleaned by `CleanText`.
  ///
  /// - Parameter keepsLines: false turns line breaks and tabs into spaces.
  func cleaned(keepsLines: Bool = true) -> String { CleanText.text(self, keepsLines: keepsLines) }

  /// The text cleaned, in one line, without spaces at its ends: the name of a circle or an album.
  var cleanedName: String {
    let isSpace = { (letter: Character) in letter == " " }
    let trimmed = cleaned(keepsLines: false).drop(while: isSpace)
    return String(String(trimmed.reversed()).drop(while: isSpace).reversed())
  }

  /// True if nothing of the text is visible.
  var isBlank: Bool { CleanText.showsNothing(self) }
}
