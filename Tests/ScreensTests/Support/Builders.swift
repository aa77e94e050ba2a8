import Contracts
import JSON
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Screens

let noon = Timestamp.at("2026-11-21T12:00:00Z")

extension ServerAddress {
  static func made(_ text: String = "https://example.org") -> ServerAddress {
    guard let address = ServerAddress(text) else { preconditionFailure("\(text) is no address") }
    return address
  }
}

extension Reader {
  static func made(_ language: Language = .english) -> Reader { Reader(language: language, now: noon) }
}

extension Result where Success == Answer, Failure == RequestFailure {
  static func posts(_ posts: [Post]) -> Self {
    var writer = JSONWriter()
    MomentsEncoder(prefix: "https://example.org").posts(posts, &writer)
    return .success(Answer(status: 200, body: writer.bytes))
  }

  static func profile(_ profile: Account) -> Self {
    var writer = JSONWriter()
    MomentsEncoder(prefix: "https://example.org").profile(profile, &writer)
    return .success(Answer(status: 200, body: writer.bytes))
  }

  static func text(_ text: String, status: Int = 200) -> Self {
    .success(Answer(status: status, body: Array(text.utf8)))
  }
}

extension TestStore where State == Moments.State, Action == Moments.Action {
  /// A page that nothing is known of yet.
  static func moments(of username: String = "ada", at origin: Origin = .own(.made())) -> Self {
    TestStore(Moments.State(username: username, origin: origin), Moments.reduce)
  }

  /// A page whose posts are all in memory.
  static func loaded(_ posts: [Post], showing count: Int = 5) -> Self {
    TestStore(
      Moments.State(
        rendered: .made("ada"), posts: posts, isComplete: true, origin: .own(.made()), isRoot: false, shownCount: count),
      Moments.reduce)
  }

  var keys: [String] { Moments.view(state, .made()).cells.map(\.key) }

  var foot: Moments.Cell? { Moments.view(state, .made()).cells.last }

  var frameKeys: [String] { Moments.view(state, .made()).frame.map(\.key) }
}

extension Moments.Decoding {
  /// So far; where the reader stands is not compared.
  static func at(_ posts: Int, dropped: Int = 0) throws -> Moments.Decoding {
    var decoding = Moments.Decoding(reader: try JSONArrayReader(Array("[]".utf8)))
    decoding.posts = Post.several(posts)
    decoding.droppedCount = dropped
    return decoding
  }
}

let momentsKey = "moments https://example.org ada"

let bothRequests: [Effect] = [
  .request(.profile, url: "/user/ada"), .request(.posts, url: "/user/ada/tweets"),
]

let bothCancelled: [Effect] = [.cancel(.profile), .cancel(.posts)]
