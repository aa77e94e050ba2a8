import ArgumentParser
import Community

struct UserEmail: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "email",
    abstract:
      "Set the e-mail address of a member, for links after a forgotten password. An empty one removes it.",
    discussion: """
      Members set it in the app, under Account, and confirm it. This command doesn't ask for that.

      Example:
        swiftlet user email anna anna@example.org

      \(ExitStatus.table)
      """)

  @Argument var username: String
  @Argument var address: String
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.emails.set(of: username, to: address) } catch CommunityError.notFound {
          throw Failure.noMember(username)
        }
        Terminal.result(address.isEmpty ? "Removed the address" : "Set the address")
      }
    }
  }
}
