public import Contracts
public import Markup

/// Links to our screens, by what they show. `Route` has the addresses.
public enum Links {
  /// The number of posts of a Moments page that the server shows at once.
  public static let maxMoments = 200

  /// Returns the address of a person's Moments page. `count` is the least number of posts to show; if these
  /// are too many at once, the page shows the posts below `last`.
  public static func moments(
    of username: String, at origin: Origin, showing count: Int? = nil, below last: String? = nil
  ) -> SafeURL {
    var query = ""
    if case .other(let address) = origin { query = "?server=" + percentEncoded(address.text) }
    if let count {
      query += query.isEmpty ? "?" : "&"
      if count > maxMoments, let last {
        query += "before=" + percentEncoded(last)
      } else {
        query += "show=\(count)"
      }
    }
    return Route.person.url(username, query: query)
  }

  public static let home = SafeURL(trusted: "/")
  static let settings = Route.settings.url()
  static let editProfile = Route.editProfile.url()
  static let accountPage = Route.accountPage.url()
  static let community = Route.community.url()
  static let signIn = Route.signIn.url()
  /// Signing in with an account of another server.
  static let signInElsewhere = Route.signIn.url(query: "?other=")
  /// The server's own page for joining.
  static let join = SafeURL(trusted: "/join")
  /// The server's own page for a link after a forgotten password.
  static let forgotten = SafeURL(trusted: "/forgotten")
  /// The server's own page about the community.
  static let about = SafeURL(trusted: "/about")
  static let search = Route.search.url()
  static let firstSteps = Route.firstSteps.url()
  static let homeScreen = Route.homeScreen.url()
  static let compose = Route.compose.url()
  /// The timeline file that the device stores.
  static let file = Route.file.url()

  /// Returns the address of the image feed of the given server, or of ours; with `id`, that of the comments
  /// on one picture.
  public static func images(at server: ServerAddress?, of id: String? = nil) -> SafeURL {
    let query = server.map { "?server=" + percentEncoded($0.text) } ?? ""
    return id.map { Route.imageComments.url($0, query: query) } ?? Route.images.url(query: query)
  }

  /// Returns the address of a person's profile; `handle` is in the form of `Profile.handle`.
  static func profile(_ handle: String) -> SafeURL { Route.profile.url(handle) }

  /// Returns the address of a person's profile with this selection of posts.
  static func posts(of handle: String, _ selection: MastodonRequests.Selection) -> SafeURL {
    switch selection {
    case .posts: profile(handle)
    case .withReplies: Route.withReplies.url(handle)
    case .media: Route.media.url(handle)
    }
  }

  static func album(of handle: String) -> SafeURL { Route.album.url(handle) }

  /// Returns the address of a named album; `handle` is its owner's.
  static func scrapbook(_ id: String, of handle: String) -> SafeURL { Route.scrapbook.url(handle, id) }

  static func followers(of handle: String) -> SafeURL { Route.followers.url(handle) }

  /// Returns the address of a list of people; `nil` if it has none. `handle` is the owner of a list of
  /// followers or followed people.
  static func people(_ list: MastodonRequests.PeopleList, of handle: String) -> SafeURL? {
    switch list {
    case .followers: followers(of: handle)
    case .following: Route.following.url(handle)
    case .muted: Route.muted.url()
    case .blocked: Route.blocked.url()
    case .members: Route.members.url()
    case .likedBy, .repostedBy, .voters: nil
    }
  }

  /// Returns the address of a post with its conversation; `handle` is its author's.
  static func post(_ id: String, of handle: String) -> SafeURL { Route.post.url(handle, id) }

  /// Returns the address of the viewer's favourites or bookmarks.
  static func collection(_ collection: MastodonRequests.Collection) -> SafeURL {
    (collection == .bookmarks ? Route.bookmarks : .favourites).url()
  }

  /// Returns the address of the posts with a tag; `name` is without its `#`.
  static func tag(_ name: String) -> SafeURL { Route.tag.url(name) }

  static let circles = Route.circles.url()
  /// Returns the address of a circle's timeline.
  static func circle(_ id: String) -> SafeURL { Route.circle.url(id) }
  static func peopleOfCircle(_ id: String) -> SafeURL { Route.circleMembers.url(id) }
}
