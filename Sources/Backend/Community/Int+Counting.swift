extension Int {
  /// Returns the number with its noun, for the terminal: `1 post`, `2 posts`.
  ///
  /// - Parameter plural: `nil` if it is the noun with an s.
  public func counting(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
