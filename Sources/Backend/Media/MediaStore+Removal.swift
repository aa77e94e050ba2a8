import Disk
public import Foundation
import Synchronization

extension MediaStore {
  /// Tells if a picture's files are there. Blocks.
  @available(*, noasync)
  public func has(_ hash: String) -> Bool {
    FileManager.default.fileExists(atPath: path(hash: hash, name: StoredPicture.descriptionName))
  }

  /// Moves the folder of an unused picture out of the way. It is one rename, because the database is locked
  /// meanwhile. A folder that can't be moved stays, and harms no other picture. Blocks.
  ///
  /// - Returns: `true` if the folder isn't in its place any more. `finishRemoval` deletes its files.
  @available(*, noasync)
  public func remove(_ hash: String) -> Bool {
    let place = path(of: hash)
    guard FileManager.default.fileExists(atPath: place) else { return true }
    do {
      let scratch = try temporaryPath()
      try Disk.rename(place, to: scratch)
      removed.withLock { $0.append(scratch) }
      return true
    } catch {
      return false
    }
  }

  /// Deletes the folders that `remove` moved. If the server stops before, `sweep` deletes them. Blocks.
  ///
  /// - Returns: the hashes of those that a power cut doesn't bring back.
  @available(*, noasync)
  public func finishRemoval(of hashes: [String]) -> [String] {
    let folders = removed.withLock { folders in
      defer { folders = [] }
      return folders
    }
    for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
    var kept: [String: Bool] = [:]
    return hashes.filter { hash in
      let parent = Disk.parent(of: path(of: hash))
      let isKept = kept[parent] ?? keepNames(in: parent)
      kept[parent] = isKept
      return isKept
    }
  }

  private func keepNames(in folder: String) -> Bool {
    guard FileManager.default.fileExists(atPath: folder) else { return true }
    do {
      try Disk.keep(folder)
      return true
    } catch {
      return false
    }
  }

  /// The hashes of the pictures whose files were there already at that time. Blocks.
  @available(*, noasync)
  public func hashes(before date: Date) -> [String] {
    let files = FileManager.default
    var hashes: [String] = []
    for start in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where start.utf8.count == 2 {
      for hash in (try? files.contentsOfDirectory(atPath: folder + "/" + start)) ?? []
      where Self.isPlace(hash: hash, name: StoredPicture.descriptionName) && hash.hasPrefix(start) {
        let changed = (try? files.attributesOfItem(atPath: path(of: hash)))?[.modificationDate] as? Date
        if let changed, changed < date { hashes.append(hash) }
      }
    }
    return hashes
  }

  /// The ids of the pictures that came in whole. Blocks.
  @available(*, noasync)
  public var received: [Int64] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/incoming")) ?? []).compactMap {
      Int64($0)
    }
  }
}
