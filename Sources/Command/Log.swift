import ArgumentParser
import Community
import Social

struct Log: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what was done for the community, and by whom: the newest last.",
    discussion: """
      One a line, with tabs between: when, who (- for the command line), what, whom or which, a note.

      Examples:
        swiftlet log
        swiftlet log --last 10

      \(ExitStatus.table)
      """)

  @Option(help: "How many entries.")
  var last = 100

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard 1...10_000 ~= last else { throw ValidationError("--last takes a number from 1 to 10000.") }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        for entry in try await community.log.list(Cursor(limit: last)).items.reversed() {
          let note = entry.note.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
          Terminal.result(columns: [
            entry.createdAt.iso8601, entry.actor.isEmpty ? "-" : entry.actor, entry.action?.rawValue ?? "-",
            entry.target, note,
          ])
        }
      }
    }
  }
}
