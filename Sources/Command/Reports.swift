import ArgumentParser
import Community
import Social

struct Reports: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List open reports, show one, add a note, decide on one, or remove one.",
    discussion: """
      One a line, with tabs between: number, when, who reported, whom, category, numbers of posts, comment. With --all
      also the decision (dismissed, warned, hidden, suspended), or open. --show prints one with its notes and with what
      was decided about the member before: when, who, what, text.

      Who reported is told of a decision in the app, and so is who is warned, in the words of --note.

      Examples:
        swiftlet reports
        swiftlet reports --dismiss 117595000000000001
        swiftlet reports --warn 117595000000000001 --note "Please post no links to shops here."
        swiftlet reports --suspend 117595000000000001 --note "Spam for the third time"

      \(ExitStatus.table)
      """)

  @Flag(help: "List decided reports too.")
  var all = false

  @Option(help: ArgumentHelp("The report on which nothing is done.", valueName: "number"))
  var dismiss: Int64?

  @Option(help: ArgumentHelp("The report whose account is warned; needs --note.", valueName: "number"))
  var warn: Int64?

  @Option(help: ArgumentHelp("The report whose posts are removed for good.", valueName: "number"))
  var removePosts: Int64?

  @Option(help: ArgumentHelp("The report whose account is suspended.", valueName: "number"))
  var suspend: Int64?

  @Option(help: ArgumentHelp("The report that is opened again.", valueName: "number"))
  var reopen: Int64?

  @Option(help: ArgumentHelp("The report that is removed, with its decision.", valueName: "number"))
  var remove: Int64?

  @Option(help: ArgumentHelp("The report that is shown with its notes.", valueName: "number"))
  var show: Int64?

  @Option(help: ArgumentHelp("The report that gets --note as a note.", valueName: "number"))
  var addNote: Int64?

  @Option(help: "The words of a warning or of a note, or the reason for another decision.")
  var note = ""

  @OptionGroup var storage: StorageOptions

  private var decisions: [(id: Int64?, decision: Report.Decision)] {
    [(dismiss, .dismissed), (warn, .warned), (removePosts, .hidden), (suspend, .suspended)]
  }

  mutating func validate() throws {
    guard (decisions.map({ $0.id }) + [reopen, remove, show, addNote]).compactMap({ $0 }).count <= 1 else {
      throw ValidationError("One decision at a time.")
    }
    if warn != nil || addNote != nil, note.isEmpty { throw ValidationError("--note has the words.") }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        let reports = community.reports
        if let remove {
          try await Self.change(remove) { try await reports.remove(remove) }
          return Terminal.result("Removed report \(remove)")
        }
        if let reopen {
          try await Self.change(reopen) { try await reports.reopen(reopen, by: nil) }
          return Terminal.result("Opened report \(reopen) again")
        }
        if let addNote {
          try await Self.change(addNote) { try await reports.add(note: note, to: addNote, by: nil) }
          return Terminal.result("Added a note to report \(addNote)")
        }
        if let show {
          return try await Self.change(show) { present(try await reports.find(show, by: nil)) }
        }
        for (id, decision) in decisions {
          guard let id else { continue }
          try await Self.change(id) { try await reports.decide(id, decision, note: note, by: nil) }
          return Terminal.result("Report \(id): \(decision.rawValue)")
        }
        try await list(reports)
      }
    }
  }

  private static func change(_ id: Int64, _ body: () async throws -> Void) async throws {
    do { try await body() } catch CommunityError.notFound {
      throw Failure(status: .noInput, message: "There is no report \(id).")
    }
  }

  /// Lists the oldest first.
  private func list(_ reports: Community.Reports) async throws {
    var filter = ReportFilter()
    filter.isResolved = all ? nil : false
    // A list that begins at the lowest id is read upwards.
    var last: Int64 = -1
    while true {
      let page = try await reports.list(filter, Cursor(minID: last, limit: 200), by: nil)
      for found in page.items.reversed() { Terminal.result(columns: columns(of: found)) }
      guard let newest = page.newer, !page.items.isEmpty else { return }
      last = newest
    }
  }

  private func columns(of found: ReportCase) -> [String] {
    let report = found.report
    let posts = report.posts.joined(separator: ",")
    return [
      report.id, report.createdAt.iso8601, found.reporter.profile.account.username,
      found.target.profile.account.username, report.category.rawValue, posts.isEmpty ? "-" : posts,
      Self.line(report.comment),
    ] + (all || show != nil ? [report.resolution?.decision.rawValue ?? "open"] : [])
  }

  /// Prints a report, its notes, and what was decided about the member before.
  private func present(_ found: ReportCase) {
    Terminal.result(columns: columns(of: found))
    for note in found.notes {
      let author = note.author?.profile.account.username ?? "-"
      Terminal.result(columns: [note.createdAt.iso8601, author, "note", Self.line(note.text)])
    }
    for entry in found.history.decisions {
      let (actor, action) = (entry.actor.isEmpty ? "-" : entry.actor, entry.action?.rawValue ?? "-")
      Terminal.result(columns: [entry.createdAt.iso8601, actor, action, Self.line(entry.note)])
    }
  }

  /// Returns the text in one line. It contains no terminal control characters.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
  }
}
