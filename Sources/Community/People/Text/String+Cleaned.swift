import Social

extension String {
  /// The text by the rule for all texts (`CleanText`).
  ///
  /// - Parameter keepsLines: else line breaks and tabs become spaces.
  func cleaned(keepsLines: Bool = true) -> String { CleanText.text(self, keepsLines: keepsLines) }

  /// Nothing in it can be seen.
  var isBlank: Bool { CleanText.showsNothing(self) }
}
