import ArgumentParser
import Community
import Disk
import Foundation
import Logging
import Storage

/// The options of every command that works with a community.
struct StorageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where the database and the pictures are.", valueName: "folder"))
  var data = "./data"

  @Option(
    help: ArgumentHelp(
      "A PostgreSQL database instead of the one in the folder: postgres://user:password@host/name?sslmode=verify-full. "
        + "Default: what the environment variable SWIFTLET_DATABASE says, where others don't see the password.",
      valueName: "url"))
  var database: String?

  @Option(help: "trace, debug, info, notice, warning, error or critical.")
  var logLevel = LogLevel.info

  func validate() throws {
    _ = try address
    // If several users serve one folder of pictures, their group can write to it.
    if Disk.isShared(data) { umask(0o007) }
  }

  /// The address of the PostgreSQL database; `nil` for the database in the folder.
  var address: DatabaseAddress? {
    get throws {
      let given = database ?? ProcessInfo.processInfo.environment["SWIFTLET_DATABASE"]
      guard let given, !given.isEmpty else { return nil }
      // The message omits the text, because it may hold a password.
      guard let address = DatabaseAddress(given) else {
        throw ValidationError("--database takes a URL that begins with postgres://.")
      }
      return address
    }
  }

  /// Locks the folder's database for the one server that may use it, and for commands that can't run beside
  /// that. Several servers may use PostgreSQL.
  func servingLock(mayBegin: Bool = true) throws -> HeldLock? {
    guard try address == nil else { return nil }
    let folder = DataFolder(data)
    try folder.prepare(mayBegin: mayBegin)
    guard let lock = try folder.servingLock() else {
      throw Failure(
        status: .temporaryFailure,
        message:
          "Another server uses the data folder \(data). Stop it first: a database in a folder has one server. "
          + "Several servers need PostgreSQL (--database).")
    }
    return lock
  }

  var logger: Logger {
    var handler = LineLog()
    handler.logLevel = logLevel.level
    return Logger(label: "swiftlet") { _ in handler }
  }
}

/// The minimum severity of log lines.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, notice, warning, error, critical

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

/// The options of commands that fill a community, which may be a new one.
struct BeginOptions: ParsableArguments {
  @Flag(name: .customLong("new"), help: "Begin a community if there is none in the data folder.")
  var mayBegin = false
}
