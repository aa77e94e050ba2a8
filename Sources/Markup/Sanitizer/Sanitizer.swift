/// The one way by which foreign HTML gets into a page: read into paragraphs, breaks and links, and written anew.
/// Of everything else the text is kept; scripts, style sheets and the like are dropped with all that they hold.
public struct Sanitizer {
  /// So many bytes are read of one text; no server of the Mastodon API sends as many.
  static let maximumLength = 200_000

  private enum Part {
    case paragraph, lineBreak, item, link, span, image, preformatted, dropped, inline
  }

  private var paragraphs: [[SanitizedText.Piece]] = []
  private var current: [SanitizedText.Piece] = []
  private var text: [UInt8] = []
  /// The open link: where it leads, and its text so far.
  private var href: [UInt8]?
  private var linkText: [UInt8] = []
  /// Of each open `span` within a link, whether it hides its text or shortens it.
  private var spans: [Span] = []
  private var invisibleCount = 0
  private var preformattedCount = 0

  private enum Span { case plain, invisible, ellipsis }

  public static func read(_ html: String) -> SanitizedText { read(Array(html.utf8)) }

  /// Bytes that are no UTF-8 become U+FFFD.
  static func read(_ bytes: [UInt8]) -> SanitizedText {
    var sanitizer = Sanitizer()
    var tokens = MarkupTokens(Array(bytes.prefix(maximumLength)))
    while let token = tokens.next() {
      switch token {
      case .text(let text): sanitizer.append(text)
      case .start(let tag):
        if part(tag.name) == .dropped { tokens.skipContent(of: tag.name) } else { sanitizer.start(tag) }
      case .end(let name): sanitizer.end(name)
      }
    }
    sanitizer.endParagraph()
    return SanitizedText(paragraphs: sanitizer.paragraphs)
  }

  private static let parts: [(Part, [StaticString])] = [
    (.lineBreak, ["br"]), (.link, ["a"]), (.span, ["span"]), (.image, ["img"]), (.item, ["li"]),
    (.preformatted, ["pre"]),
    (
      .paragraph,
      [
        "p", "div", "blockquote", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "hr",
        "section", "article", "header", "footer", "aside", "main", "nav", "figure", "figcaption", "address",
      ]
    ),
    (
      .dropped,
      [
        "script", "style", "template", "iframe", "noembed", "noframes", "noscript", "xmp", "title", "textarea", "svg",
        "math", "object", "select", "audio", "video", "canvas",
      ]
    ),
  ]

  private static func part(_ name: [UInt8]) -> Part {
    for (part, names) in parts {
      for known in names where known.utf8CodeUnitCount == name.count {
        if name.indices.allSatisfy({ name[$0] == known.utf8Start[$0] }) { return part }
      }
    }
    return .inline
  }

  private mutating func start(_ tag: MarkupTokens.Tag) {
    switch Self.part(tag.name) {
    case .paragraph: endParagraph()
    case .preformatted:
      endParagraph()
      preformattedCount += 1
    case .item:
      breakLine()
      append(Array("• ".utf8))
    case .lineBreak: breakLine(evenAfterBreak: true)
    case .link:
      endLink()
      endText()
      href = tag.href
    case .span: if href != nil { open(Self.span(tag.class)) }
    case .image: append(tag.alt)
    case .dropped, .inline: return
    }
  }

  private mutating func end(_ name: [UInt8]) {
    switch Self.part(name) {
    case .paragraph: endParagraph()
    case .preformatted:
      endParagraph()
      preformattedCount = max(0, preformattedCount - 1)
    case .link: endLink()
    case .span: closeSpan()
    default: return
    }
  }

  // MARK: Links, whose addresses Mastodon shortens by hiding parts of their text.

  private static func span(_ classes: [UInt8]) -> Span {
    for name in classes.split(whereSeparator: { MarkupTokens.isSpace($0) }) {
      if name.elementsEqual(Array("invisible".utf8)) { return .invisible }
      if name.elementsEqual(Array("ellipsis".utf8)) { return .ellipsis }
    }
    return .plain
  }

  private mutating func open(_ span: Span) {
    spans.append(span)
    if span == .invisible { invisibleCount += 1 }
  }

  private mutating func closeSpan() {
    switch spans.popLast() {
    case .invisible: invisibleCount -= 1
    case .ellipsis: if invisibleCount == 0 { append(Array("…".utf8)) }
    case .plain, nil: return
    }
  }

  private mutating func endLink() {
    guard let href else { return }
    self.href = nil
    spans = []
    invisibleCount = 0
    var shown = linkText[...]
    while shown.last == 0x20 { shown.removeLast() }
    linkText = []
    let address = String(decoding: href, as: UTF8.self)
    let text = String(decoding: shown, as: UTF8.self)
    guard !text.isEmpty || !address.isEmpty else { return }
    current.append(.link(href: address, text: text.isEmpty ? address : text))
  }

  // MARK: Text

  private mutating func append(_ bytes: [UInt8]) {
    guard invisibleCount == 0 else { return }
    for byte in bytes {
      if byte == 0x0A, preformattedCount > 0, href == nil {
        breakLine(evenAfterBreak: true)
      } else if MarkupTokens.isSpace(byte) {
        appendSpace()
      } else if byte >= 0x20, byte != 0x7F {
        if href == nil { text.append(byte) } else { linkText.append(byte) }
      }
    }
  }

  /// White space is one space, and none at the beginning of a line.
  private mutating func appendSpace() {
    if href != nil {
      if let last = linkText.last, last != 0x20 { linkText.append(0x20) }
    } else if let last = text.last {
      if last != 0x20 { text.append(0x20) }
    } else if case .link? = current.last {
      text.append(0x20)
    }
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    current.append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }

  /// Two empty lines in a row are one, so that nobody fills the screen with nothing.
  private mutating func breakLine(evenAfterBreak: Bool = false) {
    endLink()
    trimText()
    guard let last = current.last, current.count > 1 || last != .lineBreak else { return }
    let breaks = current.suffix(2).count { $0 == .lineBreak }
    guard last != .lineBreak || evenAfterBreak && breaks < 2 else { return }
    current.append(.lineBreak)
  }

  private mutating func trimText() {
    while text.last == 0x20 { text.removeLast() }
    endText()
  }

  private mutating func endParagraph() {
    endLink()
    trimText()
    while current.last == .lineBreak { current.removeLast() }
    if !current.isEmpty { paragraphs.append(current) }
    current = []
  }
}
