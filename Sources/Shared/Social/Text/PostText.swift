/// The text of a post or a comment, split into plain parts and links.
public struct PostText: Equatable, Sendable {
  public enum Piece: Equatable, Sendable {
    case plain(String)
    /// An `http` or `https` URL, which is shown as typed.
    case link(String)
  }

  public let pieces: [Piece]

  /// Removes white space at both ends. Line breaks inside stay.
  public init(_ text: String) {
    let text = CodePoints(bytes: Array(Self.trimmed(Array(text.utf8))))
    var pieces: [Piece] = []
    var plainStart = 0
    var index = 0
    while index < text.bytes.count {
      guard let end = WebAddress.end(in: text, at: index) else {
        index += 1
        continue
      }
      if plainStart < index { pieces.append(.plain(text.text(plainStart..<index))) }
      pieces.append(.link(text.text(index..<end)))
      index = end
      plainStart = end
    }
    if plainStart < text.bytes.count { pieces.append(.plain(text.text(plainStart..<text.bytes.count))) }
    self.pieces = pieces
  }

  /// Returns true if the text could be longer than `lines` lines on the narrowest screen with large letters.
  /// The estimate is on the safe side: each HTML element counts as a line. The real layout then decides if
  /// the text is folded.
  public static func couldExceed(lines: Int, _ text: String) -> Bool {
    let halfLettersPerLine = 14
    var count = 1
    var inLine = 0
    for byte in Array(text.utf8) where byte & 0xC0 != 0x80 {
      if byte == 0x0A || byte == 0x3C {
        count += 1
        inLine = 0
        continue
      }
      inLine += byte < 0x80 ? 1 : 2
      if inLine > halfLettersPerLine {
        count += 1
        inLine = 0
      }
    }
    return count > lines
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var slice = bytes[...]
    while let last = slice.last, last == 0x20 || 0x09...0x0D ~= last { slice.removeLast() }
    while let first = slice.first, first == 0x20 || 0x09...0x0D ~= first { slice.removeFirst() }
    return slice
  }
}
