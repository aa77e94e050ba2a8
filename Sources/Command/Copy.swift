import ArgumentParser
import Storage

struct Copy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move a community from its folder to PostgreSQL, or back.",
    discussion: """
      Copies the database; the pictures stay in the data folder, which the server goes on using. Stop the
      server before: what is written while it is copied is not in the copy. The target must be empty, and
      is empty or whole afterwards: everything is read back and compared before it counts. The source is
      left as it is.

      Examples:
        swiftlet copy --from /var/lib/swiftlet --to postgres://swiftlet@db.example.org/swiftlet
        swiftlet copy --from postgres://swiftlet@db.example.org/swiftlet --to /var/lib/swiftlet

      Where a URL has a password, others on this machine can read it while the command runs; a file
      ~/.pgpass or the environment variable PGPASSWORD keeps it from them.

      \(ExitStatus.table)
      """)

  @Option(help: ArgumentHelp("A data folder, or postgres://…", valueName: "place"))
  var from: String

  @Option(help: ArgumentHelp("A data folder without a database, or postgres://…", valueName: "place"))
  var to: String

  mutating func validate() throws {
    guard (DatabaseAddress(from) == nil) != (DatabaseAddress(to) == nil) else {
      throw ValidationError("A copy goes from a folder to postgres://… or from postgres://… to a folder.")
    }
  }

  func run() async throws {
    try await reporting {
      let progress = ProgressLine()
      defer { progress.end() }
      let tables = try await Transfer(from: Self.place(from), to: Self.place(to)).run {
        progress.show($0.words)
      }
      progress.end()
      for table in tables where table.rows > 0 { Terminal.result("\(table.name): \(table.rows)") }
      let rows = tables.reduce(0) { $0 + $1.rows }
      Terminal.result(
        "Copied \(rows) rows of \(tables.count) tables to \(Self.place(to).name), and read them back")
    }
  }

  private static func place(_ text: String) -> Transfer.Place {
    DatabaseAddress(text).map { .postgres($0) } ?? .folder(text)
  }
}

extension Transfer.Step {
  fileprivate var words: String {
    switch self {
    case .copying(let table, let rows): "Copying \(table): \(rows)"
    case .readingBack(let table, let rows): "Reading back \(table): \(rows)"
    }
  }
}
