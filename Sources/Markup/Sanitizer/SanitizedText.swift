/// What is left of foreign HTML: paragraphs of text, line breaks and links. There is nothing to nest, so nothing can
/// be nested too deep.
public struct SanitizedText: Equatable, Sendable {
  public indirect enum Piece: Equatable, Sendable {
    case text(String)
    case lineBreak
    /// `href` as it was written, references resolved; not to be trusted.
    case link(href: String, text: String)
  }

  /// Where a link leads within the app.
  public struct Target: Equatable, Sendable {
    public let page: SafeURL
    public let tap: String

    public init(page: SafeURL, tap: String) {
      self.page = page
      self.tap = tap
    }
  }

  /// None is empty.
  public let paragraphs: [[Piece]]

  public init(paragraphs: [[Piece]]) { self.paragraphs = paragraphs }

  /// As markup. `target`: where a link with that `href` and that text leads within the app; nil: out of it. `isLeftOut`:
  /// whether such a link is left out if it is the first thing. `write`: puts a text into the markup.
  public func html(
    leavingOut isLeftOut: (_ href: String) -> Bool = { _ in false },
    text write: (_ text: String, _ html: inout HTML) -> Void = { $1.text($0) },
    target: (_ href: String, _ text: String) -> Target?
  ) -> HTML {
    HTML { html in
      var leavesOut = false
      if case .link(let href, _)? = paragraphs.first?.first { leavesOut = isLeftOut(href) }
      for paragraph in paragraphs {
        var rest = paragraph[(leavesOut ? 1 : 0)...]
        if leavesOut, case .lineBreak? = rest.first { rest.removeFirst() }
        leavesOut = false
        guard !rest.isEmpty else { continue }
        html.element("p") { html in
          for piece in rest {
            switch piece {
            case .text(let text): write(text, &html)
            case .lineBreak: html.void("br")
            case .link(let href, let text): Self.link(href, text, target(href, text), &html)
            }
          }
        }
      }
    }
  }

  /// As plain text.
  public var plain: String {
    var plain = ""
    for paragraph in paragraphs {
      if !plain.isEmpty { plain += "\n\n" }
      for piece in paragraph {
        switch piece {
        case .text(let text), .link(_, let text): plain += text
        case .lineBreak: plain += "\n"
        }
      }
    }
    return plain
  }

  private static func link(_ href: String, _ text: String, _ target: Target?, _ html: inout HTML) {
    if let target {
      html.element("a", .class("link"), .href(target.page), .data("data-tap", target.tap), .dir("auto"), text: text)
    } else if isAbsolute(href), let url = SafeURL(href) {
      html.element(
        "a", .class("link"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"), text: text)
    } else {
      html.text(text)
    }
  }

  /// Relative ones would lead to the server that delivered the app, which is not what the author meant.
  private static func isAbsolute(_ href: String) -> Bool {
    let start = Array(href.utf8).prefix(8).map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    return start.starts(with: Array("https://".utf8)) || start.starts(with: Array("http://".utf8))
  }
}
