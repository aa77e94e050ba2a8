import Contracts
public import JSON
public import Social

/// The place in an encoded tweet for members that differ between viewers.
public enum TweetSlot: Equatable, Sendable {
  /// `favorited` and `retweeted`
  case interactions
  /// The viewer's relationship with the user of this id, as tweets tell it: `following`,
  /// `follow_request_sent`, `notifications`.
  case relationship(String)
  /// `current_user_retweet` of the post with this id
  case ownRepost(String)
}

extension TwitterEncoder {
  /// Encodes a post, or a repost with the post in it, without what differs between viewers.
  ///
  /// - Parameter hasUser: False for the tweet inside a user.
  /// - Returns: The pieces, and the slots between them.
  public func pieces(
    of entry: TimelineEntry, options: TweetOptions, hasUser: Bool = true
  ) -> (pieces: [[UInt8]], slots: [TweetSlot]) {
    var cuts: [Int] = []
    var slots: [TweetSlot] = []
    var writer = JSONWriter(reservingCapacity: 4096)
    writer.object { writer in
      members(of: entry, options: options, hasUser: hasUser, &writer) { slot, cut in
        slots.append(slot)
        cuts.append(cut)
      }
    }
    return (writer.pieces(cutAt: cuts), slots)
  }

  /// Writes an encoded tweet with the members of this viewer in its slots.
  ///
  /// - Parameter interactions: The viewer's interactions with the post.
  public func write(
    _ pieces: [[UInt8]], _ slots: [TweetSlot], _ interactions: Post.Interactions,
    _ writer: inout JSONWriter
  ) {
    writer.json(pieces) { index in members(in: slots[index], interactions) }
  }

  private func members(in slot: TweetSlot, _ interactions: Post.Interactions) -> [UInt8] {
    switch slot {
    case .interactions:
      let number: Int = (interactions.isFavourite ? 1 : 0) | (interactions.isReposted ? 2 : 0)
      return Self.interactionMembers[number]
    case .relationship(let id):
      guard let relationship = relationships[id] else { return Self.relationshipMembers[0] }
      let number: Int =
        (relationship.isFollowing ? 1 : 0) | (relationship.isRequested ? 2 : 0)
        | (relationship.notifies ? 4 : 0)
      return Self.relationshipMembers[number]
    case .ownRepost(let post):
      guard let repost = ownReposts[post] else { return [] }
      return JSONWriter.membersBetweenPieces { writer in
        writer.object("current_user_retweet") { writer in writer.id(repost) }
      }
    }
  }

  /// The members in all combinations, by the numbers in `members(in:_:)`.
  private static let interactionMembers = (0..<4).map { number in
    JSONWriter.membersBetweenPieces { writer in
      writer.member("favorited", number & 1 != 0)
      writer.member("retweeted", number & 2 != 0)
    }
  }

  private static let relationshipMembers = (0..<8).map { number in
    JSONWriter.membersBetweenPieces { writer in
      writer.member("following", number & 1 != 0)
      writer.member("follow_request_sent", number & 2 != 0)
      writer.member("notifications", number & 4 != 0)
    }
  }
}
