import ArgumentParser
import Community
import Social

struct AnnouncementCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "announcement",
    abstract: "Announce something to all members, list announcements, or remove one.",
    discussion: """
      Members see it above their home timeline until they dismiss it.

      Examples:
        swiftlet announcement add "No rehearsal on Friday." --until 2026-12-24
        swiftlet announcement list
        swiftlet announcement remove 116012345678901234

      \(ExitStatus.table)
      """,
    subcommands: [AnnouncementAdd.self, AnnouncementList.self, AnnouncementRemove.self],
    defaultSubcommand: AnnouncementList.self)
}

struct AnnouncementAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Announce a text to all members.", discussion: ExitStatus.table)

  @Argument(help: "At most 1000 characters.")
  var text: String

  @Option(
    help: ArgumentHelp("The last day, as 2026-12-24, or a time, as 2026-12-24T18:00:00Z.", valueName: "date"))
  var until: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let until, AnnouncementEnd(until) == nil else { return }
    throw ValidationError("--until takes a date, as 2026-12-24.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        let end = until.flatMap { AnnouncementEnd($0) }
        Terminal.result("\(try await community.announcements.add(text, until: end, by: nil).id)")
      }
    }
  }
}

struct AnnouncementList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "All announcements, the newest last: id, when, until when, text; with tabs between.",
    discussion: ExitStatus.table)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        for announcement in try await community.announcements.all().reversed() {
          let text = announcement.text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(
            separator: " ")
          let end = announcement.endsAt?.iso8601 ?? "-"
          Terminal.result(columns: [
            "\(announcement.id)", announcement.publishedAt.iso8601,
            announcement.isAllDay ? String(end.prefix(10)) : end, text,
          ])
        }
      }
    }
  }
}

struct AnnouncementRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an announcement. Nobody sees it any more.",
    discussion: ExitStatus.table)

  @Argument var id: Int64

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.announcements.remove(id, by: nil) } catch CommunityError.notFound {
          throw Failure(status: .noInput, message: "There is no announcement \(id).")
        }
        Terminal.result("Removed \(id)")
      }
    }
  }
}
