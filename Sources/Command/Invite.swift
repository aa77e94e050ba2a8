import ArgumentParser
import Community
import Contracts
import Social

struct Invite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a link with which people become members, list invitations, or revoke one.",
    discussion: """
      --list prints the newest 100, one a line, with tabs between: number, when, until when, uses left, who
      invited (- for the command line), who came. The links themselves are stored nowhere.

      Examples:
        swiftlet invite --public-url https://moments.example.org
        swiftlet invite --uses 20 --days 30
        swiftlet invite --list
        swiftlet invite --revoke 117595000000000001

      \(ExitStatus.table)
      """)

  @Option(help: "How many people may join with it.")
  var uses = 1

  @Option(help: "For how many days.")
  var days = 7

  @Option(
    help: ArgumentHelp("The member who is told of those who join; else the owner.", valueName: "username"))
  var by: String?

  @Option(help: ArgumentHelp("The URL under which the world reaches the server.", valueName: "url"))
  var publicURL: String?

  @Flag(help: "List invitations instead.")
  var list = false

  @Option(help: ArgumentHelp("The invitation that ends now.", valueName: "number"))
  var revoke: Int64?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard !list || revoke == nil else { throw ValidationError("Either --list or --revoke.") }
    guard 1...10_000 ~= uses else { throw ValidationError("--uses takes a number from 1 to 10000.") }
    guard 1...365 ~= days else { throw ValidationError("--days takes a number from 1 to 365.") }
    guard publicURL.map({ ServerAddress($0) != nil }) ?? true else {
      throw ValidationError("--public-url takes a URL.")
    }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if list { return try await present(community.invitations.list()) }
        if let revoke {
          do { try await community.invitations.revoke(revoke) } catch CommunityError.notFound {
            throw Failure(status: .noInput, message: "There is no invitation \(revoke).")
          }
          return Terminal.result("Revoked \(revoke)")
        }
        var inviter: Int64?
        if let by {
          guard let member = try await community.members.named(by) else { throw Failure.noMember(by) }
          inviter = member.id
        }
        let code = try await community.invitations.invite(uses: uses, days: days, inNameOf: inviter)
        let address = publicURL.flatMap { ServerAddress($0)?.text }
        Terminal.result("\(address ?? "http://localhost:8080")/join/\(code)")
        if address == nil {
          Terminal.error("This link works on this machine only. Name the public address with --public-url.")
        }
        if try await community.settings.registrationMode() == .closed {
          Terminal.error(
            "Registration is closed, so this link doesn't work yet. Run `swiftlet settings registration invitation`."
          )
        }
      }
    }
  }

  private func present(_ invitations: [MadeInvitation]) {
    for invitation in invitations.reversed() {
      let joined = invitation.joined.map { $0.account.username }.joined(separator: ",")
      Terminal.result(columns: [
        "\(invitation.id)", invitation.createdAt.iso8601, invitation.expiresAt.iso8601,
        "\(invitation.usesLeft)/\(invitation.uses)", invitation.inviter?.account.username ?? "-",
        joined.isEmpty ? "-" : joined,
      ])
    }
  }
}
