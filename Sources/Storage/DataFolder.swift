import Disk
import Foundation

/// The folder with a community's database and pictures, looked at before anything is made in it.
///
/// An empty folder may be a new community's, or the place where a disk should be mounted and isn't. A file beside the
/// folder tells the two apart: it is on the disk that is always there.
public struct DataFolder: Sendable {
  /// In a folder that is being restored, until all of it is there.
  public static let restoringName = "swiftlet.restoring"

  public let path: String

  public init(_ path: String) { self.path = path }

  public var database: String { path + "/" + Store.fileName }
  /// Held by whoever imports.
  var importing: String { path + "/swiftlet.importing" }
  /// Held by whoever has shown the link for setting up.
  var settingUp: String { path + "/swiftlet.settingup" }
  /// Held by whoever makes a backup or removes pictures.
  var pictures: String { path + "/swiftlet.pictures" }
  /// Held by the server, of which there is one on SQLite.
  var serving: String { path + "/swiftlet.serving" }
  /// Held by whoever indexes all posts.
  var indexing: String { path + "/swiftlet.indexing" }
  public var media: String { path + "/media" }
  public var restoring: String { path + "/" + Self.restoringName }
  /// There while a database is copied into the folder.
  var copying: String { path + "/swiftlet.copying" }

  /// Whether there is a database with something in it.
  var hasDatabase: Bool {
    let size = try? FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
    return (size ?? 0) > 0
  }

  /// Whether there is a database of a community that was here: so says the file beside the folder, or there are pictures.
  var hasTraces: Bool {
    let files = FileManager.default
    return hasDatabase && (files.fileExists(atPath: marker) || files.fileExists(atPath: media))
  }

  /// `.data.swiftlet` beside `data`.
  public var marker: String {
    let place = URL(fileURLWithPath: path).standardizedFileURL
    return place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).swiftlet").path
  }

  /// Makes the folder if it is missing, and closes it to others.
  ///
  /// - Parameters:
  ///   - isDatabaseElsewhere: only the pictures are here.
  ///   - mayBegin: a new community may be begun.
  /// - Throws: `StorageError.lost` where a community should be and isn't; `notWritable`, `diskFull`.
  public func prepare(isDatabaseElsewhere: Bool = false, mayBegin: Bool = true) throws(StorageError) {
    try requireCommunity(isDatabaseElsewhere: isDatabaseElsewhere, mayBegin: mayBegin)
    // A community in another database has at least that in its folder, which is empty where a disk is not mounted.
    let folder = isDatabaseElsewhere ? media : path
    do throws(Disk.Failure) { try Disk.makeFolder(folder) } catch { throw StorageError(error) }
    for path in [path, folder, database, database + "-wal", database + "-shm"] { Disk.protect(path) }
  }

  /// Looks at the folder and changes nothing.
  ///
  /// - Throws: `StorageError.lost` where a community should be and isn't.
  public func requireCommunity(
    isDatabaseElsewhere: Bool = false, mayBegin: Bool = false
  ) throws(StorageError) {
    let files = FileManager.default
    if files.fileExists(atPath: restoring) { throw .lost(path: path, .restoring) }
    if files.fileExists(atPath: copying) { throw .lost(path: path, .copying) }
    let hasSome = isDatabaseElsewhere && files.fileExists(atPath: media)
    if !hasSome, !hasDatabase, files.fileExists(atPath: path) {
      if files.fileExists(atPath: media) || files.fileExists(atPath: database + "-wal") {
        throw .lost(path: path, .withoutDatabase)
      }
      if files.fileExists(atPath: marker) { throw .lost(path: path, .empty(marker: marker)) }
    }
    guard mayBegin || isDatabaseElsewhere || hasDatabase else { throw .lost(path: path, .nothing) }
  }

  /// Remembers beside the folder that there is a community in it. Where that can't be written, an empty folder stays a
  /// new community's.
  public func remember() {
    guard !FileManager.default.fileExists(atPath: marker) else { return }
    let text = """
      There is a community in the folder \(URL(fileURLWithPath: path).standardizedFileURL.path).
      As long as this file is here, Swiftlet doesn't begin a new one if that folder is empty: its disk may not be mounted.

      """
    try? Data(text.utf8).write(to: URL(fileURLWithPath: marker))
  }
}

extension StorageError {
  /// Why a folder is not taken for a new community's.
  public enum Loss: Equatable, Sendable {
    /// There was a community: so says that file.
    case empty(marker: String)
    /// Pictures or the newest changes are there, the database is not.
    case withoutDatabase
    /// It was being restored, and that was cut off.
    case restoring
    /// A database was being copied there, and that was cut off.
    case copying
    /// There never was one, and the command begins none.
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
        "There is no community in \(path). `swiftlet serve` begins one, and `swiftlet restore` brings one back."
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
