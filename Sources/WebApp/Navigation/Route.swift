import Contracts
import JSON
import Markup
import Social

/// The addresses of our screens, which work without the app too. This table defines the links, how they are
/// read, the server's pages, and what the service worker answers without a network (Tools/build-assets.py
/// reads it).
public enum Route: CaseIterable, Sendable {
  case home, moments, notifications, mentions, me, settings, editProfile, accountPage, community, signIn,
    signedIn
  case compose, file
  case images, bookmarks, favourites, muted, blocked, search, circles, members, firstSteps, homeScreen
  case person, imageComments, tag, circle, circleMembers, profile, withReplies, media, album, scrapbook,
    followers, following, post

  /// The path, in which `{}` stands for a value.
  public var pattern: StaticString {
    switch self {
    case .home: "/home"
    case .moments: "/moments"
    case .notifications: "/notifications"
    case .mentions: "/mentions"
    case .me: "/me"
    case .settings: "/settings"
    case .editProfile: "/edit-profile"
    case .accountPage: "/account"
    case .community: "/community"
    case .signIn: "/sign-in"
    case .signedIn: "/signed-in"
    case .compose: "/compose"
    case .file: "/file"
    case .images: "/images"
    case .bookmarks: "/bookmarks"
    case .favourites: "/favourites"
    case .muted: "/muted"
    case .blocked: "/blocked"
    case .search: "/search"
    case .circles: "/circles"
    case .members: "/members"
    case .firstSteps: "/first-steps"
    case .homeScreen: "/home-screen"
    case .person: "/moments/{}"
    case .imageComments: "/images/{}"
    case .tag: "/tags/{}"
    case .circle: "/circles/{}"
    case .circleMembers: "/circles/{}/people"
    case .profile: "/@{}"
    case .withReplies: "/@{}/with_replies"
    case .media: "/@{}/media"
    case .album: "/@{}/album"
    case .scrapbook: "/@{}/albums/{}"
    case .followers: "/@{}/followers"
    case .following: "/@{}/following"
    case .post: "/@{}/{}"
    }
  }

  /// Returns the address with these values in its placeholders, and with a query that is already encoded.
  func url(_ values: String..., query: String = "") -> SafeURL {
    var path: [UInt8] = []
    var rest = values[...]
    for byte in bytes(of: pattern) {
      switch byte {
      case UInt8(ascii: "{"): path += Array(percentEncoded(rest.popFirst() ?? "").utf8)
      case UInt8(ascii: "}"): continue
      default: path.append(byte)
      }
    }
    return SafeURL(String(decoding: path, as: UTF8.self) + query) ?? Links.home
  }

  /// Returns the route of a path, and its values; `nil` if the path isn't one of ours.
  public static func matching(_ path: some Sequence<UInt8>) -> (route: Route, values: [String])? {
    let parts = Array(path).split(separator: UInt8(ascii: "/"))
    for route in allCases {
      if let values = route.values(parts) { return (route, values) }
    }
    return nil
  }

  private func values(_ parts: [ArraySlice<UInt8>]) -> [String]? {
    let pattern = Array(bytes(of: pattern)).split(separator: UInt8(ascii: "/"))
    guard pattern.count == parts.count else { return nil }
    var values: [String] = []
    for (written, part) in zip(pattern, parts) {
      guard let brace = written.firstIndex(of: UInt8(ascii: "{")) else {
        guard written.elementsEqual(part) else { return nil }
        continue
      }
      let prefix = written[..<brace]
      guard part.starts(with: prefix), part.count > prefix.count else { return nil }
      values.append(percentDecoded(part.dropFirst(prefix.count)))
    }
    return values
  }
}

