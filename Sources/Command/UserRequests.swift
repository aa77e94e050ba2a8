import ArgumentParser
import Community
import Social

struct UserRequests: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "List who asked to join: username, since when, name, reason; with tabs between.",
    discussion: ExitStatus.table)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        var filter = ManagedMemberFilter()
        filter.isWaiting = true
        for person in try await community.members.managed(filter, Cursor(limit: 1000)).items {
          let reason = (person.request ?? "").split(whereSeparator: { $0.isNewline || $0 == "\t" })
          Terminal.result(columns: [
            person.profile.account.username, person.profile.createdAt?.iso8601 ?? "-",
            person.profile.account.nick,
            reason.joined(separator: " "),
          ])
        }
      }
    }
  }
}

struct UserApprove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Let somebody in who asked to join.", discussion: ExitStatus.table)

  @Argument var username: String
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.members.approve(.username(username), by: nil) } catch CommunityError.notFound
        {
          throw Failure.noRequest(username)
        }
        Terminal.result("\(username) can sign in now")
      }
    }
  }
}

struct UserReject: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject", abstract: "Refuse somebody who asked to join.", discussion: ExitStatus.table)

  @Argument var username: String
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.members.reject(.username(username), by: nil) } catch CommunityError.notFound
        {
          throw Failure.noRequest(username)
        }
        Terminal.result("Refused \(username)")
      }
    }
  }
}

extension Failure {
  fileprivate static func noRequest(_ username: String) -> Failure {
    Failure(status: .noInput, message: "Nobody called \(username) waits to join.")
  }
}
