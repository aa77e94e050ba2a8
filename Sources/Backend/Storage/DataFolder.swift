import Disk
import Foundation

/// The folder with a community's database and pictures, checked before anything is created in it.
///
/// An empty folder may belong to a new community, or be the mount point of a disk that isn't mounted. A file
/// beside the folder tells the two apart, because that file's disk is always mounted.
public struct DataFolder: Sendable {
  /// The name of the file that marks a folder while a backup is being restored into it.
  public static let restoringName = "swiftlet.restoring"

  public let path: String

  public init(_ path: String) { self.path = path }

  public var database: String { path + "/" + Store.fileName }
  /// The lock file of imports.
  var importing: String { path + "/swiftlet.importing" }
  /// The lock file of the process that showed the set-up link.
  var settingUp: String { path + "/swiftlet.settingup" }
  /// The lock file for making a backup or removing pictures.
  var pictures: String { path + "/swiftlet.pictures" }
  /// The lock file of the server; SQLite allows one server.
  var serving: String { path + "/swiftlet.serving" }
  /// The lock file for indexing all posts.
  var indexing: String { path + "/swiftlet.indexing" }
  /// The file with the key of the clients' tokens in push subscriptions. No backup has it.
  public var pushKey: String { path + "/swiftlet.pushkey" }
  /// The file with the key of the secrets with which clients sign requests. No backup has it.
  public var signingKey: String { path + "/swiftlet.signingkey" }
  /// The file with the time of the last backup.
  private var backedUp: String { path + "/swiftlet.backedup" }
  /// The folder for backups that owners make in the app, unless the operator names another one.
  public var backups: String { path + "/backups" }
  public var media: String { path + "/media" }
  public var restoring: String { path + "/" + Self.restoringName }
  /// The file that marks the folder while a database is copied into it.
  var copying: String { path + "/swiftlet.copying" }

  /// True if the database file exists and isn't empty.
  var hasDatabase: Bool {
    let size = try? FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
    return (size ?? 0) > 0
  }

  /// True if the folder had a community before: the database exists, and so does the marker or a folder of
  /// pictures.
  var hasTraces: Bool {
    let files = FileManager.default
    return hasDatabase && (files.fileExists(atPath: marker) || files.fileExists(atPath: media))
  }

  /// The marker file beside the folder: `.data.swiftlet` beside `data`.
  public var marker: String {
    let place = URL(fileURLWithPath: path).standardizedFileURL
    return place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).swiftlet").path
  }

  /// Creates the folder if it is missing, and denies other users access to it.
  ///
  /// - Parameters:
  ///   - isDatabaseElsewhere: true if the folder holds only the pictures.
  ///   - mayBegin: true if a new community may begin here.
  /// - Throws: `StorageError.lost` if a community should be here and isn't; `notWritable`, `diskFull`.
  public func prepare(isDatabaseElsewhere: Bool = false, mayBegin: Bool = true) throws(StorageError) {
    try requireCommunity(isDatabaseElsewhere: isDatabaseElsewhere, mayBegin: mayBegin)
    // With a database elsewhere, the folder must have its media folder; an unmounted disk leaves it empty.
    let folder = isDatabaseElsewhere ? media : path
    do throws(Disk.Failure) { try Disk.makeFolder(folder) } catch { throw StorageError(error) }
    for path in [path, folder, database, database + "-wal", database + "-shm"] { Disk.protect(path) }
  }

  /// Checks the folder, and changes nothing.
  ///
  /// - Throws: `StorageError.lost` if a community should be here and isn't.
  public func requireCommunity(
    isDatabaseElsewhere: Bool = false, mayBegin: Bool = false
  ) throws(StorageError) {
    let files = FileManager.default
    if files.fileExists(atPath: restoring) { throw .lost(path: path, .restoring) }
    if files.fileExists(atPath: copying) { throw .lost(path: path, .copying) }
    // Each is looked for once, and the marker first: with a database elsewhere, another process may begin the
    // same community at this moment, and it makes the pictures' folder before the marker.
    let hasMarker = files.fileExists(atPath: marker)
    let hasMedia = files.fileExists(atPath: media)
    if !(isDatabaseElsewhere && hasMedia), !hasDatabase, files.fileExists(atPath: path) {
      if hasMedia || files.fileExists(atPath: database + "-wal") {
        throw .lost(path: path, .withoutDatabase)
      }
      if hasMarker { throw .lost(path: path, .empty(marker: marker)) }
    }
    guard mayBegin || isDatabaseElsewhere || hasDatabase else { throw .lost(path: path, .nothing) }
  }

  /// Writes the marker beside the folder, once the folder has a community. If it can't be written, an empty
  /// folder still counts as a new community's.
  public func remember() {
    guard !FileManager.default.fileExists(atPath: marker) else { return }
    let text = """
      There is a community in the folder \(URL(fileURLWithPath: path).standardizedFileURL.path).
      As long as this file is here, Swiftlet doesn't begin a new one if that folder is empty: its disk may not be mounted.

      """
    try? Data(text.utf8).write(to: URL(fileURLWithPath: marker))
  }
}

extension DataFolder {
  /// The time of the last backup in milliseconds; `nil` if none is known.
  public var lastBackup: Int64? {
    guard let text = try? String(contentsOfFile: backedUp, encoding: .utf8) else { return nil }
    return Int64(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Notes the time of a backup, if the disk takes it. It isn't in the database, because a backup also works
  /// where the database can't be written.
  public func noteBackup(at milliseconds: Int64) {
    try? Data("\(milliseconds)\n".utf8).write(to: URL(fileURLWithPath: backedUp))
  }
}

extension StorageError {
  /// The reason why a folder isn't accepted as a community's.
  public enum Loss: Equatable, Sendable {
    /// There was a community, as the marker file says.
    case empty(marker: String)
    /// Pictures or the write-ahead log exist, but the database doesn't.
    case withoutDatabase
    /// Restoring a backup into the folder was interrupted.
    case restoring
    /// Copying a database into the folder was interrupted.
    case copying
    /// There never was a community, and the command doesn't begin one.
    case nothing

    func message(_ path: String) -> String {
      switch self {
      case .empty(let marker):
        "The data folder \(path) has no database or an empty one, but there was a community in it: perhaps its disk is not mounted. To begin "
          + "a new community there, remove the file \(marker)."
      case .withoutDatabase:
        "The data folder \(path) has pictures or newest changes of a community, but not its database, or an empty one "
          + "(\(Store.fileName)). Nothing was changed. `swiftlet restore` fills an empty folder from a backup."
      case .copying:
        "Copying a community into \(path) was cut off. Run `swiftlet copy` again; it replaces what is there of the copy."
      case .nothing:
        "There is no community in \(path). Is --data right? `swiftlet serve` begins one, and `swiftlet restore` brings one back."
      case .restoring:
        "Restoring a backup into \(path) was cut off, so the community there is not whole. Empty the folder, and "
          + "restore again."
      }
    }
  }

  init(_ failure: Disk.Failure) {
    self = failure.isFull ? .diskFull : .notWritable(path: failure.path, reason: failure.reason)
  }
}