extension Destination {
  /// Reads a path and query of ours. Fails if they name nothing, or something that only the server can
  /// answer.
  init?(_ address: String, own: Origin) {
    let bytes = Array(address.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    let query = String(decoding: bytes[min(end + 1, bytes.count)...], as: UTF8.self)
    guard let (route, values) = Route.matching(bytes[..<end]) else { return nil }
    let text = queryValue("server", in: query)
    let server = text.flatMap { ServerAddress($0) }
    if text != nil, server == nil { return nil }
    switch route {
    case .home: self = .tab(.home)
    case .moments: self = .tab(.moments)
    case .notifications: self = .tab(.notifications)
    case .mentions: self = .tab(.mentions)
    case .me: self = .tab(.me)
    case .settings: self = .settings
    case .editProfile: self = .editProfile
    case .accountPage: self = .accountPage
    case .community: self = .community(.reports)
    case .signIn: self = .signIn(isElsewhere: queryValue("other", in: query) != nil)
    case .signedIn: self = .signedIn(query: query)
    case .compose: self = .compose(ComposeStart())
    case .file: self = .file(.stored)
    case .images: self = .images(server)
    case .bookmarks: self = .collection(.bookmarks)
    case .favourites: self = .collection(.favourites)
    case .muted: self = .people(.muted, id: nil, handle: "")
    case .blocked: self = .people(.blocked, id: nil, handle: "")
    case .search: self = .search(queryValue("q", in: query) ?? "")
    case .members: self = .people(.members, id: nil, handle: "")
    case .firstSteps: self = .firstSteps
    case .homeScreen: self = .homeScreen
    case .person: self = .moments(username: values[0], server.map { .other($0) } ?? own)
    case .imageComments:
      guard let id = canonicalUUID(values[0]) else { return nil }
      self = .imageComments(id: id, nil, server)
    case .tag: self = .tag(values[0])
    case .circles: self = .circles(with: nil)
    case .circle: self = .circle(id: values[0])
    case .circleMembers: self = .circlePeople(id: values[0])
    case .profile: self = .profile(id: nil, handle: values[0], nil)
    case .withReplies: self = .posts(of: values[0], .withReplies)
    case .media: self = .posts(of: values[0], .media)
    case .album: self = .album(of: values[0])
    case .scrapbook: self = .scrapbook(.page(id: values[1], handle: values[0], nil))
    case .followers: self = .people(.followers, id: nil, handle: values[0])
    case .following: self = .people(.following, id: nil, handle: values[0])
    case .post: self = .thread(id: values[1], nil, handle: values[0])
    }
  }

  /// The address of the screen; `nil` if it has none of its own.
  var url: SafeURL? {
    switch self {
    case .tab(let tab): SafeURL(tab.path)
    case .moments(let username, let origin): Links.moments(of: username, at: origin)
    case .settings: Links.settings
    case .editProfile: Links.editProfile
    case .accountPage: Links.accountPage
    case .community: Links.community
    case .thread(let id, let post, let handle, _):
      (post?.author.handle ?? handle).map { Links.post(id, of: $0) }
    case .profile(_, let handle, let profile): (profile?.handle ?? handle).map { Links.profile($0) }
    case .posts(let handle, let selection): Links.posts(of: handle, selection)
    case .album(let handle): Links.album(of: handle)
    case .scrapbook(let start): start.url
    case .people(let list, _, let handle): Links.people(list, of: handle)
    case .tag(let name): Links.tag(name)
    case .circles(nil): Links.circles
    case .circle(let id): Links.circle(id)
    case .circlePeople(let id): Links.peopleOfCircle(id)
    case .collection(let collection): Links.collection(collection)
    case .search: Links.search
    case .firstSteps: Links.firstSteps
    case .homeScreen: Links.homeScreen
    case .compose: Links.compose
    case .signIn(let isElsewhere): isElsewhere ? Links.signInElsewhere : Links.signIn
    case .signedIn: Links.signIn
    case .images(let server): Links.images(at: server)
    case .imageComments(let id, _, let server): Links.images(at: server, of: id)
    case .file, .fileThread: Links.file
    case .viewer, .menu, .accounts, .options, .shortcuts, .notificationSettings, .landingPage, .circles: nil
    }
  }
}

/// Returns a value of a query, decoded (URL Standard, 5.1); `nil` if the query doesn't have it.
func queryValue(_ name: String, in query: String) -> String? {
  let start = Array((name + "=").utf8)
  for part in Array(query.utf8).split(separator: UInt8(ascii: "&")) where part.starts(with: start) {
    let value = part.dropFirst(start.count).map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    return percentDecoded(value[...])
  }
  return nil
}

func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
}

/// Returns a whole number of decimal digits, 0 or more.
func wholeNumber(_ text: String) -> Int? { Int64(digits: Array(text.utf8)[...]).flatMap { Int(exactly: $0) } }
