import Contracts
import JSON
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

let noon = Timestamp.at("2026-11-21T12:00:00Z")

extension ServerAddress {
  static func made(_ text: String = "https://example.org") -> ServerAddress {
    guard let address = ServerAddress(text) else { preconditionFailure("\(text) is no address") }
    return address
  }
}

extension ViewEnvironment {
  static func made(_ language: Language = .english) -> ViewEnvironment {
    ViewEnvironment(language: language, now: noon)
  }
}

extension Response {
  init(status: Int, body: [UInt8], link: [UInt8]) { self.init(status: status, body: body, fields: link) }

  init(status: Int, body: [UInt8], retryAfter: [UInt8], rateLimitReset: [UInt8]) {
    self.init(status: status, body: body, fields: [0x0A] + retryAfter + [0x0A] + rateLimitReset)
  }
}

extension Result where Success == Response, Failure == RequestFailure {
  static func posts(_ posts: [MomentsPost]) -> Self {
    var writer = JSONWriter()
    MomentsEncoder(prefix: "https://example.org").posts(posts, &writer)
    return .success(Response(status: 200, body: writer.bytes))
  }

  static func profile(_ profile: Account) -> Self {
    var writer = JSONWriter()
    MomentsEncoder(prefix: "https://example.org").profile(profile, &writer)
    return .success(Response(status: 200, body: writer.bytes))
  }

  static func text(_ text: String, status: Int = 200) -> Self {
    .success(Response(status: status, body: Array(text.utf8)))
  }
}

extension Cells {
  /// Every cell, from the first to the last.
  var all: [Cell] { head + rows.indices.map(row) + tail }
}

extension ListFooter {
  /// The markup, in the form of `TestStore.footer`.
  var text: String { ListPart.footer(self).html(Strings(.english)).text }
}

extension Effect {
  /// The URL of a stranger's request; `nil` for other effects.
  var url: String? {
    guard case .asking(_, .stranger(let origin), let request) = self else { return nil }
    return origin.url(of: request)
  }
}

extension TestStore where S == Moments {
  /// Returns a page that has loaded nothing yet.
  static func moments(of username: String = "ada", at origin: Origin = .own(.made())) -> Self {
    Self(Moments.State(username: username, origin: origin))
  }

  /// Returns a page whose posts are all in memory.
  static func loaded(_ posts: [MomentsPost], showing count: Int = 5) -> Self {
    Self(
      Moments.State(
        rendered: .made("ada"), posts: posts, isComplete: true, origin: .own(.made()), isRoot: false,
        shownCount: count)
    )
  }
}

extension PostTap {
  static func favourite(id: String) -> PostTap { .interact(.favourite, id: id) }
  static func repost(id: String) -> PostTap { .interact(.repost, id: id) }
  static func bookmark(id: String) -> PostTap { .interact(.bookmark, id: id) }
}

extension Moments.State {
  /// The posts, with the viewer's likes.
  var posts: [MomentsPost] {
    get { records.map { current($0) } }
    set { records = newValue.map { MomentsRecord($0, asked: noon) } }
  }
}

extension Moments.Decoding {
  /// Returns the progress so far; the comparison ignores the reader's position.
  static func at(_ posts: Int, dropped: Int = 0) throws -> Moments.Decoding {
    var decoding = Moments.Decoding(elements: try JSONArrayReader(Array("[]".utf8)), asked: noon)
    decoding.posts = MomentsPost.several(posts)
    decoding.droppedCount = dropped
    return decoding
  }
}

/// True if both are one and the same array: then comparing them costs nothing, whatever their length.
func isSame(_ one: [String], _ other: [String]) -> Bool {
  one.withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress } }
}

let momentsKey = "stranger moments https://example.org ada"

let profileAsked = Effect.ask(
  Moments.Request.profile, APIRequest(.get, "/user/ada"), as: .stranger(.own(.made())))

let postsAsked = Effect.ask(
  Moments.Request.posts, APIRequest(.get, "/user/ada/tweets?covered=true"), as: .stranger(.own(.made())))

let bothRequests = [profileAsked, postsAsked]

let bothCancelled: [Effect] = [.cancel(Moments.Request.profile), .cancel(Moments.Request.posts)]

extension ViewEnvironment {
  init(language: Language, now: Timestamp, minutesEast: Int = 0, appearance: Appearance = Appearance()) {
    self.init(strings: Strings(language), now: now, minutesEast: minutesEast, appearance: appearance)
  }
}

extension InitialPage {
  init(
    _ content: Content, language: Language, now: Timestamp, minutesEast: Int = 0, homeUsername: String? = nil,
    preview: CommunityPreview? = nil, appearance: Appearance = Appearance()
  ) {
    self.init(
      content, strings: Strings(language), now: now, minutesEast: minutesEast, homeUsername: homeUsername,
      preview: preview, appearance: appearance)
  }
}
