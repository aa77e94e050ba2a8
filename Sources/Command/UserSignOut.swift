import ArgumentParser
import Community

struct UserSignOut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "End all sessions of a member, who has to sign in again.",
    discussion: ExitStatus.table)

  @Argument var username: String
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.members.signOut(.username(username)) } catch CommunityError.notFound {
          throw Failure.noMember(username)
        }
        Terminal.result("Signed \(username) out everywhere")
      }
    }
  }
}
