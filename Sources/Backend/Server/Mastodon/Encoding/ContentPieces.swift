/// Fixed pieces of HTML around the text, encoded once.
enum ContentPieces {
  static let paragraph = bytes("<p>")
  static let paragraphEnd = bytes("</p>")
  static let nextParagraph = bytes("</p><p>")
  static let lineBreak = bytes("<br />")
  static let linkToPage = bytes(#"<a href=""#)
  static let afterAddress = bytes(#"" target="_blank" rel="nofollow noopener noreferrer" translate="no">"#)
  static let invisible = bytes(#"<span class="invisible">"#)
  static let ellipsis = bytes(#"<span class="ellipsis">"#)
  static let noClass = bytes(#"<span class="">"#)
  static let spanEnd = bytes("</span>")
  static let linkEnd = bytes("</a>")
  static let mention = bytes(#"<span class="h-card" translate="no"><a href=""#)
  static let afterMentionAddress = bytes(#"" class="u-url mention">@<span>"#)
  static let mentionEnd = bytes("</span></a></span>")
  static let tag = bytes(#"<a href=""#)
  static let afterTagAddress = bytes(#"" class="mention hashtag" rel="tag">#<span>"#)
  static let tagEnd = bytes("</span></a>")
  static let worldWideWeb = bytes("www.")

  /// The number of bytes of a URL that are shown.
  static let shownLinkLength = 30

  /// Returns the HTML that replaces a byte; `nil` if the byte stays.
  static func replacement(of byte: UInt8) -> ArraySlice<UInt8>? {
    switch byte {
    case UInt8(ascii: "&"): ampersand
    case UInt8(ascii: "<"): lessThan
    case UInt8(ascii: ">"): greaterThan
    case UInt8(ascii: "\""): quotationMark
    case 0x09: nil
    case 0..<0x20, 0x7F: nothing
    default: nil
    }
  }

  private static let ampersand = bytes("&amp;")
  private static let lessThan = bytes("&lt;")
  private static let greaterThan = bytes("&gt;")
  private static let quotationMark = bytes("&quot;")
  private static let nothing = bytes("")

  private static func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
}
