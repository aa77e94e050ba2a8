import Community
import Contracts
import HTTPTypes
import Social

extension API {
  /// Adds the members' interactions with posts. All of them are idempotent
  /// (docs.joinmastodon.org/methods/statuses).
  mutating func addStatusActions(_ community: Community) {
    action("favourite", "Make a post a favourite", .writeFavourites, community.posts.favourite)
    action("unfavourite", "Make a post no favourite any more", .writeFavourites, community.posts.unfavourite)
    action("bookmark", "Bookmark a post", .writeBookmarks, community.posts.bookmark)
    action("unbookmark", "Remove a bookmark", .writeBookmarks, community.posts.unbookmark)
    action("pin", "Put a post of one's own on top of one's page", .writeAccounts, community.posts.pin)
    action("unpin", "Take a post from the top of one's page", .writeAccounts, community.posts.unpin)
    action("mute", "Hear nothing more of a conversation", .writeMutes, community.posts.muteConversation)
    action("unmute", "Hear of a conversation again", .writeMutes, community.posts.unmuteConversation)
    action("unreblog", "Take a repost back", .writeStatuses, community.posts.unrepost)
    add(
      APIRoute(
        .post, "/api/v1/statuses/:id/reblog", "Repost a post", access: .member(.writeStatuses),
        limit: .publishing,
        parameters: [APIParameter("visibility", .string)], response: .status)
    ) { call in
      .entry(
        try await community.posts.repost(
          call.identifier(), viewer: call.viewer, visibility: call.parameters.visibility("visibility")), call)
    }
  }

  private mutating func action(
    _ name: String, _ summary: String, _ scope: Scope,
    _ perform: @escaping @Sendable (_ id: Int64, _ viewer: Viewer) async throws -> Post
  ) {
    add(
      APIRoute(
        .post, "/api/v1/statuses/:id/\(name)", summary, access: .member(scope), response: .status)
    ) { call in .status(try await perform(call.identifier(), call.viewer), call) }
  }
}
