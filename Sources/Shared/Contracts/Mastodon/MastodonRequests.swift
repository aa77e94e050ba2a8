import JSON
public import Social

/// Requests of the Mastodon client API that load something or act on a post or an account.
public enum MastodonRequests {
  /// The requested part of a list.
  public struct Page: Equatable, Sendable {
    /// The id of an item; the page has only older items.
    public var before: String?
    public var limit: Int
    /// The query from the server's `Link` field, which replaces all other values.
    public var query: String?

    public init(before: String? = nil, limit: Int = 20, query: String? = nil) {
      self.before = before
      self.limit = limit
      self.query = query
    }
  }

  /// The kinds of an account's posts.
  public enum Selection: CaseIterable, Sendable {
    /// Posts and reposts, without replies.
    case posts
    case withReplies
    case media
  }

  /// A list of accounts that belongs to an account or a post.
  public enum PeopleList: String, Sendable {
    /// Followers of the account.
    case followers
    /// Accounts that the account follows.
    case following
    /// Accounts that favourited a post.
    case likedBy = "liked-by"
    /// Accounts that reposted a post.
    case repostedBy = "reposted-by"
    /// Accounts that the viewer has muted or blocked.
    case muted, blocked
    /// All members of the server who want to be found.
    case members
    /// Accounts that voted for an option of a poll.
    case voters

    /// True if the list belongs to an account and others can see it, too.
    public var isOfPerson: Bool { self == .followers || self == .following }
    /// True if only the viewer can see the list.
    public var isPrivate: Bool { self == .muted || self == .blocked }
  }

  /// The viewer's own collections of posts.
  public enum Collection: String, Sendable {
    case bookmarks, favourites
  }

  /// The versions of the instance entity (methods/instance).
  public enum InstanceVersion: Int, Sendable {
    case first = 1
    case second
  }

  public static func instance(_ version: InstanceVersion) -> APIRequest {
    APIRequest(.get, "/api/v\(version.rawValue)/instance")
  }

  /// The viewer's settings for all clients (methods/preferences).
  public static var preferences: APIRequest { APIRequest(.get, "/api/v1/preferences") }

