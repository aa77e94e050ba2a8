extension String {
  /// The text without characters that nobody sees and that harm: control characters, and what turns the direction of
  /// the text around it.
  ///
  /// - Line breaks become `\n`; other control characters go (C0, DEL, C1), but the tab.
  /// - Embeddings and overrides of direction (U+202A to U+202E) go: they can make a text look like another one, and
  ///   Unicode advises isolates in their place (UAX #9, section 2).
  /// - Isolates (U+2066 to U+2069) stay, closed at the end of each line at the latest.
  ///
  /// - Parameter keepsLines: else line breaks and tabs become spaces.
  func cleaned(keepsLines: Bool = true) -> String {
    var cleaned = String.UnicodeScalarView()
    var openIsolates = 0
    func closeIsolates() {
      for _ in 0..<openIsolates { cleaned.append("\u{2069}") }
      openIsolates = 0
    }
    var wasReturn = false
    for scalar in unicodeScalars {
      let isAfterReturn = wasReturn
      wasReturn = scalar == "\r"
      switch scalar.value {
      case 0x0A where isAfterReturn: continue
      case 0x0A, 0x0D:
        closeIsolates()
        cleaned.append(keepsLines ? "\n" : " ")
      case 0x09: cleaned.append(keepsLines ? "\t" : " ")
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E: continue
      case 0x2066...0x2068:
        openIsolates += 1
        cleaned.append(scalar)
      case 0x2069:
        guard openIsolates > 0 else { continue }
        openIsolates -= 1
        cleaned.append(scalar)
      default: cleaned.append(scalar)
      }
    }
    closeIsolates()
    return String(cleaned)
  }

  /// Nothing in it can be seen.
  var isBlank: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}
