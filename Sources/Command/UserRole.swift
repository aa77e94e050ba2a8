import ArgumentParser
import Community
import Social

struct UserRole: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "role",
    abstract: "Make a member owner, moderator or member.",
    discussion: """
      Owners run the community. Moderators look after members, invitations and reports. A community always has an owner.

      Examples:
        swiftlet user role anna moderator
        swiftlet user role anna member

      \(ExitStatus.table)
      """)

  @Argument var username: String

  @Argument(help: "owner, moderator or member.")
  var role: String

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard Role(rawValue: role) == nil else { return }
    throw ValidationError("A role is owner, moderator or member.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        guard let role = Role(rawValue: role) else { return }
        do { try await community.members.setRole(of: .username(username), to: role) } catch CommunityError
          .notFound
        {
          throw Failure.noMember(username)
        }
        Terminal.result("\(username): \(role.rawValue)")
      }
    }
  }
}
