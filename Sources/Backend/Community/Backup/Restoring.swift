import Disk
import Foundation
import Media
import Storage

/// Fills an empty folder from a backup file.
public struct Restoring: Sendable {
  let path: String
  let folder: DataFolder

  /// - Parameter folder: created if it is missing.
  public init(from path: String, into folder: String) {
    self.path = path
    self.folder = DataFolder(folder)
  }

  /// Reads the whole file first, so that nothing is restored from a damaged one. At the end, it reads back
  /// what it wrote.
  ///
  /// - Parameter progress: called often, from any thread.
  /// - Throws: A `DescribedError`; the folder is empty then. If the process is killed, `swiftlet serve`
  ///   refuses the folder.
  public func run(progress: @escaping @Sendable (CareProgress) -> Void) async throws -> BackupReport {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard names.allSatisfy({ $0 == "lost+found" }) else { throw BackupError.notEmpty(folder.path) }
    let queue = WorkQueue(width: 1)
    _ = try await queue.run { () throws in
      try BackupReader(path: path).read {
        progress(.readingBackup(done: $0, of: $1))
      } take: { name in
        guard place(of: name) != nil else { throw BackupError.notABackup(path) }
        return nil
      }
    }
    do {
      let sums = try await queue.run { () throws in try write(progress) }
      progress(.checkingDatabase)
      let copy = try await DatabaseCopy.inspected(unfinished)
      try await queue.run { () throws in try readBack(sums, progress) }
      try finish()
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return BackupReport(posts: copy.posts, pictures: copy.pictures.count, bytes: size ?? 0)
    } catch {
      for name in [unfinished, folder.media, folder.restoring] {
        try? FileManager.default.removeItem(atPath: name)
      }
      throw error
    }
  }

  /// The database's path until all files are there. Then it gets its real name.
  private var unfinished: String { folder.database + ".part" }

  /// Returns the path of an entry; an empty string if the entry isn't restored; `nil` if backups don't have
  /// such an entry.
  private func place(of name: String) -> String? {
    if name == BackupFile.aboutName { return "" }
    if name == Store.fileName { return unfinished }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == "media" else { return nil }
    let isPicture =
      parts.count == 4 && parts[1] == parts[2].prefix(2) && MediaStore.isPlace(hash: parts[2], name: parts[3])
    let isWaiting =
      parts.count == 3 && parts[1] == "incoming" && Int64(parts[2]).map { "\($0)" == parts[2] } == true
    return isPicture || isWaiting ? folder.path + "/" + name : nil
  }

  private func write(_ progress: @Sendable (CareProgress) -> Void) throws -> [String: String] {
    do {
      try Disk.makeFolder(folder.path)
      guard FileManager.default.createFile(atPath: folder.restoring, contents: nil) else {
        throw BackupError.cannotWrite(folder.restoring, reason: String(cString: strerror(errno)))
      }
      try Disk.keep(folder.path)
      var folders: Set<String> = []
      let sums = try BackupReader(path: path).read {
        progress(.writing(done: $0, of: $1))
      } take: { name in
        guard let place = place(of: name) else { throw BackupError.notABackup(path) }
        guard !place.isEmpty else { return nil }
        if folders.insert(Disk.parent(of: place)).inserted { try Disk.makeFolder(Disk.parent(of: place)) }
        guard FileManager.default.createFile(atPath: place, contents: nil),
          let handle = FileHandle(forWritingAtPath: place)
        else { throw BackupError.cannotWrite(place, reason: String(cString: strerror(errno))) }
        return { data in
          guard data.isEmpty else { return try handle.write(contentsOf: data) }
          try handle.close()
          try Disk.keep(place)
        }
      }
      for folder in folders { try Disk.keep(folder) }
      return sums
    } catch let failure as Disk.Failure {
      throw BackupError.cannotWrite(failure.path, reason: failure.reason)
    } catch let error where !(error is any DescribedError) {
      throw BackupError.cannotWrite(folder.path, reason: error.localizedDescription)
    }
  }

  /// Reads the pictures from the disk and not from the system's page cache. The database was read already.
  private func readBack(_ sums: [String: String], _ progress: (CareProgress) -> Void) throws {
    var done = 0
    for (name, sum) in sums {
      done += 1
      guard let place = place(of: name), !place.isEmpty, place != unfinished else { continue }
      if done.isMultiple(of: 50) { progress(.readingBack(done: done, of: sums.count)) }
      Disk.forget(place)
      guard let data = FileManager.default.contents(atPath: place), BackupFile.sum(data) == sum else {
        throw BackupError.damaged(folder.path, entry: name)
      }
    }
    progress(.readingBack(done: sums.count, of: sums.count))
  }

  private func finish() throws(BackupError) {
    do throws(Disk.Failure) {
      try Disk.keep(unfinished)
      try Disk.rename(unfinished, to: folder.database)
      try Disk.keep(folder.path)
      try? FileManager.default.removeItem(atPath: folder.restoring)
      try Disk.keep(folder.path)
    } catch {
      throw .cannotWrite(error.path, reason: error.reason)
    }
  }
}
