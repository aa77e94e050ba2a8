import Community
import HTTPTypes
import Social
import TwitterContracts

/// The paths of the Twitter API's methods. Clients of other servers of its time look for them elsewhere:
/// beneath `/api/1.1/`, or beneath `/api/` as GNU social has them, with its sign-in beside them.
enum TwitterPath {
  static let prefix = "/1.1/"

  private static let signIn = [
    "/oauth/request_token", "/oauth/access_token", "/oauth/authorize", "/oauth/authenticate",
  ]

  /// The first words of the methods' names. Beneath `/api/` they tell them from routes of other APIs.
  private static let families: Set<Substring> = [
    "account", "application", "blocks", "favorites", "followers", "friends", "friendships", "help", "media",
    "mutes", "oauth", "search", "statuses", "users",
  ]

  /// GNU social's own names of methods.
  private static let oldNames = [
    "statuses/home_timeline.json": ["statuses/friends_timeline.json"],
    "statuses/mentions_timeline.json": ["statuses/mentions.json", "statuses/replies.json"],
  ]

  /// Returns the path of a method, in the router's notation: `/1.1/statuses/show/{id}.json`.
  static func of(_ name: String) -> String { prefix + name + ".json" }

  /// Returns the other addresses of a route. Those of other APIs have none.
  static func aliases(of path: String) -> [String] {
    if signIn.contains(path) { return ["/api" + path] }
    guard path.hasPrefix(prefix) else { return [] }
    let name = String(path.dropFirst(prefix.count))
    return ["/api" + path] + ([name] + oldNames[name, default: []]).map { "/api/" + $0 }
  }

  /// Returns the path of a route's declaration for any of its addresses. Other paths stay as they are.
  static func declared(_ path: String) -> String {
    guard path.hasPrefix("/api/") else { return path }
    let rest = String(path.dropFirst("/api".count))
    if rest.hasPrefix(prefix) || signIn.contains(rest) { return rest }
    let name = rest.dropFirst()
    return families.contains(name.prefix { $0 != "/" && $0 != "." }) ? prefix + name : path
  }
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
