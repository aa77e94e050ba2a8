import Community
import HTTPTypes
import Social
import TwitterContracts

extension API {
  /// Adds the routes that change relationships (developer.twitter.com, "Follow, search, and get users", "Mute,
  /// block, and report users"). All answer the other user.
  mutating func addTwitterRelationshipWriting(_ community: Community) {
    let relationships = community.relationships
    addUserMethod("friendships/create", "Follow a user", .writeFollows, community) { id, viewer in
      _ = try await relationships.follow(id, viewer, showsReposts: nil, notifies: nil)
    }
    addUserMethod("friendships/destroy", "Follow a user no more", .writeFollows, community) { id, viewer in
      _ = try await relationships.unfollow(id, viewer)
    }
    addUserMethod("blocks/create", "Block a user", .writeBlocks, community) { id, viewer in
      _ = try await relationships.block(id, viewer)
    }
    addUserMethod("blocks/destroy", "Block a user no more", .writeBlocks, community) { id, viewer in
      _ = try await relationships.unblock(id, viewer)
    }
    addUserMethod("mutes/users/create", "Mute a user", .writeMutes, community) { id, viewer in
      _ = try await relationships.mute(id, viewer, hidesNotifications: true, duration: nil)
    }
    addUserMethod("mutes/users/destroy", "Mute a user no more", .writeMutes, community) { id, viewer in
      _ = try await relationships.unmute(id, viewer)
    }
  }

  private mutating func addUserMethod(
    _ name: String, _ summary: String, _ scope: Scope, _ community: Community,
    _ perform: @escaping @Sendable (_ id: Int64, _ viewer: Viewer) async throws -> Void
  ) {
    for path in [name, name + "/{id}"] {
      add(
        .twitter(
          .post, path, summary, .member(scope), .namedUser + .userOptions, response: .twitterUser)
      ) { call in
        guard let user = try await call.namedUser(community, viewer: call.viewer, or: .userNotFindable),
          let id = Int64(user.id)
        else { throw TwitterError.userNotFindable }
        guard id != call.viewer.account else {
          throw name == "friendships/create" ? TwitterError.followingOneself : .userNotFindable
        }
        do { try await perform(id, call.viewer) } catch CommunityError.notAllowed {
          throw TwitterError.blockedByUser
        } catch CommunityError.notFound { throw TwitterError.userNotFindable }
        guard let changed = try await community.accounts.profile(id, viewer: call.viewer) else {
          throw TwitterError.userNotFindable
        }
        return try await call.twitterUser(changed, community, call.viewer, isPlain: true)
      }
    }
  }
}
