import Community
import DatabaseTestSupport
import Foundation
import JSON
import Logging

/// A post for a test, as in a source's `tweets.json`.
struct SourcePost {
  var text: String? = "Hello"
  var sender = "ann"
  var images: [String] = []
  var comments: [String] = []
}

/// A folder that is removed after the test.
struct TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "swiftlet-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// A logger without output.
let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Opens a community, with a page if there are posts for one. Strangers may read it, unless a test says
/// otherwise.
func withCommunity<Value>(
  owner: String = "ann", posts: [SourcePost]? = [SourcePost()], files: [String: [UInt8]] = [:],
  privacy: CommunityPrivacy = .open,
  _ body: (Community) async throws -> Value
) async throws -> Value {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let community = try await Community.open(
    folder: folder.path + "/data", database: TestDatabase.address(for: folder.path + "/data"),
    passwordCost: .least,
    logger: quiet)
  do {
    try await community.settings.setPrivacy(privacy)
    if let posts {
      for (name, bytes) in files { try folder.write(bytes, to: "source/" + name) }
      try await bring(posts, of: owner, into: community, folder: folder)
    }
    let value = try await body(community)
    try? await community.close()
    return value
  } catch {
    try? await community.close()
    throw error
  }
}

/// Imports a page, as an administrator does.
func bring(_ posts: [SourcePost], of owner: String, into community: Community, folder: TemporaryFolder)
  async throws
{
  var user = JSONWriter()
  user.object { writer in
    for (name, value) in [("username", owner), ("nick", owner.capitalized)] {
      writer.name(name == "nick" ? "nick" : "username")
      writer.string(value)
    }
  }
  var tweets = JSONWriter()
  tweets.array(posts) { writer, post in writer.object { members(of: post, &$0) } }
  try folder.write(user.bytes, to: "source/user.json")
  try folder.write(tweets.bytes, to: "source/tweets.json")
  _ = try await community.imports.moments(
    from: .folder(folder.path + "/source"), username: owner, options: ImportOptions()
  ) { _ in }
}

private func members(of post: SourcePost, _ writer: inout JSONWriter) {
  if let text = post.text {
    writer.name("content")
    writer.string(text)
  }
  writer.name("images")
  writer.array(post.images) { writer, url in
    writer.object { writer in
      writer.name("url")
      writer.string(url)
    }
  }
  writer.name("sender")
  person(post.sender, &writer)
  writer.name("comments")
  writer.array(post.comments) { writer, text in
    writer.object { writer in
      writer.name("content")
      writer.string(text)
      writer.name("sender")
      person("bob", &writer)
    }
  }
}

private func person(_ username: String, _ writer: inout JSONWriter) {
  writer.object { writer in
    writer.name("username")
    writer.string(username)
    writer.name("nick")
    writer.string(username.capitalized)
  }
}
