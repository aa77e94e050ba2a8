public import Contracts
import JSON
public import Localization
public import Social

/// The screen that the server renders, with the data that the app needs to hydrate it (`App.hydrate`).
public struct InitialPage: Equatable, Sendable {
  public indirect enum Content: Equatable, Sendable {
    /// A Moments page of this server, with the posts that show; `isComplete` if it has no others.
    case moments(Account, [MomentsPost], isComplete: Bool, shownCount: Int, isRoot: Bool)
    /// A Moments page of another server, which only the app reads.
    case otherMoments(username: String, ServerAddress)
    /// Any address, without a network: the app fills it from what the device stores.
    case shell
    /// The screen at an address of this server that only the app can fill. `isMember`: a member is signed in,
    /// and the app knows who.
    case addressed(path: String, isMember: Bool)
    /// `typedAddress`: a typed server address that isn't valid.
    case settings(typedAddress: String?)
    /// The landing page of a closed community, at any address.
    case membersOnly
    /// A message; the app has nothing to do.
    case message(Phrase, help: Phrase)
  }

  public var content: Content
  /// The language of the page. Without a network it can differ from the viewer's, because the page is a
  /// cached one.
  public var language: Language
  public var strings: Strings
  public var now: Timestamp
  public var minutesEast: Int
  /// The owner of the Moments page at the server's root; `nil` if the community has no members yet.
  public var homeUsername: String?
  /// The landing page's data about the community; `nil` for members. The page contains it, the app doesn't.
  public var preview: CommunityPreview?
  /// The stranger's deferred action, as a text that the page contains.
  public var signInReason: SignInReason?
  public var appearance: Appearance

  public init(
    _ content: Content, strings: Strings, now: Timestamp, minutesEast: Int = 0, homeUsername: String? = nil,
    preview: CommunityPreview? = nil, appearance: Appearance = Appearance()
  ) {
    self.content = content
    self.strings = strings
    language = strings.language
    self.now = now
    self.minutesEast = minutesEast
    self.homeUsername = homeUsername
    self.preview = preview
    self.appearance = appearance
  }

  public var environment: ViewEnvironment {
    ViewEnvironment(strings: strings, now: now, minutesEast: minutesEast, appearance: appearance)
  }
}

extension InitialPage {
  /// Returns the screen. `path` is the page's path and query, which tell the shell what to show; `viewer` is
  /// the context to render it for.
  func screen(
    _ id: Identifier, at origin: Origin, path: String = "", in viewer: ScreenContext? = nil
  ) -> AnyScreenHost? {
    let screen = host(id, at: origin, path: path, in: viewer)
    screen?.hasTabs = true
    return screen
  }

  private func host(
    _ id: Identifier, at origin: Origin, path: String, in viewer: ScreenContext?
  ) -> AnyScreenHost? {
    var (username, page) = ("", origin)
    switch content {
    case .moments(let profile, let posts, let isComplete, let shownCount, let isRoot):
      return moments(
        id,
        Moments.State(
          rendered: profile, posts: posts, isComplete: isComplete, origin: origin, isRoot: isRoot,
          shownCount: shownCount), in: viewer)
    case .otherMoments(let name, let address): (username, page) = (name, .other(address))
    case .shell:
      if case .moments(let name, let origin)? = Destination(path, own: origin) {
        (username, page) = (name, origin)
      }
    case .addressed(let path, let isMember):
      let context = ScreenContext(
        origin: origin, isMember: isMember, homeUsername: homeUsername, isRoot: content.tab != nil)
      return Destination(path, own: origin)?.open(id, tab: content.tab, in: context)
    case .settings(let typed): return settings(id, typed, in: viewer)
    case .membersOnly, .message: return nil
    }
    return moments(id, Moments.State(loading: username, origin: page), in: viewer)
  }

  @inline(never)
  private func moments(
    _ id: Identifier, _ state: Moments.State, in viewer: ScreenContext?
  ) -> AnyScreenHost {
    ScreenHost<Moments>(
      viewer.map { state.seen(by: $0) } ?? state, id: id, tab: content.tab, session: viewer?.session?.key)
  }

  @inline(never)
  private func settings(_ id: Identifier, _ typed: String?, in viewer: ScreenContext?) -> AnyScreenHost {
    var state = Settings.State(isRoot: true, refused: typed)
    if let known = viewer.map({ Settings.State($0) }) {
      state.showsComments = known.showsComments
      state.isMember = known.isMember
    }
    return ScreenHost<Settings>(state, id: id, session: viewer?.session?.key)
  }
}

