import Contracts
import JSON
import Social

extension TwitterEncoder {
  /// Writes `entities`, and `extended_entities` if there are pictures. The first holds one picture, the second
  /// all of them.
  func entities(of text: TweetText, options: TweetOptions, _ writer: inout JSONWriter) {
    writer.object("entities") { writer in
      writer.name("hashtags")
      writer.array(text.entities) { writer, entity in
        guard case .tag(let name) = entity.kind else { return }
        writer.object { writer in
          writer.member("text", name)
          writer.indices(entity.indices)
        }
      }
      writer.emptyArray("symbols")
      writer.name("user_mentions")
      writer.array(text.entities) { writer, entity in
        guard case .mention(let id, let username, let name) = entity.kind else { return }
        writer.object { writer in
          writer.member("screen_name", username)
          writer.member("name", name)
          writer.id(id)
          writer.indices(entity.indices)
        }
      }
      writer.name("urls")
      writer.array(text.entities) { writer, entity in
        guard case .link(let url, let expanded) = entity.kind else { return }
        link(url, expanded: expanded, entity.indices, &writer)
      }
      if let media = text.media { self.media(media, atMost: 1, options: options, &writer) }
    }
    guard let media = text.media else { return }
    writer.object("extended_entities") { writer in
      self.media(media, atMost: media.pictures.count, options: options, &writer)
    }
  }

  /// Writes a link: as it stands in the text, as an address, and as people read it.
  func link(_ url: String, expanded: String, _ indices: Range<Int>, _ writer: inout JSONWriter) {
    writer.object { writer in
      addresses(url, expanded: expanded, &writer)
      writer.indices(indices)
    }
  }

  private func addresses(_ url: String, expanded: String, _ writer: inout JSONWriter) {
    writer.member("url", url)
    writer.member("expanded_url", expanded)
    writer.member("display_url", Self.displayed(expanded))
  }

  private func media(
    _ media: TweetText.Media, atMost count: Int, options: TweetOptions, _ writer: inout JSONWriter
  ) {
    writer.name("media")
    writer.array(Array(media.pictures.prefix(count))) { writer, attachment in
      let address = self.url(attachment.url.isEmpty ? attachment.picture.url : attachment.url)
      writer.object { writer in
        writer.id(attachment.id)
        writer.indices(media.indices)
        writer.member("media_url", address)
        writer.member("media_url_https", address)
        addresses(media.url, expanded: media.page, &writer)
        writer.member("type", "photo")
        sizes(of: attachment.picture.size, &writer)
        if options.hasDescriptions {
          writer.member("ext_alt_text", orNull: attachment.picture.description)
        }
      }
    }
  }

  /// Writes the sizes in which a picture is offered, none larger than the picture.
  private func sizes(of size: PixelSize?, _ writer: inout JSONWriter) {
    writer.object("sizes") { writer in
      writer.object("thumb") { writer in
        measures(width: 150, height: 150, resize: "crop", &writer)
      }
      for (name, edge) in [("small", 680), ("medium", 1200), ("large", 2048)] as [(StaticString, Int)] {
        let (width, height) = (size?.width ?? edge, size?.height ?? edge)
        let longest = max(width, height)
        writer.object(name) { writer in
          if longest <= edge {
            measures(width: width, height: height, resize: "fit", &writer)
          } else {
            measures(
              width: max(1, width * edge / longest), height: max(1, height * edge / longest), resize: "fit",
              &writer)
          }
        }
      }
    }
  }

  private func measures(width: Int, height: Int, resize: String, _ writer: inout JSONWriter) {
    writer.member("w", width)
    writer.member("h", height)
    writer.member("resize", resize)
  }

  /// The number of bytes after which a link is cut for show.
  private static let displayedLength = 30

  /// Returns a URL without its scheme, cut after its host and some of its path.
  static func displayed(_ url: String) -> String {
    var bytes = Array(url.utf8)[...]
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/")), slash + 1 < bytes.endIndex,
      bytes[slash + 1] == UInt8(ascii: "/")
    {
      bytes = bytes[(slash + 2)...]
    }
    let host = bytes.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var end = max(host.endIndex, min(bytes.startIndex + displayedLength, bytes.endIndex))
    while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + (end < bytes.endIndex ? "…" : "")
  }
}
