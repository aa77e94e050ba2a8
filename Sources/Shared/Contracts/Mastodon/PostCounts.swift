import JSON

/// The numbers of likes, reposts and replies of a post, from the event `status.counts` on streams of this server
/// (docs/server.md).
public struct PostCounts: Equatable, Sendable {
  public let id: String
  public let favourites: Int
  public let reposts: Int
  public let replies: Int

  /// Returns `nil` without an id and three numbers.
  public init?(body: [UInt8]) {
    guard let json = try? JSON(parsing: body), let id = json.text("id"),
      let favourites = json["favourites_count"]?.int, let reposts = json["reblogs_count"]?.int,
      let replies = json["replies_count"]?.int
    else { return nil }
    (self.id, self.favourites, self.reposts, self.replies) = (id, favourites, reposts, replies)
  }
}
