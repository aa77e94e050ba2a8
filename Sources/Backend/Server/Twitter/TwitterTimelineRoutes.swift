import Community
import Social
import TwitterContracts

extension API {
  /// Adds the timelines (developer.twitter.com, "Get Tweet timelines").
  mutating func addTwitterTimelines(_ community: Community) {
    add(
      .reading(
        twitter: "statuses/home_timeline", "Tweets of the viewer and of those whom they follow",
        .member(.readStatuses), .tweetPaging, response: .tweets)
    ) { call in
      guard !call.twitter.wantsNothing else { return .emptyList }
      let page = try await community.timelines.home(call.viewer, call.twitter.cursor())
      return try await call.tweets(page.items, community, call.viewer)
    }
    add(
      .reading(
        twitter: "statuses/mentions_timeline", "Tweets that mention the viewer", .member(.readNotifications),
        .tweetPaging, response: .tweets)
    ) { call in
      guard !call.twitter.wantsNothing else { return .emptyList }
      let posts = try await community.notifications.mentions(of: call.viewer, call.twitter.cursor())
      return try await call.tweets(posts.map { TimelineEntry($0) }, community, call.viewer)
    }
    for name in ["favorites/list", "favorites"] {
      add(
        .reading(
          twitter: name, "Favourites of the viewer; those of others are nobody else's business",
          .member(.readFavourites), .namedUser + .tweetPaging, response: .tweets)
      ) { call in
        let user = try await call.namedUserOrViewer(community, call.viewer, or: .pageMissing)
        guard !call.twitter.wantsNothing, user.id == call.viewer.account else { return .emptyList }
        let posts = try await community.timelines.favouritesByPost(call.viewer, call.twitter.cursor())
        return try await call.tweets(posts.map { TimelineEntry($0) }, community, call.viewer)
      }
    }
    for name in ["statuses/user_timeline", "statuses/user_timeline/{id}"] {
      add(
        .reading(
          twitter: name, "Tweets of a user", .client(.readStatuses),
          .namedUser + ["include_rts", "exclude_replies"] + .tweetPaging, response: .tweets)
      ) { call in
        let (viewer, parameters) = (call.viewer.viewer, call.twitter)
        let user = try await call.namedUserOrViewer(community, viewer, or: .pageMissing)
        guard !parameters.wantsNothing else { return .emptyList }
        let filter = AccountFilter(
          excludesReplies: parameters.flag("exclude_replies"),
          excludesReposts: !parameters.flag("include_rts", default: true))
        let page = try await community.timelines.posts(
          of: user.id, viewer: viewer, filter, parameters.cursor())
        if page.items.isEmpty, try await call.isProtected(user.profile, user.id, from: viewer, community) {
          throw ProtectedTimeline()
        }
        return try await call.tweets(page.items, community, viewer)
      }
    }
  }
}

extension APICall {
  /// Returns true if a locked account shows the viewer nothing, on no page: they don't follow it.
  fileprivate func isProtected(
    _ profile: Profile, _ id: Int64, from viewer: Viewer?, _ community: Community
  ) async throws -> Bool {
    guard profile.isLocked, viewer?.account != id else { return false }
    if let viewer {
      let relationships = try await community.relationships.follows(of: viewer, to: [id])
      guard relationships.first?.isFollowing != true else { return false }
    }
    return try await community.timelines.newestPosts(of: [id], viewer: viewer)[id] == nil
  }
}
