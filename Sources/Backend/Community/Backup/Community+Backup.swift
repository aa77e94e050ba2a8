import Disk
import Foundation
import JSON
import Media
import Social
import Storage

/// The contents of a backup.
public struct BackupReport: Equatable, Sendable {
  public var posts = 0
  public var pictures = 0
  /// The size of the file.
  public var bytes = 0
  /// The hashes of pictures with files that were missing or cut off when the backup was made.
  public var damagedPictures: [String] = []
}

extension Community {
  /// Writes the database and the pictures of one moment to a new file, and reads it back. The community can
  /// be in use meanwhile, in this process or another.
  ///
  /// The pictures match the copied database: they never change, they exist before the database shows them,
  /// and none is removed meanwhile. The same holds for uploads whose copies are not made yet.
  /// - Parameter progress: called often, from any thread.
  /// - Throws: A `DescribedError`. No file of that name exists then.
  public func backup(
    to path: String, progress: @escaping @Sendable (CareProgress) -> Void
  ) async throws -> BackupReport {
    let lock = try await store.pictureLock()
    defer { withExtendedLifetime(lock) {} }
    let size = try await store.byteSize()
    let now = clock()
    let report = try await BackupWork(path: path, mediaStore: mediaStore, now: now, progress: progress)
      .run(size: size) { [store] in
        try await store.copy(to: $0)
      } confirm: { [store] in
        // Otherwise pictures may have been removed since.
        try await store.require(lock)
      }
    DataFolder(folder).noteBackup(at: now.milliseconds)
    return report
  }

  /// Backs up the community in a folder without opening it. It works on a full disk, on a read-only disk, and
  /// with data of an older Swiftlet.
  public static func backup(
    ofFolder folder: String, to path: String, progress: @escaping @Sendable (CareProgress) -> Void
  ) async throws -> BackupReport {
    try DataFolder(folder).requireCommunity()
    let source = DatabaseSource(folder: folder)
    let lock = try await source.pictureLock()
    defer { withExtendedLifetime(lock) {} }
    let mediaStore = MediaStore(folder: DataFolder(folder).media)
    let now = Timestamp.now
    let report = try await BackupWork(path: path, mediaStore: mediaStore, now: now, progress: progress)
      .run(size: source.byteSize) {
        try await source.copy(to: $0)
      } confirm: {
      }
    DataFolder(folder).noteBackup(at: now.milliseconds)
    return report
  }
}

/// Makes one backup file.
private struct BackupWork: Sendable {
  let path: String
  let mediaStore: MediaStore
  let now: Timestamp
  let progress: @Sendable (CareProgress) -> Void

  /// - Parameters:
  ///   - size: about how many bytes the copy of the database has.
  ///   - copyDatabase: writes that copy to a path.
  ///   - confirm: throws if pictures may have been removed since the beginning.
  func run(
    size: Int, copyDatabase: @escaping @Sendable (String) async throws -> DatabaseCopy,
    confirm: () async throws -> Void
  ) async throws -> BackupReport {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else { throw BackupError.exists(path) }
    let (part, database) = (path + ".part", path + ".part.sqlite")
    func clear() { for name in [part, database] { try? files.removeItem(atPath: name) } }
    clear()
    defer { clear() }
    try requireWritable(part)
    let copy: DatabaseCopy
    do { copy = try await self.copy(to: database, size, copyDatabase) } catch let failure as Disk.Failure {
      throw BackupError.cannotWrite(path, reason: failure.reason)
    }
    guard copy.hasAccounts else { throw BackupError.nobody }
    let report = try await WorkQueue(width: 1).run { [self] () throws -> BackupReport in
      var report = try write(copy, to: part)
      report.posts = copy.posts
      try BackupReader(path: part).read {
        progress(.readingBack(done: $0, of: $1))
      } take: { _ in
        nil
      }
      return report
    }
    try await confirm()
    // A file that came meanwhile is not replaced.
    guard !files.fileExists(atPath: path) else { throw BackupError.exists(path) }
    do throws(Disk.Failure) {
      try Disk.rename(part, to: path)
      try Disk.keep(Disk.parent(of: path))
    } catch {
      throw BackupError.cannotWrite(path, reason: error.reason)
    }
    return report
  }

  /// Checks the destination before anything is copied, so that its errors aren't blamed on the data folder.
  private func requireWritable(_ part: String) throws(BackupError) {
    let parent = Disk.parent(of: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
      throw .cannotWrite(path, reason: "there is no folder \(parent)")
    }
    _ = try BackupWriter(path: part, modified: 0)
  }

  private func copy(
    to path: String, _ total: Int, _ copyDatabase: @Sendable (String) async throws -> DatabaseCopy
  ) async throws -> DatabaseCopy {
    progress(.copyingDatabase(done: 0, of: total))
    let watch = Task { [progress] in
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(500))
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        if let size { progress(.copyingDatabase(done: min(size, total), of: total)) }
      }
    }
    defer { watch.cancel() }
    return try await copyDatabase(path)
  }

  private func write(_ copy: DatabaseCopy, to path: String) throws -> BackupReport {
    var report = BackupReport()
    let writer = try BackupWriter(path: path, modified: Int(now.milliseconds / 1000))
    var about = JSONWriter()
    about.object { about in
      about.name("swiftlet-backup")
      about.number(1)
      about.name("created_at")
      about.string(now.iso8601)
      about.name("schema")
      about.number(copy.schema)
      about.name("posts")
      about.number(copy.posts)
      about.name("pictures")
      about.number(copy.pictures.count)
    }
    try writer.add(BackupFile.aboutName, about.bytes)
    try writer.add(Store.fileName, contentsOf: copy.path)
    for (number, hash) in copy.pictures.enumerated() {
      if number.isMultiple(of: 20) { progress(.savingPictures(done: number, of: copy.pictures.count)) }
      let (names, isWhole) = mediaStore.files(of: hash)
      if !isWhole { report.damagedPictures.append(hash) }
      for name in names {
        try writer.add(
          "media/\(hash.prefix(2))/\(hash)/\(name)", contentsOf: mediaStore.path(hash: hash, name: name))
      }
    }
    for id in copy.waiting where FileManager.default.fileExists(atPath: mediaStore.receivedPath(id)) {
      try writer.add("media/incoming/\(id)", contentsOf: mediaStore.receivedPath(id))
    }
    progress(.savingPictures(done: copy.pictures.count, of: copy.pictures.count))
    try writer.finish()
    report.pictures = copy.pictures.count
    report.bytes = writer.bytes
    return report
  }
}
