import ArgumentParser
import Community
import Social

struct User: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Manage members: add, list, follow, change roles, suspend, remove.",
    discussion: """
      These commands work beside a running server, which takes notice at once.

      Examples:
        swiftlet user add anna --name "Anna Smith"
        swiftlet user list
        swiftlet user password anna < password.txt
        swiftlet user reset anna --public-url https://moments.example.org
        swiftlet user suspend anna

      \(ExitStatus.table)
      """,
    subcommands: [
      UserAdd.self, UserList.self, UserPassword.self, UserReset.self, UserAppPassword.self, UserEmail.self,
      UserFollow.self, UserRole.self, UserSignOut.self,
      UserSuspend.self,
      UserUnsuspend.self, UserRequests.self, UserApprove.self, UserReject.self, UserRemove.self,
    ])
}

struct UserAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a member, or let somebody sign in to an imported page.",
    discussion: """
      The password is asked for, or read from the standard input. The first member is the owner.

      Examples:
        swiftlet user add anna
        swiftlet user add anna --name "Anna Smith" --data /var/lib/swiftlet < password.txt

      \(ExitStatus.table)
      """)

  @Argument(help: "Letters from a to z, digits and _, at most 30.")
  var username: String

  @Option(help: "The name that others see. Default: the username.")
  var name = ""

  @Flag(help: "Make this member an owner.")
  var owner = false

  @OptionGroup var begin: BeginOptions
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let password = try Terminal.password()
      try await withCommunity(storage, mayBegin: begin.mayBegin) { community in
        let draft = MemberDraft(username: username, nick: name, password: password)
        let member = try await community.members.add(draft, role: owner ? .owner : nil, isLogged: true)
        Terminal.result("Added \(member.username)\(member.role == .owner ? ", the owner" : "")")
      }
    }
  }
}

struct UserList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the members: username, role, since when, name; one a line, with tabs between.",
    discussion: ExitStatus.table)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        for member in try await community.members.all() {
          let state =
            member.isWaiting
            ? "waiting" : member.suspendedAt == nil ? member.role?.rawValue ?? "no password" : "suspended"
          Terminal.result(columns: [member.username, state, member.createdAt.iso8601, member.nick])
        }
      }
    }
  }
}

struct UserPassword: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Set a member's password, and end all their sessions.",
    discussion: """
      The password is asked for, or read from the standard input.

      \(ExitStatus.table)
      """)

  @Argument var username: String
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let password = try Terminal.password()
      try await withCommunity(storage) { community in
        do { try await community.members.setPassword(of: username, to: password) } catch CommunityError
          .notFound
        {
          throw Failure.noMember(username)
        }
        Terminal.result("Set the password of \(username)")
      }
    }
  }
}
