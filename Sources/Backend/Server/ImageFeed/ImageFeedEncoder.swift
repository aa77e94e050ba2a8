import Contracts
import JSON
import Social

/// Encodes the responses of the image feed's contract.
///
/// Beyond the contract, a picture has the `status_id` of its post and its `author`. An author has a
/// `display_name` and, if there is one, an `avatar`.
struct ImageFeedEncoder: Sendable {
  /// The server's address, which is put before relative URLs: `https://example.org`.
  let prefix: String

  init(prefix: String) { self.prefix = prefix }

  /// Encodes the response to `GET /v1/feed`. Unknown values are left out.
  func feed(_ images: [FeedImage], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("items")
      writer.array(images) { writer, image in
        writer.object { writer in
          writer.member("id", image.id)
          if let description = image.description { writer.member("description", description) }
          if let location = image.location { writer.member("location", location) }
          writer.member("image", absolute(image.url))
          if let status = image.postID { writer.member("status_id", status) }
          if let author = image.author { person(author.username, author, &writer) }
        }
      }
    }
  }

  /// Encodes the response to `GET /v1/image/{id}/comments`.
  func comments(_ comments: [ImageComment], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("items")
      writer.array(comments) { writer, comment in
        writer.object { writer in
          writer.member("id", comment.id)
          writer.member("message", comment.message)
          writer.member("created_at", Self.date(comment.createdAt))
          person(comment.author, comment.person, &writer)
        }
      }
    }
  }

  private func person(_ username: String, _ account: Account?, _ writer: inout JSONWriter) {
    writer.object("author") { writer in
      writer.member("username", username)
      guard let account else { return }
      writer.member("display_name", account.nick)
      guard let avatar = account.avatar else { return }
      let squares = avatar.variants.filter { $0.shape == .square }
      writer.member("avatar", absolute(squares.min { $0.size.width < $1.size.width }?.url ?? avatar.url))
    }
  }

  private func absolute(_ url: String) -> String { url.utf8.first == UInt8(ascii: "/") ? prefix + url : url }

  /// Returns `2020-05-20T11:24:59+0000`. Clients of the original server decode it with Foundation's
  /// `.iso8601`, which accepts no fraction.
  static func date(_ date: Timestamp) -> String {
    String(decoding: Array(date.iso8601.utf8).prefix(19), as: UTF8.self) + "+0000"
  }
}
