import JSON

/// Requests of the Mastodon client API that read, or that act on a post or a person.
public enum MastodonRequests {
  /// Which part of a list is wanted.
  public struct Page: Equatable, Sendable {
    /// Only what is older than the item of that id.
    public var before: String?
    public var limit: Int
    /// The query that the server named for the page, in place of all else.
    public var query: String?

    public init(before: String? = nil, limit: Int = 20, query: String? = nil) {
      self.before = before
      self.limit = limit
      self.query = query
    }
  }

  /// Which of an account's posts are wanted.
  public enum Selection: CaseIterable, Sendable {
    /// Posts and reposts, without replies.
    case posts
    case withReplies
    case media
  }

  /// A list of people that belongs to an account, or to a post.
  public enum PeopleList: String, Sendable {
    /// Who follows it.
    case followers
    /// Everybody that the account follows.
    case following
    /// Who marked a post as a favourite.
    case likedBy = "liked-by"
    /// Who passed a post on.
    case repostedBy = "reposted-by"
    /// The accounts that the asker has muted, and the accounts that the asker has blocked.
    case muted, blocked

    /// It belongs to a person, and is for others to see, too.
    public var isOfPerson: Bool { self == .followers || self == .following }
    /// It is the asker's own, and nobody else sees it.
    public var isPrivate: Bool { self == .muted || self == .blocked }
  }

  /// What the asker marked for themselves.
  public enum Collection: String, Sendable {
    case bookmarks, favourites
  }

  /// A version of what a server says of itself (methods/instance).
  public enum InstanceVersion: Int, Sendable {
    case first = 1
    case second
  }

  // MARK: Reading

  public static func instance(_ version: InstanceVersion) -> APIRequest {
    APIRequest(.get, "/api/v\(version.rawValue)/instance")
  }

  /// People, tags and posts that hold words (methods/search); `type`: only `accounts`, `hashtags` or `statuses`; `offset`:
  /// how many of that type are known already; `resolves`: the server looks up an address that it doesn't know.
  public static func search(
    _ words: String, type: String?, limit: Int, offset: Int, resolves: Bool = false
  ) -> APIRequest {
    var target = "/api/v2/search?q=" + percentEncoded(words) + "&limit=\(limit)"
    if let type { target += "&type=" + type + "&offset=\(offset)" }
    if resolves { target += "&resolve=true" }
    return APIRequest(.get, target)
  }

  /// People whose names begin so or hold that (methods/accounts, search).
  public static func searchAccounts(_ words: String, limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/accounts/search?q=" + percentEncoded(words) + "&limit=\(limit)")
  }

  /// Members who want to be found, those first who were active last (methods/directory).
  public static func directory(limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/directory?local=true&order=active&limit=\(limit)")
  }

  /// Tags that many people use this week (methods/trends).
  public static func trendingTags(limit: Int) -> APIRequest { APIRequest(.get, "/api/v1/trends/tags?limit=\(limit)") }

  /// The public posts of the server's members (methods/timelines).
  public static func community(_ page: Page) -> APIRequest { list("/api/v1/timelines/public", page, "local=true") }

  /// Tags that begin so.
  public static func searchTags(_ words: String, limit: Int) -> APIRequest {
    APIRequest(.get, "/api/v2/search?q=" + percentEncoded(words) + "&type=hashtags&limit=\(limit)")
  }

  public static func home(_ page: Page = Page()) -> APIRequest { list("/api/v1/timelines/home", page) }

  /// Whether there is anything newer than the line with that id.
  public static func home(after id: String) -> APIRequest {
    list("/api/v1/timelines/home", Page(limit: 20), "since_id=" + percentEncoded(id))
  }

  public static func publicTimeline(_ page: Page = Page(), isLocal: Bool) -> APIRequest {
    list("/api/v1/timelines/public", page, isLocal ? "local=true" : nil)
  }

  /// `name` is without `#`.
  public static func tag(_ name: String, _ page: Page = Page()) -> APIRequest {
    list("/api/v1/timelines/tag/" + percentEncoded(name), page)
  }

  /// Notifications of the posts that mention the asker.
  public static func mentions(_ page: Page = Page()) -> APIRequest {
    list("/api/v1/notifications", page, "types%5B%5D=mention")
  }

  /// The latest mark first. `page`: the query that the server named; nil: the latest.
  public static func collection(_ collection: Collection, page: String?) -> APIRequest {
    get("/api/v1/", collection.rawValue, "?" + (page ?? "limit=20"))
  }

