import ArgumentParser
import Community
import Foundation
import Logging
import Storage

/// What every command takes that works with a community.
struct StorageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where the database and the pictures are.", valueName: "folder"))
  var data = "./data"

  @Option(help: "trace, debug, info, notice, warning, error or critical.")
  var logLevel = LogLevel.info

  /// For commands that would be wrong to begin a community.
  func requireCommunity() throws {
    let folder = DataFolder(data)
    guard FileManager.default.fileExists(atPath: folder.database) else { throw BackupError.noCommunity(data) }
  }

  var logger: Logger {
    var handler = LineLog()
    handler.logLevel = logLevel.level
    return Logger(label: "swiftlet") { _ in handler }
  }
}

/// How much is logged.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, notice, warning, error, critical

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}
