extension String {
  /// Returns the text with everything that a terminal obeys written as `\u{1B}`. That is control characters
  /// (C0, DEL, C1; ECMA-48), direction controls (UAX #9) and line separators.
  ///
  /// - Parameter keepsLines: True if line feeds and tabs stay.
  func shownInTerminal(keepsLines: Bool = false) -> String {
    guard unicodeScalars.contains(where: { Self.isObeyed($0, keepsLines) }) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if Self.isObeyed(scalar, keepsLines) {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func isObeyed(_ scalar: Unicode.Scalar, _ keepsLines: Bool) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: !keepsLines
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
