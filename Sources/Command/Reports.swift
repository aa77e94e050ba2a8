import ArgumentParser
import Community
import Social

struct Reports: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what members reported, or remove a report that is dealt with.",
    discussion: """
      One a line, with tabs between: number, when, who reported, whom, category, numbers of posts, comment.

      Examples:
        swiftlet reports
        swiftlet reports --remove 117595000000000001

      \(ExitStatus.table)
      """)

  @Option(help: ArgumentHelp("The report that is dealt with.", valueName: "number"))
  var remove: Int64?

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let remove {
          do { try await community.reports.remove(remove) } catch CommunityError.notFound {
            throw Failure(status: .noInput, message: "There is no report \(remove).")
          }
          Terminal.result("Removed report \(remove)")
          return
        }
        for report in try await community.reports.all() {
          let posts = report.posts.map { "\($0)" }.joined(separator: ",")
          // Comments contain no terminal control characters. Their lines are joined to one.
          let comment = report.comment.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
          Terminal.result(columns: [
            "\(report.id)", report.createdAt.iso8601, report.reporter, report.target, report.category,
            posts.isEmpty ? "-" : posts, comment,
          ])
        }
      }
    }
  }
}
