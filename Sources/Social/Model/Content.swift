/// What somebody wrote, as far as it is known.
public indirect enum Content: Equatable, Sendable {
  /// Plain text with line breaks: how this server keeps it, and how it is typed.
  case text(String)
  /// HTML as a server of the Mastodon API answers it. It is not to be trusted: only the sanitizer of
  /// `Markup` puts it into a page.
  case html(String)

  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .html(let html): html.isEmpty
    }
  }
}
