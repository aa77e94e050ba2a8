import ArgumentParser
import Community

struct UserAppPassword: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app-password",
    abstract: "Make a password with which one client of the Twitter API signs a member in (HTTP Basic).",
    discussion: """
      It is shown once, and good for nothing but that API, while `settings basic` is on. The member ends it in
      the list of sessions. Whoever has it can read and write as that member, so give it to the member alone.

      Example:
        swiftlet user app-password anna BitlBee

      \(ExitStatus.table)
      """)

  @Argument var username: String

  @Argument(help: "The client's name, as the member's sessions and posts show it.")
  var client: String

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do {
          Terminal.result(try await community.appPasswords.make(for: client, of: username).password)
        } catch CommunityError.notFound {
          throw Failure(
            status: .noInput, message: "There is no member called \(username) who could sign in.")
        }
      }
    }
  }
}
