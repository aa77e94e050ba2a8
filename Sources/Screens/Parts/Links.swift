public import Contracts
public import Markup

/// Links to our screens, by what they show. `Route` has the addresses.
public enum Links {
  /// How many posts of a Moments page the server shows at once.
  public static let mostMoments = 200

  /// A person's Moments; `count`: how many posts show at least. If those are too many at once, the posts below `last` show.
  public static func moments(
    of username: String, at origin: Origin, showing count: Int? = nil, below last: String? = nil
  ) -> SafeURL {
    var query = ""
    if case .other(let address) = origin { query = "?server=" + percentEncoded(address.text) }
    if let count {
      query += query.isEmpty ? "?" : "&"
      if count > mostMoments, let last { query += "before=" + percentEncoded(last) } else { query += "show=\(count)" }
    }
    return Route.person.url(username, query: query)
  }

  public static let home = SafeURL(trusted: "/")
  static let settings = Route.settings.url()
  static let editProfile = Route.editProfile.url()
  static let accountPage = Route.accountPage.url()
  static let signIn = Route.signIn.url()
  /// With an account of another server.
  static let signInElsewhere = Route.signIn.url(query: "?other=")
  /// The server's own page.
  static let join = SafeURL(trusted: "/join")
  static let search = Route.search.url()
  static let compose = Route.compose.url()
  /// The timeline file that the device keeps.
  static let file = Route.file.url()

  /// The feed of the server with that address, or of ours; `id`: the comments on one of its pictures.
  public static func images(at server: ServerAddress?, of id: String? = nil) -> SafeURL {
    let query = server.map { "?server=" + percentEncoded($0.text) } ?? ""
    return id.map { Route.imageComments.url($0, query: query) } ?? Route.images.url(query: query)
  }

  /// A person's own page; `handle` as `Profile.handle`.
  static func profile(_ handle: String) -> SafeURL { Route.profile.url(handle) }

  /// A person's page with those of their posts.
  static func posts(of handle: String, _ selection: MastodonRequests.Selection) -> SafeURL {
    switch selection {
    case .posts: profile(handle)
    case .withReplies: Route.withReplies.url(handle)
    case .media: Route.media.url(handle)
    }
  }

  static func followers(of handle: String) -> SafeURL { Route.followers.url(handle) }

  /// The address of a list of people; nil if it has none. `handle` is the person to whom a list of followers or followed
  /// belongs.
  static func people(_ list: MastodonRequests.PeopleList, of handle: String) -> SafeURL? {
    switch list {
    case .followers: followers(of: handle)
    case .following: Route.following.url(handle)
    case .muted: Route.muted.url()
    case .blocked: Route.blocked.url()
    case .likedBy, .repostedBy: nil
    }
  }

  /// A post with all around it; `handle`: its author's.
  static func status(_ id: String, of handle: String) -> SafeURL { Route.status.url(handle, id) }

  /// What the reader marked.
  static func collection(_ collection: MastodonRequests.Collection) -> SafeURL {
    (collection == .bookmarks ? Route.bookmarks : .favourites).url()
  }

  /// The posts that carry a tag; `name` without its `#`.
  static func tag(_ name: String) -> SafeURL { Route.tag.url(name) }
}
