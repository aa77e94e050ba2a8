/// The content of foreign HTML: paragraphs of text, line breaks and links. It doesn't nest, so it can't nest
/// too deep.
public struct SanitizedText: Equatable, Sendable {
  public indirect enum Piece: Equatable, Sendable {
    case text(String)
    case lineBreak
    /// `href` as it was written, with references resolved; not to be trusted.
    case link(href: String, text: String)
    case marked(Mark, String)
  }

  /// The meaning of a text beyond its words.
  public enum Mark: Sendable {
    case deleted, raised, lowered
  }

  public struct Paragraph: Equatable, Sendable {
    /// Not empty.
    public var pieces: [Piece]
    /// True if its white space is significant.
    public var isPreformatted = false

    public init(_ pieces: [Piece], isPreformatted: Bool = false) {
      self.pieces = pieces
      self.isPreformatted = isPreformatted
    }
  }

  /// The target of a link within the app.
  public struct Target: Equatable, Sendable {
    public let page: SafeURL
    public let tap: String

    public init(page: SafeURL, tap: String) {
      self.page = page
      self.tap = tap
    }
  }

  public private(set) var paragraphs: [Paragraph]

  public init(paragraphs: [Paragraph]) { self.paragraphs = paragraphs }

  /// Returns the content with each text passed through a rule.
  ///
  /// - Parameter clean: the rule. `isContinued`: the text follows another one in its line.
  public func cleaned(_ clean: (_ text: String, _ isContinued: Bool) -> String) -> SanitizedText {
    var cleaned = self
    for index in cleaned.paragraphs.indices {
      var isContinued = false
      cleaned.paragraphs[index].pieces = paragraphs[index].pieces.map { piece in
        defer { isContinued = piece != .lineBreak }
        switch piece {
        case .text(let text): return .text(clean(text, isContinued))
        case .lineBreak: return .lineBreak
        case .link(let href, let text): return .link(href: href, text: clean(text, isContinued))
        case .marked(let mark, let text): return .marked(mark, clean(text, isContinued))
        }
      }
    }
    return cleaned
  }

  /// Returns the content as markup.
  ///
  /// - Parameters:
  ///   - isLeftOut: returns true if a link with that address is omitted when it is the first piece.
  ///   - write: writes a text into the markup.
  ///   - target: returns the target of a link within the app; `nil` if it leads out.
  public func html(
    leavingOut isLeftOut: (_ href: String) -> Bool = { _ in false },
    text write: (_ text: String, _ html: inout HTML) -> Void = { $1.text($0) },
    target: (_ href: String, _ text: String) -> Target?
  ) -> HTML {
    HTML { html in
      var leavesOut = false
      if case .link(let href, _)? = paragraphs.first?.pieces.first { leavesOut = isLeftOut(href) }
      for paragraph in paragraphs {
        var rest = paragraph.pieces[(leavesOut ? 1 : 0)...]
        if leavesOut, case .lineBreak? = rest.first { rest.removeFirst() }
        leavesOut = false
        guard !rest.isEmpty else { continue }
        html.element("p", paragraph.isPreformatted ? .class("pre") : nil) { html in
          for piece in rest {
            switch piece {
            case .text(let text): write(text, &html)
            case .lineBreak: html.void("br")
            case .link(let href, let text): Self.link(href, text, target(href, text), &html)
            case .marked(let mark, let text): html.element(mark.element, text: text)
            }
          }
        }
      }
    }
  }

  /// The content as plain text.
  public var plain: String {
    var plain = ""
    for paragraph in paragraphs {
      if !plain.isEmpty { plain += "\n\n" }
      for piece in paragraph.pieces {
        switch piece {
        case .text(let text), .link(_, let text): plain += text
        case .lineBreak: plain += "\n"
        case .marked(let mark, let text): plain += mark.plain(text)
        }
      }
    }
    return plain
  }

  private static func link(_ href: String, _ text: String, _ target: Target?, _ html: inout HTML) {
    if let target {
      html.element(
        "a", .class("link"), .href(target.page), .data("data-tap", target.tap), .dir("auto"), text: text)
    } else if isAbsolute(href), let url = SafeURL(href) {
      html.element(
        "a", .class("link"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"), text: text)
    } else {
      html.text(text)
    }
  }

  /// Returns true if an address is absolute. Relative ones would lead to the server that delivered the app,
  /// which the author didn't mean.
  private static func isAbsolute(_ href: String) -> Bool {
    let start = Array(href.utf8).prefix(8).map {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
    }
    return start.starts(with: Array("https://".utf8)) || start.starts(with: Array("http://".utf8))
  }
}

extension SanitizedText.Mark {
  var element: StaticString {
    switch self {
    case .deleted: "del"
    case .raised: "sup"
    case .lowered: "sub"
    }
  }

  /// Returns the text in a form without markup: `x²`, `1^st`, `~~gone~~`.
  func plain(_ text: String) -> String {
    switch self {
    case .deleted: "~~" + text + "~~"
    case .raised: digits(text) ?? "^" + text
    case .lowered: digits(text) ?? "_" + text
    }
  }

  /// Returns the Unicode superscript or subscript digits; `nil` if the text has anything else.
  func digits(_ text: String) -> String? {
    var digits = ""
    for byte in Array(text.utf8) {
      guard byte &- 0x30 < 10 else { return nil }
      let value: UInt32 =
        switch (self, byte) {
        case (.raised, 0x31): 0xB9
        case (.raised, 0x32), (.raised, 0x33): 0xB0 + UInt32(byte & 0xF)
        case (.raised, _): 0x2070 + UInt32(byte & 0xF)
        case (.lowered, _): 0x2080 + UInt32(byte & 0xF)
        case (.deleted, _): 0
        }
      guard value > 0, let scalar = Unicode.Scalar(value) else { return nil }
      digits += String(scalar)
    }
    return digits
  }
}
