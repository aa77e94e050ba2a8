import Disk
public import Foundation

extension MediaStore {
  /// Whether a picture's files are there.
  public func has(_ hash: String) -> Bool {
    FileManager.default.fileExists(atPath: path(hash: hash, name: StoredPicture.descriptionName))
  }

  /// Removes the files of a picture that nothing refers to any more. What can't be removed stays, without harm to others.
  ///
  /// - Returns: whether they are gone. `keepRemoval` makes that last.
  public func remove(_ hash: String) -> Bool {
    let (files, place) = (FileManager.default, path(of: hash))
    guard files.fileExists(atPath: place) else { return true }
    do {
      try files.removeItem(atPath: place)
      return true
    } catch {
      return false
    }
  }

  /// Returns whether a power cut doesn't bring the files back that were removed.
  public func keepRemoval(of hash: String) -> Bool {
    let parent = Disk.parent(of: path(of: hash))
    guard FileManager.default.fileExists(atPath: parent) else { return true }
    do {
      try Disk.keep(parent)
      return true
    } catch {
      return false
    }
  }

  /// The hashes of the pictures whose files were there already at that time. Blocks.
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

  /// What is among the pictures that came in whole.
  public var received: [Int64] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/incoming")) ?? []).compactMap { Int64($0) }
  }
}
