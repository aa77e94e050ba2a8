public import Social
import Storage

extension Community {
  public var imageFeed: ImageFeed { ImageFeed(store: store) }

  /// The pictures of public posts, for the image feed API.
  public struct ImageFeed: Sendable {
    let store: Store
  }
}

extension Community.ImageFeed {
  /// Returns the pictures of public posts, newest post first, the pictures of a post in their order. The feed
  /// is the same for all viewers: it leaves out posts for a limited audience and sensitive pictures.
  ///
  /// URLs are relative to the server's root (`/media/…`).
  /// - Parameters:
  ///   - post: limits the feed to pictures after this one, which may be deleted.
  public func page(
    after place: (post: Int64, position: UInt8)?, limit: Int
  ) async throws -> [FeedImage] {
    let place = place.map { PicturePosition(post: $0.post, position: Int($0.position)) }
    return try await store.publicPictures(after: place, limit: limit).map { found in
      FeedImage(
        id: FeedIdentifier.picture(post: found.place.post, position: UInt8(clamping: found.place.position))
          .uuid,
        description: Self.description(of: found), url: found.picture.mediumURL, postID: "\(found.place.post)",
        author: found.author)
    }
  }

  /// Returns the public comments on a picture's post, as on the Moments page; `nil` if the feed doesn't have
  /// the picture.
  public func comments(post: Int64, position: UInt8) async throws -> [ImageComment]? {
    let place = PicturePosition(post: post, position: Int(position))
    return try await store.comments(onPicture: place, atMost: Self.maxComments)?.map { found in
      ImageComment(
        id: FeedIdentifier.comment(found.id).uuid, message: found.text, createdAt: found.createdAt,
        author: found.author.username, person: found.author)
    }
  }

  private static let maxComments = 4096

  /// Returns the picture's description, or else the post's text; `nil` if both are blank.
  private static func description(of found: PublicPicture) -> String? {
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
