import Contracts
import Foundation
import Logging
import Social
import TestSupport
import Testing

@testable import Community

@Suite struct BadDocumentTests {
  private func error(_ user: String?, _ tweets: String?, username: String = "jsmith") async throws
    -> ImportError?
  {
    var found: ImportError?
    try await withCommunity { community, folder in
      if let user { try write(user, to: folder + "/user.json") }
      if let tweets { try write(tweets, to: folder + "/tweets.json") }
      do {
        _ = try await community.imports.moments(from: .folder(folder), username: username)
      } catch let error as ImportError {
        found = error
      }
      let home = try await community.moments.home()
      #expect(home == nil)
    }
    return found
  }

  @Test func `A document that can't be read is said, and nothing is changed`() async throws {
    let user = TestSource().profile
    guard case .missingFile? = try await error(nil, nil) else { throw Unexpected() }
    guard case .missingFile? = try await error(user, nil) else { throw Unexpected() }
    guard case .html? = try await error("  <!doctype html><p>no", "[]") else { throw Unexpected() }
    guard case .html? = try await error(user, "\u{FEFF}<html>") else { throw Unexpected() }
    guard case .malformed(_, offset: 8)? = try await error(user, "[{\"a\":1,") else { throw Unexpected() }
    guard case .malformed? = try await error("", "[]") else { throw Unexpected() }
    guard case .unexpected? = try await error("[]", "[]") else { throw Unexpected() }
    guard case .unexpected? = try await error("{\"nick\":5}", "[]") else { throw Unexpected() }
    guard case .unexpected? = try await error(user, "{}") else { throw Unexpected() }
    guard case .unexpected? = try await error(user, "7") else { throw Unexpected() }
    guard case .userNotFound? = try await error("{\"error\":\"User not found\"}", "[]") else {
      throw Unexpected()
    }
    guard case .userNotFound? = try await error(user, "{\"error\":\"User not found\"}") else {
      throw Unexpected()
    }
    let deep = String(repeating: "[", count: 100_000)
    guard case .malformed? = try await error(user, deep) else { throw Unexpected() }
  }

  @Test(arguments: ["", "a/b", "..", "a b", "a\nb", "a?b"])
  func `A name that can't stand in an address is no username`(_ name: String) async throws {
    let found = try await error(TestSource().profile, "[]", username: name)
    #expect(found == .invalidUsername(name))
  }

  @Test func `Items of every wrong type are dropped one by one`() async throws {
    try await withCommunity { community, folder in
      let odd = [
        "null", "1", "\"text\"", "true", "{}", #"{"sender":7,"content":"x"}"#,
        #"{"sender":{},"content":"x"}"#,
        #"{"sender":{"username":" ","nick":""},"content":"x"}"#,
        #"{"sender":{"nick":"n"},"content":5,"images":"x"}"#,
        "{\"sender\":{\"nick\":\"n\"},\"content\":\"\(String(repeating: "x", count: 100_001))\"}",
        TestSource.item("kept\\u0000", extra: #""likes":"x","created_at":5,"id":{}"#),
        TestSource.item(
          "with bad comments", extra: #""comments":[1,{"content":"no sender"},{"sender":{"nick":"n"}}]"#),
      ]
      try TestSource(items: odd).write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.dropped.map(\.item) == Array(1...10))
      #expect(report.dropped.last?.reason == .tooLong)
      #expect(report.droppedComments == 3)
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts.map(\.text) == ["kept", "with bad comments"])
      #expect(!report.lines.isEmpty)
    }
  }

  @Test func `An item that can't be read costs only itself`() async throws {
    try await withCommunity { community, folder in
      let deep =
        "{\"a\":" + String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000) + "}"
      try TestSource().write(to: folder)
      let document = "[\(TestSource.item("one")),\(deep),{\"content\":\"x\u{1}\"},\(TestSource.item("two"))]"
      try write(Array(document.utf8).map { $0 == 1 ? 0xFF : $0 }, to: folder + "/tweets.json")
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.dropped == [.init(item: 2, reason: .unreadable), .init(item: 3, reason: .unreadable)])
      #expect(try await community.momentsPosts(of: "jsmith").map(\.text) == ["one", "two"])
      #expect(report.lines.contains("left out: item 2, not readable JSON"))
    }
  }

  @Test(arguments: [
    "http://", "https:// x/1.png", "http:///1.png", "https://a b/1.png", "http://\\u0001/1.png",
  ])
  func `What only begins like an address is not shown as one`(_ address: String) async throws {
    try await withCommunity { community, folder in
      try TestSource(items: [TestSource.item("one", images: [address])]).write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(try await community.momentsPosts(of: "jsmith")[0].pictures.map(\.url) == ["/media/missing"])
    }
  }

  @Test func `A typed source is a folder or an address`() throws {
    #expect(MomentsSource("/nowhere") == nil)
    #expect(MomentsSource("./nowhere") == nil)
    #expect(MomentsSource("/tmp") == .folder("/tmp"))
    #expect(
      MomentsSource("http://localhost:1/api") == ServerAddress("http://localhost:1/api").map { .server($0) })
  }
}

struct Unexpected: Error {}
