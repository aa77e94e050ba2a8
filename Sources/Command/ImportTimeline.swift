import ArgumentParser
import Community

struct ImportTimeline: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Import a timeline file, with its threads and pictures.",
    discussion: """
      The file is JSON: {"timeline": [{"id": "1", "author": "@ann", "content": "Hello",
      "date": "2026-11-21T10:00:00Z", "avatar": URL, "inReplyTo": id, "images": [URL]}]}, oldest first.
      An item needs an id, an author, and content or images. What is wrong with the rest of it costs
      only itself: a post with a bad date is kept without one.

      The account of --username follows everybody in the file; it is made if there is none. Posts
      that the file has of that name are its own. Everybody else becomes an account that nobody can
      sign in to. Handles that differ in case only are one person.

      It can be run again: nothing is doubled, changed posts are changed here too. What was left out,
      and why, is said at the end. If it is cut off, nothing of it is there.

      Examples:
        swiftlet import timeline timeline.json --username jsmith
        swiftlet import timeline timeline.json --username jsmith --data /var/lib/swiftlet

      \(ExitStatus.table)
      """)

  @Argument(help: "The JSON file.", completion: .file(extensions: ["json"]))
  var file: String

  @Option(help: ArgumentHelp("Whose timeline it is.", valueName: "name"))
  var username: String

  @Flag(help: "Also fetch pictures from private addresses: this machine's and the local network's.")
  var privatePictures = false

  @OptionGroup var begin: BeginOptions
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage, mayBegin: begin.mayBegin) { community in
        var options = ImportOptions()
        options.allowsPrivatePictures = privatePictures
        let progress = ProgressLine()
        defer { progress.end() }
        let report = try await community.imports.timeline(
          from: file, username: username, options: options
        ) { progress.show($0) }
        progress.end()
        for line in report.lines { Terminal.result(line) }
      }
    }
  }
}
