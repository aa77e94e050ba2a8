public import Contracts
import JSON
public import Social

/// The screen that the server renders, with what the app needs to take it over.
public struct FirstScreen: Equatable, Sendable {
  public indirect enum Content: Equatable, Sendable {
    /// A Moments page of the own server, with the posts that show; `isComplete` if there are no others.
    case moments(Account, [Post], isComplete: Bool, shownCount: Int, isRoot: Bool)
    /// A Moments page of another server, which only the app reads.
    case otherMoments(username: String, ServerAddress)
    /// Whatever the address names, filled from what the app keeps: without a network.
    case shell
    /// `typedAddress`: another server's address that is none.
    case settings(typedAddress: String?)
    /// A message; the app has nothing to do.
    case message(Phrase, help: Phrase)
  }

  public var content: Content
  public var language: Language
  public var now: Timestamp
  public var minutesEast: Int

  public init(_ content: Content, language: Language, now: Timestamp, minutesEast: Int = 0) {
    self.content = content
    self.language = language
    self.now = now
    self.minutesEast = minutesEast
  }

  public var reader: Reader { Reader(language: language, now: now, minutesEast: minutesEast) }
}

extension FirstScreen.Content {
  /// `path`: the page's path and query, which tell the shell what it is.
  public func screen(at origin: Origin, path: String = "") -> ScreenState? {
    switch self {
    case .moments(let profile, let posts, let isComplete, let shownCount, let isRoot):
      .moments(
        Moments.State(
          rendered: profile, posts: posts, isComplete: isComplete, origin: origin, isRoot: isRoot,
          shownCount: shownCount))
    case .otherMoments(let username, let address):
      .moments(Moments.State(loading: username, origin: .other(address)))
    case .shell:
      .moments(Links.momentsPage(path, own: origin) ?? Moments.State(loading: "", origin: origin))
    case .settings(let typed): .settings(Settings.State(isRoot: true, refused: typed))
    case .message: nil
    }
  }
}

/// As JSON inside the page: the posts in the form of the Moments contract.
extension FirstScreen {
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("language")
      writer.string(language.tag)
      writer.name("now")
      writer.number(now.milliseconds)
      writer.name("minutesEast")
      writer.number(minutesEast)
      content.write(&writer)
    }
    return writer.bytes
  }

  /// nil if it is not what `json` writes: then there is nothing to take over.
  public init?(json bytes: [UInt8], server: ServerAddress) {
    guard let json = try? JSON(parsing: bytes),
      let language = json["language"]?.string.flatMap({ Language(tag: $0) }),
      let now = json["now"]?.int64, let minutesEast = json["minutesEast"]?.int,
      let content = Content(json, server)
    else { return nil }
    self.init(content, language: language, now: Timestamp(milliseconds: now), minutesEast: minutesEast)
  }
}

extension FirstScreen.Content {
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
    case .settings(let typed):
      writer.string("settings")
      if let typed {
        writer.name("typed")
        writer.string(typed)
      }
    case .message: writer.string("message")
    }
  }

  fileprivate init?(_ json: JSON, _ server: ServerAddress) {
    switch json["screen"]?.string {
    case "moments":
      let decoder = MomentsDecoder(origin: .own(server))
      guard let profile = json["profile"].flatMap({ decoder.profile($0) }), let items = json["posts"]?.array,
        let isComplete = json["complete"]?.bool, let shown = json["shown"]?.int, let isRoot = json["root"]?.bool
      else { return nil }
      var posts: [Post] = []
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
    case "settings": self = .settings(typedAddress: json["typed"]?.string)
    default: return nil
    }
  }
}
