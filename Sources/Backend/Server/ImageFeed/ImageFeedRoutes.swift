import Community
import Contracts

extension API {
  /// Adds the image feed: the community's pictures, and the replies to their posts as comments. In an open
  /// community it is the same for all viewers; in a closed one, members get what they may see.
  mutating func addImageFeed(_ community: Community) {
    addImageFeedSchemas()
    add(
      .reading(
        "/essential-feed/v1/feed", "Pictures of posts, newest first", .everybody(scope: .readStatuses),
        [APIParameter("limit", .integer), APIParameter("after_id", .uuid)], response: .reference("ImageFeed"))
    ) { call in
      let limit = try call.parameters.limit(default: 10, maximum: 100)
      let images = try await community.imageFeed.page(
        after: try call.lastPicture(), limit: limit, viewer: call.viewer)
      return .json { writer in ImageFeedEncoder(prefix: call.prefix).feed(images, &writer) }
    }
    add(
      .reading(
        "/essential-feed/v1/image/:id/comments", "Replies to the post of a picture",
        .everybody(scope: .readStatuses),
        [APIParameter("id", .uuid)], response: .reference("ImageComments"))
    ) { call in
      guard case .picture(let post, let position)? = FeedIdentifier(uuid: try call.text("id")),
        let comments = try await community.imageFeed.comments(
          post: post, position: position, viewer: call.viewer)
      else { throw RequestError.recordNotFound }
      return .json { writer in ImageFeedEncoder(prefix: call.prefix).comments(comments, &writer) }
    }
  }

  private mutating func addImageFeedSchemas() {
    let author = Schema.object([
      .init("username", .string), .init("display_name", .string), .init("avatar", .url, isOptional: true),
    ])
    let image = Schema.object([
      .init("id", .uuid), .init("description", .string, isOptional: true),
      .init("location", .string, isOptional: true),
      .init("image", .url), .init("status_id", .identifier), .init("author", author),
    ])
    schemas["ImageFeed"] = .object([.init("items", .array(image))])
    let comment = Schema.object([
      .init("id", .uuid), .init("message", .string), .init("created_at", .string),
      .init("author", author),
    ])
    schemas["ImageComments"] = .object([.init("items", .array(comment))])
  }
}

extension APICall {
  /// Returns the picture that the page follows; `nil` for the first page.
  ///
  /// - Throws: 400 for an id that isn't part of this feed. The picture itself may be deleted.
  fileprivate func lastPicture() throws -> (post: Int64, position: UInt8)? {
    guard let text = try parameters.string("after_id") else { return nil }
    guard case .picture(let post, let position)? = FeedIdentifier(uuid: text) else {
      throw RequestError.malformed("after_id is no picture's id")
    }
    return (post, position)
  }
}
