/// Finds the boundaries of visible characters (Unicode Standard Annex 29) without Unicode's tables.
///
/// The rules are those of the annex. The classes of code points are approximated by blocks, so a text with
/// rare marks or letters may count one more or less.
struct Graphemes {
  private let text: CodePoints
  /// The UTF-8 offset at which the next character begins.
  private(set) var index: Int

  init(_ text: CodePoints, from index: Int = 0) {
    self.text = text
    self.index = index
  }

  /// Moves to the end of the character at `index`. Returns false at the end of the text.
  @inline(never)
  mutating func advance() -> Bool {
    guard index < text.bytes.count else { return false }
    var (value, end) = text.read(at: index)
    var last = GraphemeClass(value)
    var flags = 1
    var isPicture = last == .picture
    var isConsonant = last == .consonant
    var isLinked = false
    while end < text.bytes.count {
      let next: Int
      (value, next) = text.read(at: end)
      let kind = GraphemeClass(value)
      let joins =
        switch (last, kind) {
        case (.carriageReturn, .lineFeed): true
        case (.control, _), (.carriageReturn, _), (.lineFeed, _): false
        case (_, .mark), (_, .linker), (_, .joiner): true
        case (.leading, .leading), (.leading, .vowel), (.leading, .open), (.leading, .closed): true
        case (.vowel, .vowel), (.vowel, .trailing), (.open, .vowel), (.open, .trailing): true
        case (.trailing, .trailing), (.closed, .trailing): true
        case (.joiner, .picture): isPicture
        case (.flag, .flag): flags % 2 == 1
        case (_, .consonant): isConsonant && isLinked
        default: false
        }
      guard joins else { break }
      switch kind {
      case .flag: flags += 1
      case .linker: isLinked = true
      case .mark, .joiner: break
      default:
        isPicture = kind == .picture
        isConsonant = kind == .consonant
        isLinked = false
      }
      last = kind
      end = next
    }
    index = end
    return true
  }
}
