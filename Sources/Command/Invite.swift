import ArgumentParser
import Community
import Contracts

struct Invite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a link with which people become members.",
    discussion: """
      Examples:
        swiftlet invite --public-url https://moments.example.org
        swiftlet invite --uses 20 --days 30

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

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard 1...10_000 ~= uses else { throw ValidationError("--uses takes a number from 1 to 10000.") }
    guard 1...365 ~= days else { throw ValidationError("--days takes a number from 1 to 365.") }
    guard publicURL.map({ ServerAddress($0) != nil }) ?? true else {
      throw ValidationError("--public-url takes a URL.")
    }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
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
}
