/// A text in the format in which it is known.
public indirect enum Content: Equatable, Sendable {
  /// Plain text with line breaks, as members type it and as this server stores it.
  case text(String)
  /// HTML from a server of the Mastodon API. It isn't safe: only the sanitizer of `Markup` may put it into a
  /// page.
  case html(String)

  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .html(let html): html.isEmpty
    }
  }
}
