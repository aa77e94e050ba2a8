import Community
import HTTPTypes
import Social
import TwitterContracts

/// The path of a method of the Twitter API.
enum TwitterPath {
  static let prefix = "/1.1/"

  /// Returns the path of a method, in the router's notation: `/1.1/statuses/show/{id}.json`.
  static func of(_ name: String) -> String { prefix + name + ".json" }
}

extension API {
  /// Adds the Twitter API v1.1, as far as clients of its time use it (decision 0084). Its handlers call the
  /// same functions as those of the Mastodon API, so each rule of visibility exists once.
  mutating func addTwitter(_ community: Community, limits: ServerLimits) {
    addTwitterSchemas()
    addTwitterTimelines(community)
    addTweets(community)
    addTweetWriting(community)
    addTwitterUsers(community)
    addTwitterPeopleLists(community)
    addTwitterRelationships(community)
    addTwitterRelationshipWriting(community)
    addTwitterSearch(community)
    addTwitterHelp(community)
    addTwitterMedia(community, limits)
  }
}

extension APIRoute {
  /// Declares a method of the Twitter API.
  ///
  /// - Parameters:
  ///   - name: `statuses/show`, without `/1.1/` and `.json`.
  ///   - parameters: The names. All are texts, because wrong values count as missing.
  static func twitter(
    _ method: HTTPRequest.Method, _ name: String, _ summary: String, _ access: Access<Who>,
    _ parameters: [String] = [], limit: RateLimit.Class = .general, response: Schema
  ) -> APIRoute {
    var route = APIRoute(
      method, TwitterPath.of(name), summary, access: access, limit: limit,
      parameters: parameters.map { APIParameter($0, .string) }, response: response)
    route.declaration.style = .twitter
    return route
  }

  /// Declares a method that only reads and whose responses are cached.
  static func reading(
    twitter name: String, _ summary: String, _ access: Access<Who>, _ parameters: [String] = [],
    response: Schema
  ) -> APIRoute {
    var route = twitter(.get, name, summary, access, parameters, response: response)
    route.declaration.isCached = true
    return route
  }
}

extension [String] {
  /// The parameters that choose what a tweet holds.
  static let tweetOptions = [
    "tweet_mode", "trim_user", "include_entities", "include_ext_alt_text", "include_my_retweet",
  ]
  /// The parameters that page a list of tweets.
  static let tweetPaging = ["count", "since_id", "max_id"] + tweetOptions
  /// The parameters that name a user. Some clients send a number or a name as `id`.
  static let namedUser = ["user_id", "screen_name", "id"]
  /// The parameters that choose what a user holds.
  static let userOptions = ["skip_status", "include_entities", "include_user_entities", "tweet_mode"]
}
