import ArgumentParser
import Community
import Social

struct UserFollow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Let a member follow somebody, as if they had done so themselves.",
    discussion: """
      Whoever approves followers is asked first, and decides in the app.

      Example:
        swiftlet user follow anna ben

      \(ExitStatus.table)
      """)

  @Argument(help: "Who follows.")
  var follower: String

  @Argument(help: "Whom they follow.")
  var followed: String

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        let viewer = Viewer(account: try await Self.account(follower, community))
        let relationship = try await community.relationships.follow(
          Self.account(followed, community), viewer, showsReposts: nil, notifies: nil)
        Terminal.result(
          relationship.isFollowing
            ? "\(follower) follows \(followed)" : "\(follower) has asked to follow \(followed)")
      }
    }
  }

  private static func account(_ username: String, _ community: Community) async throws -> Int64 {
    guard
      let id = try await community.accounts.profile(named: username, viewer: nil).flatMap({ Int64($0.id) })
    else {
      throw Failure.noMember(username)
    }
    return id
  }
}
