import Community
import Contracts
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the routes about how two users stand to each other (developer.twitter.com, "Follow, search, and get
  /// users").
  mutating func addTwitterRelationships(_ community: Community) {
    add(
      .reading(
        twitter: "friendships/show", "How the viewer and another user stand to each other",
        .member(.readFollows), ["source_id", "source_screen_name", "target_id", "target_screen_name"],
        response: .object([.init("relationship", .object([.init("source", .any), .init("target", .any)]))]))
    ) { call in
      let viewer = call.viewer
      let own = try await community.accounts.ownProfile(viewer).profile
      let source = try await call.namedUser(community, viewer: viewer, prefix: "source_") ?? own
      let target = try await call.namedUser(community, viewer: viewer, prefix: "target_") ?? own
      let other = source.id == own.id ? target : source
      // The relationship of two others stays hidden from the viewer.
      guard source.id == own.id || target.id == own.id, let id = Int64(other.id) else {
        throw TwitterError.noAccess
      }
      let relationship =
        try await community.relationships.of(viewer, to: [id]).first ?? Relationship(id: other.id)
      let friendship = Friendship(relationship, isSource: source.id == own.id)
      return .json { writer in friendship.write(source: source, target: target, &writer) }
    }
    add(
      .reading(
        twitter: "friendships/lookup", "How the viewer stands to several users", .member(.readFollows),
        ["user_id", "screen_name"], response: .array(.any))
    ) { call in
      let profiles = try await call.namedUsers(community, viewer: call.viewer)
      let ids = profiles.compactMap { Int64($0.id) }
      let relationships = try await community.relationships.of(call.viewer, to: ids)
      return .list(profiles) { writer, profile in
        writer.object { writer in
          Friendship.members(of: profile, &writer)
          writer.member("name", profile.account.nick)
          writer.name("connections")
          let connections = relationships.first { $0.id == profile.id }?.connections ?? []
          writer.array(connections.isEmpty ? ["none"] : connections) { $0.string($1) }
        }
      }
    }
  }
}

extension Relationship {
  /// The words of `friendships/lookup`.
  fileprivate var connections: [String] {
    [
      ("following", isFollowing), ("following_requested", isRequested), ("followed_by", isFollowedBy),
      ("blocking", isBlocking), ("muting", isMuting),
    ].filter(\.1).map(\.0)
  }
}

/// The relationship of the viewer and another user. Facts that only the other one knows are false.
private struct Friendship {
  let follows: Bool
  let isFollowed: Bool
  let hasRequested: Bool
  let isRequested: Bool
  let notifies: Bool
  let showsReposts: Bool
  let isBlocking: Bool
  let isBlocked: Bool
  let isMuting: Bool

  /// - Parameter isSource: True if the viewer is the source.
  init(_ relationship: Relationship, isSource: Bool) {
    follows = isSource ? relationship.isFollowing : relationship.isFollowedBy
    isFollowed = isSource ? relationship.isFollowedBy : relationship.isFollowing
    hasRequested = isSource ? relationship.isRequested : relationship.isRequestedBy
    isRequested = isSource ? relationship.isRequestedBy : relationship.isRequested
    notifies = isSource && relationship.notifies
    showsReposts = isSource && relationship.showsReposts
    isBlocking = isSource ? relationship.isBlocking : relationship.isBlockedBy
    isBlocked = isSource ? relationship.isBlockedBy : relationship.isBlocking
    isMuting = isSource && relationship.isMuting
  }

  func write(source: Profile, target: Profile, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.object("relationship") { writer in
        writer.object("source") { writer in
          Self.members(of: source, &writer)
          for (name, value) in [
            ("following", follows), ("followed_by", isFollowed), ("live_following", false),
            ("following_received", isRequested), ("following_requested", hasRequested),
            ("notifications_enabled", notifies), ("can_dm", false), ("blocking", isBlocking),
            ("blocked_by", isBlocked), ("muting", isMuting), ("want_retweets", showsReposts),
            ("all_replies", false), ("marked_spam", false),
          ] as [(StaticString, Bool)] {
            writer.member(name, value)
          }
        }
        writer.object("target") { writer in
          Self.members(of: target, &writer)
          for (name, value) in [
            ("following", isFollowed), ("followed_by", follows), ("following_received", hasRequested),
            ("following_requested", isRequested),
          ] as [(StaticString, Bool)] {
            writer.member(name, value)
          }
        }
      }
    }
  }

  static func members(of profile: Profile, _ writer: inout JSONWriter) {
    writer.name("id")
    writer.number(Int64(profile.id) ?? 0)
    writer.member("id_str", profile.id)
    writer.member("screen_name", profile.account.username)
  }
}
