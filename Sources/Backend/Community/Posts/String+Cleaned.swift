import Social

extension String {
  /// Returns the text cleaned by `CleanText`.
  ///
  /// - Parameter keepsLines: false turns line breaks and tabs into spaces.
  func cleaned(keepsLines: Bool = true) -> String { CleanText.text(self, keepsLines: keepsLines) }

  /// True if nothing of the text is visible.
  var isBlank: Bool { CleanText.showsNothing(self) }
}
