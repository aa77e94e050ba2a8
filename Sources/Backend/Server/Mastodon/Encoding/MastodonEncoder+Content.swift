import JSON
import Social

/// Encodes plain text as the HTML of the Mastodon API: paragraphs, line breaks, links, mentions and tags. It
/// has the classes that clients look for (docs.joinmastodon.org/spec/activitypub, "HTML sanitization").
struct ContentMarkup {
  let encoder: MastodonEncoder
  /// The accounts whose mentions in the text become links.
  let mentions: [Post.Mention]
  /// True for text in one line of a table, which gets no paragraphs.
  let isInline: Bool

  /// Writes the HTML as pieces of a JSON string.
  func write(_ text: String, _ writer: inout JSONWriter) {
    let bytes = Array(text.utf8)
    let shown = trimmed(bytes)
    guard !shown.isEmpty else { return }
    if !isInline { writer.piece(ContentPieces.paragraph) }
    var position = shown.startIndex
    for entity in TextEntities(text).all {
      plain(bytes[position..<entity.range.lowerBound], &writer)
      self.entity(entity.kind, bytes[entity.range], &writer)
      position = entity.range.upperBound
    }
    plain(bytes[position..<shown.endIndex], &writer)
    if !isInline { writer.piece(ContentPieces.paragraphEnd) }
  }

  private func entity(_ kind: TextEntities.Kind, _ text: ArraySlice<UInt8>, _ writer: inout JSONWriter) {
    switch kind {
    case .link: link(text, &writer)
    case .mention:
      if let mention = mention(of: text) { self.mention(mention, &writer) } else { plain(text, &writer) }
    case .tag(let name): tag(name, &writer)
    }
  }

  /// Writes a single line break as `<br />`; several begin a new paragraph.
  private func plain(_ text: ArraySlice<UInt8>, _ writer: inout JSONWriter) {
    var rest = text
    while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
      escaped(rest[..<lineEnd], &writer)
      rest = rest[lineEnd...]
      var breaks = 0
      while let byte = rest.first, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if byte == UInt8(ascii: "\n") { breaks += 1 }
        rest.removeFirst()
      }
      writer.piece(breaks == 1 || isInline ? ContentPieces.lineBreak : ContentPieces.nextParagraph)
    }
    escaped(rest, &writer)
  }

  /// Writes HTML's special characters as references and drops control characters.
  private func escaped(_ text: ArraySlice<UInt8>, _ writer: inout JSONWriter) {
    var start = text.startIndex
    for index in text.indices {
      let byte = text[index]
      guard let replacement = ContentPieces.replacement(of: byte) else { continue }
      if start < index { writer.piece(text[start..<index]) }
      writer.piece(replacement)
      start = index + 1
    }
    if start < text.endIndex { writer.piece(text[start...]) }
  }

  /// Writes a link. The classes `invisible` and `ellipsis` shorten long URLs after the host; the full URL
  /// stays in the markup for clients.
  private func link(_ url: ArraySlice<UInt8>, _ writer: inout JSONWriter) {
    var shown = url
    if let slashes = url.firstIndex(of: UInt8(ascii: "/")) { shown = url[(slashes + 2)...] }
    if shown.starts(with: ContentPieces.worldWideWeb) {
      shown = shown.dropFirst(ContentPieces.worldWideWeb.count)
    }
    let host = shown.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var end = max(host.endIndex, min(shown.startIndex + ContentPieces.shownLinkLength, shown.endIndex))
    while end < shown.endIndex, shown[end] & 0xC0 == 0x80 { end += 1 }
    writer.piece(ContentPieces.linkToPage)
    escaped(url, &writer)
    writer.piece(ContentPieces.afterAddress)
    span(ContentPieces.invisible, url[..<shown.startIndex], &writer)
    span(end < shown.endIndex ? ContentPieces.ellipsis : ContentPieces.noClass, shown[..<end], &writer)
    span(ContentPieces.invisible, shown[end...], &writer)
    writer.piece(ContentPieces.linkEnd)
  }

  private func span(_ start: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, _ writer: inout JSONWriter) {
    writer.piece(start)
    escaped(text, &writer)
    writer.piece(ContentPieces.spanEnd)
  }

  private func mention(_ mention: Post.Mention, _ writer: inout JSONWriter) {
    writer.piece(ContentPieces.mention)
    if encoder.isAddress(mention.url) {
      escaped(Array(mention.url.utf8)[...], &writer)
    } else {
      encoder.profileAddress(of: mention.username, &writer)
    }
    writer.piece(ContentPieces.afterMentionAddress)
    escaped(Array(mention.username.utf8)[...], &writer)
    writer.piece(ContentPieces.mentionEnd)
  }

  private func tag(_ name: String, _ writer: inout JSONWriter) {
    writer.piece(ContentPieces.tag)
    encoder.tagAddress(of: TagKey.lowercased(name), &writer)
    writer.piece(ContentPieces.afterTagAddress)
    escaped(Array(name.utf8)[...], &writer)
    writer.piece(ContentPieces.tagEnd)
  }

  private func mention(of text: ArraySlice<UInt8>) -> Post.Mention? {
    let handle = TagKey.lowercased(String(decoding: text.dropFirst(), as: UTF8.self))
    return mentions.first { TagKey.lowercased($0.handle) == handle }
  }

  private func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var slice = bytes[...]
    while let last = slice.last, last == 0x20 || 0x09...0x0D ~= last { slice.removeLast() }
    while let first = slice.first, first == 0x20 || 0x09...0x0D ~= first { slice.removeFirst() }
    return slice
  }
}

extension MastodonEncoder {
  /// Encodes the content as HTML.
  func content(
    _ content: Content, mentions: [Post.Mention], isInline: Bool = false, _ writer: inout JSONWriter
  ) {
    switch content {
    case .html(let html): writer.string(html)
    case .text(let text):
      writer.string { writer in
        ContentMarkup(encoder: self, mentions: mentions, isInline: isInline).write(text, &writer)
      }
    }
  }
}

extension Content {
  /// The unchanged source, text or HTML.
  var source: String {
    switch self {
    case .text(let source), .html(let source): source
    }
  }
}
