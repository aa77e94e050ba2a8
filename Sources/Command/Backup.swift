import ArgumentParser
import Community

struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Save the database and the pictures in one file, beside a running server.",
    discussion: """
      The file holds the community as it is at one moment, and is read back before it gets its name.
      A server that is running goes on. The disk with the data may be full, or not to be written: all that is
      written goes to the other one. The file is readable by you alone. Copying the data folder by hand is no backup unless the server
      is stopped: what was posted last is not in swiftlet.sqlite yet.

      The file is a tar archive with the SHA-256 of each file in it. `swiftlet restore` reads it; so do
      tar and sha256sum. Keep it on another disk, and keep it secret: the whole community is in it.

      Examples:
        swiftlet backup /mnt/other/community.tar --data /var/lib/swiftlet
        swiftlet backup "/mnt/other/community-$(date +%F).tar"

      \(ExitStatus.table)
      """)

  @Argument(help: "A new file.", completion: .file(extensions: ["tar"]))
  var file: String

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let progress = ProgressLine()
      defer { progress.end() }
      let report = try await save { progress.show($0.words) }
      progress.end()
      Terminal.result("Saved \(report.words) in \(file), \(megabytes(report.bytes)), and read it back")
      guard report.damagedPictures.isEmpty else {
        throw Failure(
          status: .unreadableData,
          message:
            "Damaged already, and so in the backup: \(report.damagedPictures.count.counting("picture")). The backup "
            + "has all the rest. `swiftlet check` says more.")
      }
    }
  }

  /// Saves the backup. The database in a folder isn't opened, because its disk may be full or read-only.
  private func save(_ progress: @escaping @Sendable (CareProgress) -> Void) async throws -> BackupReport {
    guard try storage.address != nil else {
      return try await Community.backup(ofFolder: storage.data, to: file, progress: progress)
    }
    return try await withCommunity(storage) { try await $0.backup(to: file, progress: progress) }
  }
}

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fill an empty data folder from a backup.",
    discussion: """
      The whole backup is read before anything is written, so that nothing comes out of a damaged one,
      and what was written is read back from the disk. The data folder must be empty or missing.

      Examples:
        swiftlet restore /mnt/other/community.tar --data /var/lib/swiftlet

      \(ExitStatus.table)
      """)

  @Argument(help: "A file that `swiftlet backup` made.", completion: .file(extensions: ["tar"]))
  var file: String

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let progress = ProgressLine()
      defer { progress.end() }
      let report = try await Restoring(from: file, into: storage.data).run { progress.show($0.words) }
      progress.end()
      Terminal.result(
        "Restored \(report.words) into \(Installation.absolutePath(storage.data)), and read it back")
    }
  }
}

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check database, counts and pictures, and repair what can be repaired.",
    discussion: """
      Reads the whole database, counts anew what is counted (replies, favourites, followers …), looks
      whether search has the words of all posts, and reads every file of every picture. Numbers that are wrong
      are corrected, lost words found again, small copies of a picture made again from its largest one.
      A server that is running goes on.

      What can't be mended is said, and the exit code is 65: then restore a backup. Of a database that is
      damaged nothing is changed; its pictures are looked at as far as they can be found in it.
      `swiftlet media check` looks at pictures alone.

      Examples:
        swiftlet check --data /var/lib/swiftlet

      \(ExitStatus.table)
      """)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let report = try await report(on: storage) { try await $0.check(progress: $1) }
      for line in report.lines + report.pictureLines { Terminal.result(line) }
      guard report.isWell else {
        throw Failure(
          status: .unreadableData, message: "Something is damaged. Restore a backup into another folder.")
      }
    }
  }
}

/// Runs a check of a community's data and shows its progress.
private func report(
  on storage: StorageOptions,
  _ check: @Sendable (Community, @Sendable (CareProgress) -> Void) async throws -> CheckReport
) async throws -> CheckReport {
  return try await withCommunity(storage) { community in
    let progress = ProgressLine()
    defer { progress.end() }
    return try await check(community) { progress.show($0.words) }
  }
}

struct MediaCommands: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "media", abstract: "Check the pictures.", subcommands: [MediaCheck.self])
}

struct MediaCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Count and check the pictures, and repair what can be repaired.",
    discussion: """
      Reads every file of every picture, makes small copies again from the largest one, removes files
      that nothing shows, and says how many pictures there are, how large they were when they came, and
      how many wait for their copies or for a post. A server that is running goes on.

      What can't be mended is said, and the exit code is 65: then restore a backup.

      Examples:
        swiftlet media check --data /var/lib/swiftlet

      \(ExitStatus.table)
      """)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let report = try await report(on: storage) { try await $0.checkMedia(progress: $1) }
      for line in report.pictureLines { Terminal.result(line) }
      Terminal.result("as they came: \(megabytes(report.pictureBytes))")
      Terminal.result(
        "uploads without a post: \(report.unattachedUploads), of which \(report.waitingUploads) without copies yet"
      )
      guard report.isWell else {
        throw Failure(
          status: .unreadableData, message: "Pictures are damaged. Restore a backup into another folder.")
      }
    }
  }
}

extension BackupReport {
  fileprivate var words: String { "\(posts.counting("post")) and \(pictures.counting("picture"))" }
}

extension CheckReport {
  /// The findings, one a line.
  fileprivate var lines: [String] {
    guard faults.isEmpty else { return ["database: damaged"] + faults.map { "database: " + $0 } }
    var lines = ["database: intact"]
    lines += mendedCounters.map { "mended: \($0.name), counted anew in \($0.rows.counting("row"))" }
    if mendedCounters.isEmpty { lines.append("counts: correct") }
    if mendedWords > 0 {
      lines.append("mended: words of \(mendedWords.counting("post")), found by search again")
    }
    return lines
  }

  fileprivate var pictureLines: [String] {
    var lines: [String] = []
    lines += mendedPictures.map { "mended: picture \($0), of which files were missing, cut off or changed" }
    let words =
      faults.isEmpty ? "which can't be made again" : "of which files are missing, cut off or changed"
    lines += damagedPictures.map { "damaged: picture \($0), \(words)" }
    if removedPictures > 0 {
      lines.append("removed: files of \(removedPictures.counting("picture")) that nothing shows")
    }
    lines.append("pictures: \(pictures - damagedPictures.count) of \(pictures) intact")
    return lines
  }
}

extension CareProgress {
  fileprivate var words: String {
    switch self {
    case .copyingDatabase(let done, let total):
      "Copying the database: \(megabytes(done)) of \(megabytes(total))"
    case .checkingDatabase: "Checking the database …"
    case .counting: "Counting …"
    case .savingPictures(let done, let total): "Saving pictures: \(done) of \(total)"
    case .readingBackup(let done, let total): "Reading the backup: \(megabytes(done)) of \(megabytes(total))"
    case .writing(let done, let total): "Writing: \(megabytes(done)) of \(megabytes(total))"
    case .readingBack(let done, let total) where total > 100_000:
      "Reading back: \(megabytes(done)) of \(megabytes(total))"
    case .readingBack(let done, let total): "Reading back: \(done) of \(total)"
    case .checkingPictures(let done, let total): "Checking pictures: \(done) of \(total)"
    }
  }
}

/// Formats a size as `12.3 MB`.
private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB" }
