public import Social
import Storage

extension Community {
  /// The pictures of public posts, those of the newest post first, the pictures of a post in their order. The same for
  /// whoever asks: what only some may see is not in it, and neither is what is marked as sensitive.
  ///
  /// URLs are relative to the server's root (`/media/…`).
  /// - Parameters:
  ///   - post: only what comes behind this picture, which may be gone.
  public func imageFeed(
    after place: (post: Int64, position: UInt8)?, limit: Int
  ) async throws -> [FeedImage] {
    let place = place.map { PicturePlace(post: $0.post, position: Int($0.position)) }
    return try await store.publicPictures(after: place, limit: limit).map { found in
      FeedImage(
        id: FeedIdentifier.picture(post: found.place.post, position: UInt8(clamping: found.place.position)).uuid,
        description: Self.description(of: found), url: found.picture.mediumURL, statusID: "\(found.place.post)",
        author: found.author)
    }
  }

  /// What everybody may read below the post of a picture, as on the Moments page; nil if there is no such picture in
  /// the feed.
  public func imageComments(post: Int64, position: UInt8) async throws -> [ImageComment]? {
    let place = PicturePlace(post: post, position: Int(position))
    return try await store.comments(onPicture: place, atMost: Self.mostImageComments)?.map { found in
      ImageComment(
        id: FeedIdentifier.comment(found.id).uuid, message: found.text, createdAt: found.createdAt,
        author: found.author.username, person: found.author)
    }
  }

  private static let mostImageComments = 4096

  /// What can be seen in the picture, else what the post says; nil if neither says anything.
  private static func description(of found: PublicPicture) -> String? {
    for text in [found.picture.description, found.text] where !text.isBlank {
      return text.count > mostOfDescription ? String(text.prefix(mostOfDescription)) + "…" : text
    }
    return nil
  }

  /// Six lines are shown, and a page has a hundred of them at most.
  private static let mostOfDescription = 2000
}

extension Picture {
  /// The largest copy that is not wider than a column of a page; of a picture without copies, the picture.
  fileprivate var mediumURL: String {
    let whole = variants.filter { $0.shape == .whole }
    let fitting = whole.filter { $0.size.width <= 720 }.max { $0.size.width < $1.size.width }
    return (fitting ?? whole.min { $0.size.width < $1.size.width })?.url ?? url
  }
}