extension InitialPage.Content {
  /// The tab whose root it is; `nil` if it isn't a root.
  var tab: Tab? {
    switch self {
    case .moments(_, _, _, _, isRoot: true): .moments
    case .addressed(let path, _): Tab.allCases.first { $0.path == path }
    default: nil
    }
  }

  /// Returns the screen that the app puts in place of a page that the server could not fill, according to its
  /// address.
  func destination(_ path: String, own: Origin) -> Destination? {
    switch self {
    case .shell: Destination(path, own: own)
    case .membersOnly: Destination(path, own: own) ?? .tab(.home)
    case .addressed(let rendered, _): Destination(path, own: own) ?? Destination(rendered, own: own)
    default: nil
    }
  }
}

/// The JSON inside the page: the posts in the format of the Moments contract.
extension InitialPage {
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("language")
      writer.string(language.tag)
      writer.name("now")
      writer.number(now.milliseconds)
      writer.name("minutesEast")
      writer.number(minutesEast)
      if let homeUsername {
        writer.name("home")
        writer.string(homeUsername)
      }
      if let step = appearance.textSize?.step {
        writer.name("textSize")
        writer.number(step)
      }
      if let scheme = appearance.scheme {
        writer.name("scheme")
        writer.string(scheme.rawValue)
      }
      content.write(&writer)
    }
    return writer.bytes
  }

  /// Fails if the bytes are not what `json` writes; the app then takes nothing over.
  public init?(json bytes: [UInt8], server: ServerAddress, strings: Strings) {
    guard let json = try? JSON(parsing: bytes),
      let language = json["language"]?.string.flatMap({ Language(tag: $0) }),
      let now = json["now"]?.int64, let minutesEast = json["minutesEast"]?.int,
      let content = Content(json, server)
    else { return nil }
    self.init(
      content, strings: strings, now: Timestamp(milliseconds: now), minutesEast: minutesEast,
      homeUsername: json["home"]?.string,
      appearance: Appearance(
        textSize: json["textSize"]?.int.flatMap { TextSize(step: $0) },
        scheme: json["scheme"]?.string.flatMap { ColorScheme(rawValue: $0) }))
    self.language = language
  }
}

extension InitialPage.Content {
  fileprivate func write(_ writer: inout JSONWriter) {
    writer.name("screen")
    switch self {
    case .moments(let profile, let posts, let isComplete, let shownCount, let isRoot):
      let encoder = MomentsEncoder()
      writer.string("moments")
      writer.name("profile")
      encoder.profile(profile, &writer)
      writer.name("posts")
      encoder.posts(posts, &writer)
      writer.name("complete")
      writer.bool(isComplete)
      writer.name("shown")
      writer.number(shownCount)
      writer.name("root")
      writer.bool(isRoot)
    case .otherMoments(let username, let address):
      writer.string("other")
      writer.name("username")
      writer.string(username)
      writer.name("server")
      writer.string(address.text)
    case .shell: writer.string("shell")
    case .addressed(let path, let isMember):
      writer.string("addressed")
      writer.name("path")
      writer.string(path)
      writer.name("member")
      writer.bool(isMember)
    case .settings(let typed):
      writer.string("settings")
      if let typed {
        writer.name("typed")
        writer.string(typed)
      }
    case .membersOnly: writer.string("membersOnly")
    case .message: writer.string("message")
    }
  }

  fileprivate init?(_ json: JSON, _ server: ServerAddress) {
    switch json["screen"]?.string {
    case "moments":
      let decoder = MomentsDecoder(origin: .own(server))
      guard let profile = json["profile"].flatMap({ decoder.profile($0) }), let items = json["posts"]?.array,
        let isComplete = json["complete"]?.bool, let shown = json["shown"]?.int,
        let isRoot = json["root"]?.bool
      else { return nil }
      var posts: [MomentsPost] = []
      for item in items {
        if case .success(let post) = decoder.post(item) { posts.append(post) }
      }
      self = .moments(profile, posts, isComplete: isComplete, shownCount: shown, isRoot: isRoot)
    case "other":
      guard let username = json["username"]?.string,
        let address = json["server"]?.string.flatMap({ ServerAddress($0) })
      else { return nil }
      self = .otherMoments(username: username, address)
    case "shell": self = .shell
    case "addressed":
      guard let path = json["path"]?.string, let isMember = json["member"]?.bool else { return nil }
      self = .addressed(path: path, isMember: isMember)
    case "settings": self = .settings(typedAddress: json["typed"]?.string)
    case "membersOnly": self = .membersOnly
    default: return nil
    }
  }
}
