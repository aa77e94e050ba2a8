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

extension Result where Success == Response, Failure == RequestFailure {
  static func posts(_ posts: [Post]) -> Self {
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

extension ListFoot {
  /// Its markup, as `TestStore.foot` gives that of what a page ends with.
  var text: String { ListPart.foot(self).html(Strings(.english)).text }
}

extension Effect {
  /// Where a request in nobody's name goes.
  var url: String? {
    guard case .asking(_, .stranger(let origin), let request) = self else { return nil }
    return origin.url(of: request)
  }
}

extension TestStore where S == Moments {
  /// A page that nothing is known of yet.
  static func moments(of username: String = "ada", at origin: Origin = .own(.made())) -> Self {
    Self(Moments.State(username: username, origin: origin))
  }

  /// A page whose posts are all in memory.
  static func loaded(_ posts: [Post], showing count: Int = 5) -> Self {
    Self(
      Moments.State(
        rendered: .made("ada"), posts: posts, isComplete: true, origin: .own(.made()), isRoot: false, shownCount: count)
    )
  }
}

extension Moments.Decoding {
  /// So far; where the reader stands is not compared.
  static func at(_ posts: Int, dropped: Int = 0) throws -> Moments.Decoding {
    var decoding = Moments.Decoding(reader: try JSONArrayReader(Array("[]".utf8)), asked: noon)
    decoding.posts = Post.several(posts)
    decoding.droppedCount = dropped
    return decoding
  }
}

/// One and the same array: to compare the two costs nothing, whatever their length.
func isSame(_ one: [String], _ other: [String]) -> Bool {
  one.withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress } }
}

let momentsKey = "stranger moments https://example.org ada"

let profileAsked = Effect.ask(Moments.Request.profile, APIRequest(.get, "/user/ada"), as: .stranger(.own(.made())))

let postsAsked = Effect.ask(
  Moments.Request.posts, APIRequest(.get, "/user/ada/tweets?covered=true"), as: .stranger(.own(.made())))

let bothRequests = [profileAsked, postsAsked]

let bothCancelled: [Effect] = [.cancel(Moments.Request.profile), .cancel(Moments.Request.posts)]
