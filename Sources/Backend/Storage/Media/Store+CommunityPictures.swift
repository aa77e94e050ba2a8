import Invalidation
public import Social

/// The community's own pictures.
public struct CommunityPictures: Equatable, Sendable {
  public var picture: Picture?
  public var cover: Picture?

  public init(picture: Picture? = nil, cover: Picture? = nil) {
    self.picture = picture
    self.cover = cover
  }
}

extension WriteTransaction {
  /// Replaces a picture of the community; `nil` removes it.
  ///
  /// - Returns: the previous picture, as an id of `media`.
  public func setCommunity(_ kind: AccountPicture, to media: Int64?) throws(StorageError) -> Int64? {
    let old = try connection.integer("SELECT media FROM community_pictures WHERE kind = \(kind.rawValue)")
    if let media {
      try connection.execute(
        """
        INSERT INTO community_pictures (kind, media) VALUES (\(kind.rawValue), \(media))
        ON CONFLICT (kind) DO UPDATE SET media = excluded.media
        """)
    } else {
      try connection.execute("DELETE FROM community_pictures WHERE kind = \(kind.rawValue)")
    }
    return old
  }
}

extension Store {
  public func communityPictures() async throws -> CommunityPictures {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT c.kind, \(PictureRow.columns("m")) FROM community_pictures c JOIN media m ON m.id = c.media
        """
      var pictures = CommunityPictures()
      for (kind, picture) in try connection.rows(
        sql, { row in (try row.text(), try PictureRow(&row)?.picture) })
      {
        switch AccountPicture(rawValue: kind) {
        case .avatar: pictures.picture = picture
        case .cover: pictures.cover = picture
        case nil: break
        }
      }
      return pictures
    }
  }
}