  public static func statuses(of account: String, _ selection: Selection, _ page: Page = Page()) -> APIRequest {
    let filter: String? =
      switch selection {
      case .posts: "exclude_replies=true"
      case .withReplies: nil
      case .media: "only_media=true"
      }
    return list("/api/v1/accounts/" + percentEncoded(account) + "/statuses", page, filter)
  }

  /// What a person put on top of their page.
  public static func pinned(by account: String) -> APIRequest {
    get(path(account: account), "/statuses?", "pinned=true")
  }

  public static func status(_ id: String) -> APIRequest { APIRequest(.get, path(status: id)) }

  public static func context(of id: String) -> APIRequest { APIRequest(.get, path(status: id) + "/context") }

  public static func account(_ id: String) -> APIRequest { APIRequest(.get, path(account: id)) }

  /// `handle` as in `Profile.handle`.
  public static func lookup(_ handle: String) -> APIRequest {
    APIRequest(.get, "/api/v1/accounts/lookup?acct=" + percentEncoded(handle))
  }

  /// `page`: the query that the server named; nil: the latest. `account`: or the id of a post.
  public static func people(_ list: PeopleList, of account: String, page: String?) -> APIRequest {
    let page = page ?? "limit=40"
    return switch list {
    case .followers: get(path(account: account), "/followers?", page)
    case .following: get(path(account: account), "/following?", page)
    case .likedBy: get(path(status: account), "/favourited_by?", page)
    case .repostedBy: get(path(status: account), "/reblogged_by?", page)
    case .muted: get("/api/v1", "/mutes?", page)
    case .blocked: get("/api/v1", "/blocks?", page)
    }
  }

  /// Who wants to follow the asker.
  public static func followRequests() -> APIRequest {
    APIRequest(.get, "/api/v1/follow_requests?limit=40")
  }

  public static func relationships(to accounts: [String]) -> APIRequest {
    get("/api/v1/accounts", "/relationships", query(accounts))
  }

  /// Several posts by their ids. Those that the reader may not see are missing.
  public static func statuses(_ ids: [String]) -> APIRequest { get("/api/v1/statuses", "", query(ids)) }

  private static func query(_ ids: [String]) -> String {
    var query = ""
    for id in ids {
      query += query.isEmpty ? "?id%5B%5D=" : "&id%5B%5D="
      query += percentEncoded(id)
    }
    return query
  }

  // MARK: Acting

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

  /// Puts a post of the asker's on top of their page.
  public static func pin(_ id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/pin" : "/unpin")
  }

  /// Tells nothing more of the conversation that a post belongs to.
  public static func mute(threadOf id: String, _ isOn: Bool) -> APIRequest {
    act(path(status: id), isOn ? "/mute" : "/unmute")
  }

  /// Changes what comes of a followed account: `reblogs`, its reposts; `notify`, a notification of each post.
  public static func setFollow(_ account: String, _ name: StaticString, _ isOn: Bool) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member(name, isOn) }
    return APIRequest(.post, path(account: account) + "/follow", body: writer.bytes)
  }

  /// What the asker keeps in mind of an account; an empty text takes it away.
  public static func note(on account: String, _ words: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member("comment", words) }
    return APIRequest(.post, path(account: account) + "/note", body: writer.bytes)
  }

  /// Hides what an account writes. It shows again after that many seconds; 0 means once it is unmuted.
  public static func mute(_ account: String, seconds: Int) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member("duration", seconds) }
    return APIRequest(.post, path(account: account) + "/mute", body: writer.bytes)
  }

  /// Shows again what an account writes.
  public static func unmute(_ account: String) -> APIRequest { act(path(account: account), "/unmute") }

  /// Keeps an account away altogether: it can neither follow nor answer the asker.
  public static func block(_ account: String, _ isOn: Bool) -> APIRequest {
    act(path(account: account), isOn ? "/block" : "/unblock")
  }

  /// Tells whoever runs the server about an account (methods/reports). `post`: the id of one that shows it; `category`:
  /// `spam`, `violation` or `other`.
  public static func report(_ account: String, post: String?, category: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("account_id", account)
      writer.member("category", category)
      if let post {
        writer.name("status_ids")
        writer.array { $0.string(post) }
      }
    }
    return APIRequest(.post, "/api/v1/reports", body: writer.bytes)
  }

  /// Lets somebody follow who asked to, or not.
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
  private static func list(_ path: String, _ page: Page, _ filter: String? = nil) -> APIRequest {
    if let query = page.query {
      return get(path, "?", filter.map { holds(query, $0) ? query : query + "&" + $0 } ?? query)
    }
    var target = path + "?limit=\(page.limit)"
    if let before = page.before { target += "&max_id=" + percentEncoded(before) }
    if let filter { target += "&" + filter }
    return APIRequest(.get, target)
  }
}
