import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes the pictures, videos and sounds of a post (entities/MediaAttachment).
  func attachments(_ attachments: [Post.Attachment], _ writer: inout JSONWriter) {
    writer.name("media_attachments")
    writer.array(attachments) { writer, attachment in self.attachment(attachment, &writer) }
  }

  func attachment(_ attachment: Post.Attachment, _ writer: inout JSONWriter) {
    let preview = preview(of: attachment.thumbnail ?? attachment.picture)
    writer.object { writer in
      writer.member("id", attachment.id)
      writer.member("type", attachment.kind.rawValue)
      url("url", attachment.url.isEmpty ? attachment.picture.url : attachment.url, &writer)
      url("preview_url", preview?.url ?? (attachment.thumbnail ?? attachment.picture).url, &writer)
      for name in ["remote_url", "preview_remote_url", "text_url"] as [StaticString] { writer.null(name) }
      writer.name("meta")
      if let size = attachment.picture.size {
        writer.object { writer in
          measures("original", size, &writer)
          measures("small", preview?.size ?? size, &writer)
          if let focus = attachment.picture.focus {
            writer.name("focus")
            focus.write(&writer)
          }
        }
      } else {
        writer.null()
      }
      writer.member("description", orNull: attachment.picture.description)
      writer.member("blurhash", orNull: attachment.blurhash)
    }
  }

  /// Encodes a picture whose copies don't exist yet, so it has no URL (docs.joinmastodon.org/methods/media,
  /// "202: Accepted").
  func waitingAttachment(_ attachment: Post.Attachment, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", attachment.id)
      writer.member("type", Post.Attachment.Kind.image.rawValue)
      for name in ["url", "preview_url", "remote_url", "preview_remote_url", "text_url", "meta"]
        as [StaticString]
      {
        writer.null(name)
      }
      writer.member("description", orNull: attachment.picture.description)
      writer.null("blurhash")
    }
  }

  /// The shorter edge of a preview in a timeline, in pixels of a high-density screen.
  private static let previewEdge = 400

  /// Returns the smallest uncropped copy that is large enough, otherwise the largest.
  func preview(of picture: Picture) -> Picture.Variant? {
    var best: Picture.Variant?
    for variant in picture.variants where variant.shape == .whole {
      guard let known = best else {
        best = variant
        continue
      }
      let edge = min(variant.size.width, variant.size.height)
      let knownEdge = min(known.size.width, known.size.height)
      let isBetter =
        knownEdge < Self.previewEdge ? edge > knownEdge : edge >= Self.previewEdge && edge < knownEdge
      if isBetter { best = variant }
    }
    return best
  }

  private func measures(_ name: StaticString, _ size: PixelSize, _ writer: inout JSONWriter) {
    writer.object(name) { writer in
      writer.member("width", size.width)
      writer.member("height", size.height)
      writer.member("size", "\(size.width)x\(size.height)")
      let thousandths = Int64(size.width) * 1000 / Int64(size.height)
      writer.name("aspect")
      writer.json(
        Array("\(thousandths / 1000).".utf8) + Array("\(thousandths % 1000 + 1000)".utf8).dropFirst())
    }
  }
}
