import ArgumentParser
import Community
import Storage

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a Moments page or a timeline file.",
    subcommands: [ImportMoments.self, ImportTimeline.self])
}

struct ImportMoments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moments",
    abstract: "Import a Moments page with its pictures and comments.",
    discussion: """
      The source is the base URL of a server that answers GET /user/{username} and
      GET /user/{username}/tweets, or a folder with user.json and tweets.json.

      It can be run again: nothing is doubled. What was left out, and why, is said at the end.
      If it is cut off, nothing of it is there.

      Examples:
        swiftlet import moments https://moments.example.org --username jsmith
        swiftlet import moments ./export --username jsmith --data /var/lib/swiftlet

      \(ExitStatus.table)
      """)

  @Argument(help: "A base URL, or a folder with user.json and tweets.json.")
  var source: String

  @Option(help: ArgumentHelp("Whose page it is, there and here.", valueName: "name"))
  var username: String

  @Flag(help: "Also fetch pictures from private addresses: this machine's and the local network's.")
  var privatePictures = false

  @OptionGroup var begin: BeginOptions
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      guard let source = MomentsSource(source) else {
        throw Failure(
          status: .noInput, message: "\(self.source) is neither a folder nor the address of a server.")
      }
      try await withCommunity(storage, mayBegin: begin.mayBegin) { community in
        var options = ImportOptions()
        options.allowsPrivatePictures = privatePictures
        let progress = ProgressLine()
        defer { progress.end() }
        let report = try await community.imports.moments(
          from: source, username: username, options: options
        ) { progress.show($0) }
        progress.end()
        for line in report.lines { Terminal.result(line) }
      }
    }
  }
}

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
