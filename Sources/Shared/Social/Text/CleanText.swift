/// Cleans texts and names from any source, so that they can't harm the text around them.
///
/// - Line breaks become `\n`. Other control characters except the tab are removed (C0, DEL, C1).
/// - Embeddings and overrides of direction (U+202A to U+202E) are removed. They can disguise a text, and
///   Unicode recommends isolates instead (UAX #9, section 2).
/// - Isolates (U+2066 to U+2069) stay in texts, where each is closed before its line ends. They are removed
///   from names.
/// - A letter keeps as many marks as a real script puts on one. More would paint over other lines.
public enum CleanText {
  /// A Hebrew letter with its vowel and accents has five.
  static let mostMarks = 5
  /// Tibetan, Burmese and Khmer stack the letters of a syllable.
  static let mostStackedMarks = 8

  /// - Parameters:
  ///   - keepsLines: false turns line breaks and tabs into spaces.
  ///   - isContinued: true if the text follows a letter on the same line. Marks at its beginning are removed.
  public static func text(_ text: String, keepsLines: Bool = true, isContinued: Bool = false) -> String {
    var cleaner = Cleaner(CodePoints(text))
    cleaner.keepsLines = keepsLines
    cleaner.marks = isContinued ? mostStackedMarks : 0
    return cleaner.isPlain ? text : cleaner.cleaned()
  }

  /// Cleans a text of one line that can stand within a sentence.
  public static func name(_ text: String) -> String {
    var cleaner = Cleaner(CodePoints(text))
    cleaner.keepsIsolates = false
    return cleaner.isPlain ? text : cleaner.cleaned()
  }

  /// Cleans a name; returns `other` if nothing of it is visible.
  public static func name(_ text: String, or other: String) -> String {
    let name = name(text)
    return showsNothing(name) ? other : name
  }

  /// Returns true if nothing of the text is visible: it is empty, white space, or characters without a shape.
  public static func showsNothing(_ text: String) -> Bool {
    let text = CodePoints(text)
    var index = 0
    while index < text.bytes.count {
      let (value, end) = text.read(at: index)
      guard isSpace(value) || isInvisible(value) else { return false }
      index = end
    }
    return true
  }

  /// Returns true if the text has right-to-left letters or characters that change direction (UAX #9,
  /// Bidi_Class R and AL).
  public static func mayRunFromRight(_ text: String) -> Bool {
    let text = CodePoints(text)
    var index = 0
    while index < text.bytes.count {
      let (value, end) = text.read(at: index)
      switch value {
      case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFE,
        0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
        return true
      default: index = end
      }
    }
    return false
  }

  private static func isSpace(_ value: UInt32) -> Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800,
      0x3000:
      true
    default: false
    }
  }

  /// Returns true for a code point without shape and width: controls, and Unicode's
  /// Default_Ignorable_Code_Point.
  static func isInvisible(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x09, 0x0E..<0x20, 0x7F..<0x85, 0x86..<0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF,
      0xFFA0,
      0xFFF0...0xFFF8, 0x1_BCA0...0x1_BCA3, 0x1_D159, 0x1_D173...0x1_D17A, 0xE_0000...0xE_0FFF:
      true
    default: false
    }
  }

  /// Returns true for a mark above or below its letter. Indic vowel signs beside their letter don't count.
  static func isMark(_ value: UInt32) -> Bool {
    guard value >= 0x300, !isInvisible(value) else { return false }
    switch value {
    case 0x900...0xD7F where spacingVowels.contains(value & 0x7F), 0xFF9E, 0xFF9F, 0x1_F3FB...0x1_F3FF:
      return false
    default: break
    }
    switch GraphemeClass(value) {
    case .mark, .linker: return true
    case .other, .control, .carriageReturn, .lineFeed, .joiner, .flag, .picture, .leading, .vowel, .trailing,
      .open,
      .closed, .consonant:
      return false
    }
  }

  private static let spacingVowels: [UInt32] = [0x03, 0x3E, 0x3F, 0x40, 0x49, 0x4A, 0x4B, 0x4C]

  private struct Cleaner {
    let source: CodePoints
    var keepsLines = false
    var keepsIsolates = true
    /// The number of marks on the last letter.
    var marks = 0
    private var openIsolates = 0
    private var result: [UInt8] = []

    init(_ source: CodePoints) { self.source = source }

    /// True for printable ASCII, as most texts are.
    var isPlain: Bool {
      source.bytes.allSatisfy { 0x20..<0x7F ~= $0 || keepsLines && ($0 == 0x0A || $0 == 0x09) }
    }

    mutating func cleaned() -> String {
      result.reserveCapacity(source.bytes.count)
      var index = 0
      var wasReturn = false
      while index < source.bytes.count {
        let (value, end) = source.read(at: index)
        switch value {
        case 0x0A where wasReturn: break
        case 0x0A, 0x0D, 0x2028, 0x2029: breakLine()
        case 0x09: result.append(keepsLines ? 0x09 : 0x20)
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E: break
        default: if isKept(value) { result += source.bytes[index..<end] }
        }
        wasReturn = value == 0x0D
        index = end
      }
      closeIsolates()
      return String(decoding: result, as: UTF8.self)
    }

    private mutating func breakLine() {
      closeIsolates()
      marks = 0
      result.append(keepsLines ? 0x0A : 0x20)
    }

    private mutating func closeIsolates() {
      for _ in 0..<openIsolates { result += [0xE2, 0x81, 0xA9] }
      openIsolates = 0
    }

    private mutating func isKept(_ value: UInt32) -> Bool {
      switch value {
      case 0x2066...0x2068:
        if keepsIsolates { openIsolates += 1 }
        return keepsIsolates
      case 0x2069:
        guard openIsolates > 0 else { return false }
        openIsolates -= 1
        return true
      default:
        guard CleanText.isMark(value) else {
          // Joiners and variation selectors don't end a letter.
          if !CleanText.isInvisible(value) { marks = 0 }
          return true
        }
        if marks <= CleanText.mostStackedMarks { marks += 1 }
        return marks <= (Self.isStacked(value) ? CleanText.mostStackedMarks : CleanText.mostMarks)
      }
    }

    private static func isStacked(_ value: UInt32) -> Bool {
      switch value {
      case 0xF00...0x109F, 0x1780...0x17FF, 0x1A20...0x1AAF: true
      default: false
      }
    }
  }
}
