import Contracts
import Testing

struct MastodonRequestsTests {
  @Test(arguments: [
    (MastodonRequests.home(), "/api/v1/timelines/home?limit=20"),
    (MastodonRequests.home(.init(before: "12", limit: 40)), "/api/v1/timelines/home?limit=40&max_id=12"),
    (MastodonRequests.home(.init(before: "1&x=/")), "/api/v1/timelines/home?limit=20&max_id=1%26x%3D%2F"),
    (MastodonRequests.publicTimeline(isLocal: true), "/api/v1/timelines/public?limit=20&local=true"),
    (MastodonRequests.publicTimeline(isLocal: false), "/api/v1/timelines/public?limit=20"),
    (MastodonRequests.tag("朋友/#"), "/api/v1/timelines/tag/%E6%9C%8B%E5%8F%8B%2F%23?limit=20"),
    (MastodonRequests.mentions(), "/api/v1/notifications?limit=20&types%5B%5D=mention"),
    (MastodonRequests.statuses(of: "7", .posts), "/api/v1/accounts/7/statuses?limit=20&exclude_replies=true"),
    (MastodonRequests.statuses(of: "7", .withReplies), "/api/v1/accounts/7/statuses?limit=20"),
    (MastodonRequests.statuses(of: "7", .media), "/api/v1/accounts/7/statuses?limit=20&only_media=true"),
    (MastodonRequests.collection(.bookmarks, page: nil), "/api/v1/bookmarks?limit=20"),
    (
      MastodonRequests.collection(.favourites, page: "limit=20&max_id=5"),
      "/api/v1/favourites?limit=20&max_id=5"
    ),
    (MastodonRequests.status("7"), "/api/v1/statuses/7"),
    (MastodonRequests.context(of: "../7"), "/api/v1/statuses/..%2F7/context"),
    (MastodonRequests.account("7"), "/api/v1/accounts/7"),
    (MastodonRequests.lookup("anna@example.org"), "/api/v1/accounts/lookup?acct=anna%40example.org"),
    (MastodonRequests.relationships(to: ["7"]), "/api/v1/accounts/relationships?id%5B%5D=7"),
  ])
  func `Reading names what is wanted`(request: APIRequest, target: String) {
    #expect(request == APIRequest(.get, target))
  }

  @Test(arguments: [
    (MastodonRequests.favourite("7", true), "/api/v1/statuses/7/favourite"),
    (MastodonRequests.favourite("7", false), "/api/v1/statuses/7/unfavourite"),
    (MastodonRequests.repost("7", true), "/api/v1/statuses/7/reblog"),
    (MastodonRequests.repost("7", false), "/api/v1/statuses/7/unreblog"),
    (MastodonRequests.bookmark("7", true), "/api/v1/statuses/7/bookmark"),
    (MastodonRequests.bookmark("7", false), "/api/v1/statuses/7/unbookmark"),
    (MastodonRequests.follow("7", true), "/api/v1/accounts/7/follow"),
    (MastodonRequests.follow("7", false), "/api/v1/accounts/7/unfollow"),
  ])
  func `acting is a post without a body`(request: APIRequest, target: String) {
    #expect(request == APIRequest(.post, target))
  }
}
