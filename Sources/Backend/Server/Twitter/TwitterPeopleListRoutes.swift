import Community
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the lists of people (developer.twitter.com, "Follow, search, and get users", "Mute, block, and
  /// report users"). Each comes as ids and as users.
  mutating func addTwitterPeopleLists(_ community: Community) {
    let lists:
      [(
        name: String, summary: String,
        read: @Sendable (_ id: Int64, Viewer?, Cursor) async throws -> ListPage<Profile>
      )] = [
        (
          "followers", "Who follows a user",
          { id, viewer, cursor in
            try await community.relationships.followers(of: id, viewer: viewer, cursor)
          }
        ),
        (
          "friends", "Whom a user follows",
          { id, viewer, cursor in
            try await community.relationships.following(of: id, viewer: viewer, cursor)
          }
        ),
      ]
    for list in lists {
      addList(
        list.name, list.summary, .client(.readAccounts), community, named: .namedUser, viewer: \.viewer
      ) { call, cursor in
        let viewer = call.viewer.viewer
        let user = try await call.namedUserOrViewer(community, viewer, or: .pageMissing)
        return try await list.read(user.id, viewer, cursor)
      }
    }
    addList("blocks", "Blocked users", .member(.readBlocks), community, viewer: { $0 }) { call, cursor in
      try await community.relationships.blocks(call.viewer, cursor)
    }
    addList("mutes/users", "Muted users", .member(.readMutes), community, viewer: { $0 }) { call, cursor in
      try await community.relationships.mutes(call.viewer, cursor)
    }
    addIDs(
      "statuses/retweeters", "Who reposted a tweet", .client(.readStatuses), named: ["id"]
    ) { call, cursor in
      try await community.posts.repostedBy(
        call.seenTweet(community), viewer: call.viewer.viewer, cursor)
    }
    add(
      .reading(
        twitter: "friendships/no_retweets/ids", "Users whose reposts the viewer hides; always empty",
        .member(.readFollows), ["stringify_ids"], response: .array(.any))
    ) { _ in .emptyList }
  }

  /// The maximum number of users on a page, and of ids.
  private static let maxUsers = 200
  private static let maxIDs = 1000

  /// - Parameter viewer: Returns the viewer of a route, if there is one.
  private mutating func addList<Who>(
    _ name: String, _ summary: String, _ access: Access<Who>, _ community: Community,
    named: [String] = [], viewer: @escaping @Sendable (Who) -> Viewer?,
    _ read: @escaping @Sendable (APICall<Who>, Cursor) async throws -> ListPage<Profile>
  ) {
    add(
      .reading(
        twitter: name + "/list", summary, access, named + ["cursor", "count"] + .userOptions,
        response: .reference("TwitterUsers"))
    ) { call in
      let cursor = call.twitter.peopleCursor(default: 20, maximum: Self.maxUsers)
      let page = try await read(call, cursor)
      let people = try await call.twitterPeople(page.items, community, viewer(call.viewer))
      return .json { writer in
        writer.object { writer in
          writer.name("users")
          writer.array(page.items) { writer, profile in people.write(profile, &writer) }
          TwitterCursors(page, at: cursor).write(to: &writer)
        }
      }
    }
    addIDs(name, summary, access, named: named, read)
  }

  private mutating func addIDs<Who>(
    _ name: String, _ summary: String, _ access: Access<Who>, named: [String],
    _ read: @escaping @Sendable (APICall<Who>, Cursor) async throws -> ListPage<Profile>
  ) {
    add(
      .reading(
        twitter: name + "/ids", summary + ", as ids", access, named + ["cursor", "count", "stringify_ids"],
        response: .reference("TwitterIDs"))
    ) { call in
      let cursor = call.twitter.peopleCursor(default: Self.maxIDs, maximum: Self.maxIDs)
      let page = try await read(call, cursor)
      let areTexts = call.twitter.flag("stringify_ids")
      return .json { writer in
        writer.object { writer in
          writer.name("ids")
          writer.array(page.items) { writer, profile in
            if areTexts { writer.string(profile.id) } else { writer.number(Int64(profile.id) ?? 0) }
          }
          TwitterCursors(page, at: cursor).write(to: &writer)
          writer.name("total_count")
          writer.null()
        }
      }
    }
  }
}