  /// Sets the audience of the viewer's new posts (methods/accounts, `source[privacy]`).
  public static func setDefaultAudience(_ audience: Visibility) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("source")
      writer.object { $0.texts([("privacy", audience.rawValue)]) }
    }
    return APIRequest(.patch, "/api/v1/accounts/update_credentials", body: writer.bytes)
  }

  /// Finds accounts, tags and posts (methods/search).
  ///
  /// - Parameters:
  ///   - type: The only kind to return: `accounts`, `hashtags` or `statuses`; `nil` for all.
  ///   - offset: The number of results of that type to skip.
  ///   - resolves: True if the server looks up an address that it doesn't know.
  public static func search(
    _ words: String, type: String?, limit: Int, offset: Int, resolves: Bool = false
  ) -> APIRequest {
    var target = "/api/v2/search?q=" + percentEncoded(words) + "&limit=\(limit)"
    if let type { target += "&type=" + type + "&offset=\(offset)" }
    if resolves { target += "&resolve=true" }
    return APIRequest(.get, target)
  }

  /// Finds accounts whose names match (methods/accounts, search).
  public static func searchAccounts(_ words: String, limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/accounts/search?q=" + percentEncoded(words) + "&limit=\(limit)")
  }

  /// Lists members who are discoverable, last active first (methods/directory).
  public static func directory(limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/directory?local=true&order=active&limit=\(limit)")
  }

  /// Lists members that the viewer might want to follow (methods/suggestions, first version).
  public static func suggestions(limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/suggestions?limit=\(limit)")
  }

  /// Lists tags that many people use this week (methods/trends).
  public static func trendingTags(limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/trends/tags?limit=\(limit)")
  }

  /// Lists the public posts of the server's members (methods/timelines).
  public static func community(_ page: Page) -> APIRequest {
    list("/api/v1/timelines/public", page, "local=true")
  }

  /// Finds tags that begin with the text.
  public static func searchTags(_ words: String, limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v2/search?q=" + percentEncoded(words) + "&type=hashtags&limit=\(limit)")
  }

  public static func home(_ page: Page = Page()) -> APIRequest { list("/api/v1/timelines/home", page) }

  /// Checks for entries newer than the one with this id.
  public static func home(after id: String) -> APIRequest {
    list("/api/v1/timelines/home", Page(limit: 20), "since_id=" + percentEncoded(id))
  }

  public static func publicTimeline(_ page: Page = Page(), isLocal: Bool) -> APIRequest {
    list("/api/v1/timelines/public", page, isLocal ? "local=true" : nil)
  }

  /// - Parameter name: The tag without `#`.
  public static func tag(_ name: String, _ page: Page = Page()) -> APIRequest {
    list("/api/v1/timelines/tag/" + percentEncoded(name), page)
  }

  /// Lists the posts of a circle's people.
  public static func circle(_ id: String, _ page: Page = Page()) -> APIRequest {
    list("/api/v1/timelines/list/" + percentEncoded(id), page)
  }

  /// Lists notifications of posts that mention the viewer.
  public static func mentions(_ page: Page = Page()) -> APIRequest {
    list("/api/v1/notifications", page, "types%5B%5D=mention")
  }

  /// Lists a collection, latest addition first.
  ///
  /// - Parameter page: The query from the server's `Link` field; `nil` for the first page.
  public static func collection(_ collection: Collection, page: String?) -> APIRequest {
    get("/api/v1/", collection.rawValue, "?" + (page ?? "limit=20"))
  }

  public static func statuses(of account: String, _ selection: Selection, _ page: Page = Page()) -> APIRequest
  {
    let filter: String? =
      switch selection {
      case .posts: "exclude_replies=true"
      case .withReplies: nil
      case .media: "only_media=true"
      }
    return list("/api/v1/accounts/" + percentEncoded(account) + "/statuses", page, filter)
  }

  /// Lists the pinned posts of an account.
  public static func pinned(by account: String) -> APIRequest {
    get(path(account: account), "/statuses?", "pinned=true")
  }

  public static func status(_ id: String) -> APIRequest { APIRequest(.get, path(status: id)) }

  public static func context(of id: String) -> APIRequest { APIRequest(.get, path(status: id) + "/context") }

  public static func account(_ id: String) -> APIRequest { APIRequest(.get, path(account: id)) }

  /// - Parameter handle: The handle as in `Profile.handle`.
  public static func lookup(_ handle: String) -> APIRequest {
    APIRequest(.get, "/api/v1/accounts/lookup?acct=" + percentEncoded(handle))
  }

  /// - Parameters:
  ///   - account: The id of the account, or of the post for lists of a post; for voters the poll and the
  ///     option (`7 0`).
  ///   - page: The query from the server's `Link` field; `nil` for the first page.
  public static func people(_ list: PeopleList, of account: String, page: String?) -> APIRequest {
    let page = page ?? "limit=40"
    return switch list {
    case .followers: get(path(account: account), "/followers?", page)
    case .following: get(path(account: account), "/following?", page)
    case .likedBy: get(path(status: account), "/favourited_by?", page)
    case .repostedBy: get(path(status: account), "/reblogged_by?", page)
    case .muted: get("/api/v1", "/mutes?", page)
    case .blocked: get("/api/v1", "/blocks?", page)
    case .members: get("/api/v1", "/directory?local=true&order=active&", page)
    case .voters: voters(account, page)
    }
  }

  /// - Parameter option: The poll's id and the option's index: `7 0`.
  @inline(never)
  private static func voters(_ option: String, _ page: String) -> APIRequest {
    let parts = Array(option.utf8).split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return PollRequests.voters(of: parts.last ?? "", in: parts.first ?? "", page)
  }

  /// Lists accounts that want to follow the viewer.
  public static func followRequests() -> APIRequest {
    APIRequest(.get, "/api/v1/follow_requests?limit=40")
  }

  public static func relationships(to accounts: [String]) -> APIRequest {
    get("/api/v1/accounts", "/relationships", query(accounts))
  }

  /// Loads several posts by their ids. The response leaves out those that the viewer may not see.
  public static func statuses(_ ids: [String]) -> APIRequest { get("/api/v1/statuses", "", query(ids)) }

  private static func query(_ ids: [String]) -> String {
    var query = ""
    for id in ids {
      query += query.isEmpty ? "?id%5B%5D=" : "&id%5B%5D="
      query += percentEncoded(id)
    }
    return query
  }

  public static func favourite(_ id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/favourite" : "/unfavourite")
  }

  public static func repost(_ id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/reblog" : "/unreblog")
  }

  public static func bookmark(_ id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/bookmark" : "/unbookmark")
  }

  public static func follow(_ account: String, _ isOn: Bool) -> APIRequest {
    act(path(account: account), isOn ? "/follow" : "/unfollow")
  }

  /// Pins or unpins one of the viewer's posts.
  public static func pin(_ id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/pin" : "/unpin")
  }

  /// Mutes the conversation that a post belongs to, which ends notifications from it.
  public static func mute(threadOf id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/mute" : "/unmute")
  }

  /// Changes a setting of a follow: `reblogs` (show reposts) or `notify` (notify of each post).
  public static func setFollow(_ account: String, _ name: StaticString, _ isOn: Bool) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member(name, isOn) }
    return APIRequest(.post, path(account: account) + "/follow", body: writer.bytes)
  }

  /// Saves the viewer's private note about an account; an empty text deletes it.
  public static func note(on account: String, _ words: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member("comment", words) }
    return APIRequest(.post, path(account: account) + "/note", body: writer.bytes)
  }

  /// Hides an account's posts for that many seconds; 0 hides them until the account is unmuted.
  public static func mute(_ account: String, seconds: Int) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member("duration", seconds) }
    return APIRequest(.post, path(account: account) + "/mute", body: writer.bytes)
  }

  /// Shows an account's posts again.
  public static func unmute(_ account: String) -> APIRequest { act(path(account: account), "/unmute") }

  /// Blocks or unblocks an account. A blocked account can neither follow nor reply to the viewer.
  public static func block(_ account: String, _ isOn: Bool) -> APIRequest {
    act(path(account: account), isOn ? "/block" : "/unblock")
  }

  /// Reports an account to the server's moderators (methods/reports).
  ///
  /// - Parameters:
  ///   - post: The id of a post as evidence, or `nil`.
  ///   - category: `spam`, `violation` or `other`.
  public static func report(
    _ account: String, post: String?, category: String, rules: [String] = []
  ) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("account_id", account)
      writer.member("category", category)
      if let post {
        writer.name("status_ids")
        writer.array { $0.string(post) }
      }
      if !rules.isEmpty {
        writer.name("rule_ids")
        writer.array(rules) { writer, rule in writer.string(rule) }
      }
    }
    return APIRequest(.post, "/api/v1/reports", body: writer.bytes)
  }

  /// The rules of the server.
  public static let rules = APIRequest(.get, "/api/v1/instance/rules")

  /// Accepts or rejects a follow request.
  public static func answerFollowRequest(of account: String, _ isAccepted: Bool) -> APIRequest {
    act("/api/v1/follow_requests/" + percentEncoded(account), isAccepted ? "/authorize" : "/reject")
  }

  private static func path(status id: String) -> String { "/api/v1/statuses/" + percentEncoded(id) }

  private static func path(account id: String) -> String { "/api/v1/accounts/" + percentEncoded(id) }

  @inline(never)
  private static func get(_ path: String, _ verb: String, _ query: String) -> APIRequest {
    APIRequest(.get, path + verb + query)
  }

  @inline(never)
  private static func act(_ path: String, _ verb: String) -> APIRequest { APIRequest(.post, path + verb) }

  private static func holds(_ text: String, _ part: String) -> Bool {
    let (bytes, part) = (Array(text.utf8), Array(part.utf8))
    return bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  @inline(never)
  static func list(_ path: String, _ page: Page, _ filter: String? = nil) -> APIRequest {
    if let query = page.query {
      return get(path, "?", filter.map { holds(query, $0) ? query : query + "&" + $0 } ?? query)
    }
    var target = path + "?limit=\(page.limit)"
    if let before = page.before { target += "&max_id=" + percentEncoded(before) }
    if let filter { target += "&" + filter }
    return APIRequest(.get, target)
  }
}
