import DatabaseTestSupport
import Foundation
import JSON
import Logging
import Social
import TestSupport

@testable import Community

/// Builds the two documents of a Moments source.
struct TestSource {
  static let owner = person("jsmith", "John Smith", avatar: "pictures/owner.png")

  /// The JSON of the items, newest first.
  var items: [String] = []
  var profile = """
    {"profile-image":"pictures/cover.png","avatar":"pictures/owner.png","nick":"John Smith","username":"jsmith"}
    """

  static func person(_ username: String, _ nick: String, avatar: String = "") -> String {
    "{\"username\":\"\(username)\",\"nick\":\"\(nick)\",\"avatar\":\"\(avatar)\"}"
  }

  static func item(
    _ text: String?, by sender: String = owner, images: [String] = [], comments: [(String, String)] = [],
    extra: String = ""
  ) -> String {
    var members = ["\"sender\":\(sender)"]
    if let text { members.append("\"content\":\"\(text)\"") }
    if !images.isEmpty {
      members.append("\"images\":[\(images.map { "{\"url\":\"\($0)\"}" }.joined(separator: ","))]")
    }
    let list = comments.map { "{\"content\":\"\($0.1)\",\"sender\":\($0.0)}" }
    members.append("\"comments\":[\(list.joined(separator: ","))]")
    if !extra.isEmpty { members.append(extra) }
    return "{\(members.joined(separator: ","))}"
  }

  var tweets: String { "[\(items.joined(separator: ","))]" }

  /// Writes the documents and the two pictures of the profile.
  func write(to folder: String) throws {
    try TestSupport.write(profile, to: folder + "/user.json")
    try TestSupport.write(tweets, to: folder + "/tweets.json")
    try TestSupport.write(TestPicture.png(width: 30, height: 30), to: folder + "/pictures/owner.png")
    try TestSupport.write(TestPicture.png(width: 60, height: 40), to: folder + "/pictures/cover.png")
  }
}

let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A community in a new folder, and a second folder to import from.
func withCommunity(_ body: (Community, String) async throws -> Void) async throws {
  try await withTemporaryFolder { folder in
    let community = try await Community.open(
      folder: folder + "/data", database: TestDatabase.address(for: folder + "/data"), passwordCost: .least,
      logger: silent)
    try await community.settings.setPrivacy(.open)
    do {
      try await body(community, folder + "/source")
      try await community.close()
    } catch {
      try? await community.close()
      throw error
    }
  }
}

extension Community {
  /// The page as the importer's user sees it.
  func momentsPosts(of username: String) async throws -> [MomentsPost] {
    try await moments.page(of: username, viewer: nil) ?? []
  }
}
