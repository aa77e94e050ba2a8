public import Social
import Storage

extension Community {
  public var imageFeed: ImageFeed {
    ImageFeed(store: store, clock: clock, isClosed: { try await self.isClosed() })
  }

  /// The pictures of posts, for the image feed API.
  public struct ImageFeed: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let isClosed: @Sendable () async throws -> Bool
  }
}

extension Community.ImageFeed {
  /// Returns the pictures of posts, newest post first, the pictures of a post in their order, without
  /// sensitive ones.
  ///
  /// In an open community the feed is the same for all viewers and has public posts only. In a closed one,
  /// members get all that they may see, except unlisted and direct posts and the posts of muted people
  /// (decision 0063).
  ///
  /// URLs are relative to the server's root (`/media/…`).
  /// - Parameters:
  ///   - post: limits the feed to pictures after this one, which may be deleted.
  public func page(
    after place: (post: Int64, position: UInt8)?, limit: Int, viewer: Viewer? = nil
  ) async throws -> [FeedImage] {
    let place = place.map { PicturePosition(post: $0.post, position: Int($0.position)) }
    return try await store.feedPictures(
      after: place, limit: limit, viewer: try await reader(viewer), now: clock().milliseconds
    ).map { found in
      FeedImage(
        id: FeedIdentifier.picture(post: found.place.post, position: UInt8(clamping: found.place.position))
          .uuid,
        description: Self.description(of: found), location: found.location, url: found.picture.mediumURL,
        postID: "\(found.place.post)",
        author: found.author)
    }
  }

  /// Returns the comments on a picture's post that the viewer's feed has, as on the Moments page; `nil` if it
  /// doesn't have the picture.
  public func comments(post: Int64, position: UInt8, viewer: Viewer? = nil) async throws -> [ImageComment]? {
    let place = PicturePosition(post: post, position: Int(position))
    return try await store.comments(
      onPicture: place, atMost: Self.maxComments, viewer: try await reader(viewer), now: clock().milliseconds
    )?.map { found in
      ImageComment(
        id: FeedIdentifier.comment(found.id).uuid, message: found.text, createdAt: found.createdAt,
        author: found.author.username, person: found.author)
    }
  }

  /// Returns the member whose feed it is; `nil` for the feed of public posts.
  private func reader(_ viewer: Viewer?) async throws -> Int64? {
    guard let viewer, try await isClosed() else { return nil }
    return viewer.account
  }

  private static let maxComments = 4096

  /// Returns the picture's description, or else the post's text; `nil` if both are blank.
  private static func description(of found: FeedPicture) -> String? {
    for text in [found.picture.description, found.text] where !text.isBlank {
      return text.count > maxOfDescription ? String(text.prefix(maxOfDescription)) + "…" : text
    }
    return nil
  }

  /// The maximum number of characters. Six lines of it are shown, and a page has up to a hundred of them.
  private static let maxOfDescription = 2000
}

extension Picture {
  /// The largest copy that isn't wider than a page's column; the picture itself if it has no copies.
  fileprivate var mediumURL: String {
    let whole = variants.filter { $0.shape == .whole }
    let fitting = whole.filter { $0.size.width <= 720 }.max { $0.size.width < $1.size.width }
    return (fitting ?? whole.min { $0.size.width < $1.size.width })?.url ?? url
  }
}
