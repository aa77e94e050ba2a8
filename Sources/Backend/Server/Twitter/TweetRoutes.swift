import Community
import HTTPTypes
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the routes that read single tweets (developer.twitter.com, "Post, retrieve and engage with Tweets").
  mutating func addTweets(_ community: Community) {
    for name in ["statuses/show", "statuses/show/{id}"] {
      add(
        .reading(
          twitter: name, "A tweet", .client(.readStatuses), ["id"] + .tweetOptions, response: .tweet)
      ) { call in
        let viewer = call.viewer.viewer
        guard let entry = try await community.posts.entry(call.tweetID(), viewer: viewer) else {
          throw TwitterError.statusMissing
        }
        return try await call.tweet(entry, community, viewer)
      }
    }
    for name in ["statuses/retweets", "statuses/retweets/{id}"] {
      add(
        .reading(
          twitter: name, "The reposts of a tweet", .client(.readStatuses), ["id", "count"] + .tweetOptions,
          response: .tweets)
      ) { call in
        let viewer = call.viewer.viewer
        let post = try await call.seenTweet(community)
        let cursor = Cursor(limit: call.twitter.count(default: 100, maximum: 100))
        let page = try await community.timelines.reposts(of: post, viewer: viewer, cursor)
        return try await call.tweets(page.items, community, viewer)
      }
    }
    let lookup = ["id", "map"] + .tweetOptions
    add(
      .reading(
        twitter: "statuses/lookup", "Several tweets", .client(.readStatuses), lookup, response: .any)
    ) { call in try await call.lookedUpTweets(community) }
    add(
      .twitter(
        .post, "statuses/lookup", "Several tweets", .client(.readStatuses), lookup, response: .any)
    ) { call in try await call.lookedUpTweets(community) }
  }
}

extension APICall<TokenAccess> {
  /// Returns the id of the tweet that the request names, or of the one that a repost repeats.
  ///
  /// - Throws: `TwitterError.statusMissing`, if the viewer doesn't see it.
  func seenTweet(_ community: Community) async throws -> Int64 {
    guard let entry = try await community.posts.entry(tweetID(), viewer: viewer.viewer),
      let id = Int64(entry.post.id)
    else { throw TwitterError.statusMissing }
    return id
  }

  /// Returns the tweets of the requested ids, or a map with null for those that the viewer doesn't see.
  fileprivate func lookedUpTweets(_ community: Community) async throws -> APIResponse {
    let ids = twitter.numbers("id")
    let entries = try await community.posts.find(ids, viewer: viewer.viewer).map { TimelineEntry($0) }
    guard twitter.flag("map") else { return try await tweets(entries, community, viewer.viewer) }
    let options = twitter.tweetOptions
    let encoder = try await twitterEncoder(community, viewer.viewer, entries: entries, options: options)
    return .json { writer in
      writer.object { writer in
        writer.name("id")
        writer.object { writer in
          for id in Set(ids).sorted() {
            writer.name(of: "\(id)")
            guard let entry = entries.first(where: { $0.id == "\(id)" }) else {
              writer.null()
              continue
            }
            posts.write(entry, encoder, options, &writer)
          }
        }
      }
    }
  }
}
