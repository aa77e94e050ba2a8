public import JSON
public import Social

/// Writes the answers of the image feed's contract. Beyond it, a picture has the `status_id` of its post.
public struct ImageFeedEncoder: Sendable {
  /// What stands before URLs that are relative to the server's root: `https://example.org`.
  public let prefix: String

  public init(prefix: String) { self.prefix = prefix }

  /// The answer to `GET /v1/feed`. What is unknown is left out.
  public func feed(_ images: [FeedImage], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("items")
      writer.array(images) { writer, image in
        writer.object { writer in
          writer.member("id", image.id)
          if let description = image.description { writer.member("description", description) }
          if let location = image.location { writer.member("location", location) }
          let isRelative = image.url.utf8.first == UInt8(ascii: "/")
          writer.member("image", isRelative ? prefix + image.url : image.url)
          if let status = image.statusID { writer.member("status_id", status) }
        }
      }
    }
  }

  /// The answer to `GET /v1/image/{id}/comments`.
  public func comments(_ comments: [ImageComment], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("items")
      writer.array(comments) { writer, comment in
        writer.object { writer in
          writer.member("id", comment.id)
          writer.member("message", comment.message)
          writer.member("created_at", Self.date(comment.createdAt))
          writer.object("author") { writer in writer.member("username", comment.author) }
        }
      }
    }
  }

  /// `2020-05-20T11:24:59+0000`: Foundation's `.iso8601`, which the origin's clients read with, takes no fraction.
  static func date(_ date: Timestamp) -> String {
    String(decoding: Array(date.iso8601.utf8).prefix(19), as: UTF8.self) + "+0000"
  }
}
