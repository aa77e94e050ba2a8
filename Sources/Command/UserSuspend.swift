import ArgumentParser
import Community

struct UserSuspend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Hide a member and all they published, and end all their sessions at once. Nothing is lost.",
    discussion: ExitStatus.table)

  @Argument var username: String

  @Option(help: "The reason, for the log, and for the member when they sign in.")
  var reason = ""

  @Option(help: "After how many days it ends by itself. Default: never.")
  var days: Int?

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.members.suspend(username, reason: reason, days: days) } catch CommunityError
          .notFound
        {
          throw Failure.noMember(username)
        }
        Terminal.result("Suspended \(username)")
      }
    }
  }
}

struct UserUnsuspend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsuspend", abstract: "Lift a suspension. The member has to sign in again.",
    discussion: ExitStatus.table)

  @Argument var username: String
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.members.suspend(username, false) } catch CommunityError.notFound {
          throw Failure.noMember(username)
        }
        Terminal.result("\(username) is not suspended any more")
      }
    }
  }
}

struct UserRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a member with everything they published, for good.",
    discussion: ExitStatus.table)

  @Argument var username: String

  @Flag(help: "Confirm that everything of this member is deleted for good.")
  var yes = false

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard yes else {
      throw ValidationError(
        "What is removed can't be brought back. Say --yes, or use `swiftlet user suspend`, which loses nothing."
      )
    }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.members.remove(username) } catch CommunityError.notFound {
          throw Failure.noMember(username)
        }
        Terminal.result("Removed \(username)")
      }
    }
  }
}
