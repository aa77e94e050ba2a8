import ArgumentParser
import Community
import Contracts

struct UserReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Make a link with which a member sets a new password, after a forgotten one.",
    discussion: """
      The link is good once, for an hour. A new one replaces it. Whoever has it can sign in as that member, so
      give it to the member alone.

      Example:
        swiftlet user reset anna --public-url https://moments.example.org

      \(ExitStatus.table)
      """)

  @Argument var username: String

  @Option(help: ArgumentHelp("The URL under which the world reaches the server.", valueName: "url"))
  var publicURL: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard publicURL.map({ ServerAddress($0) != nil }) ?? true else {
      throw ValidationError("--public-url takes a URL.")
    }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        let reset: PasswordReset
        do { reset = try await community.passwordResets.create(for: username) } catch CommunityError.notFound
        {
          throw Failure(
            status: .noInput, message: "There is no member called \(username) who could sign in.")
        }
        let address = publicURL.flatMap { ServerAddress($0)?.text }
        Terminal.result("\(address ?? "http://localhost:8080")/reset/\(reset.code)")
        if address == nil {
          Terminal.error("This link works on this machine only. Name the public address with --public-url.")
        }
      }
    }
  }
}
