import Disk
public import Foundation

extension MediaStore {
  /// Returns true if the picture's files exist.
  public func has(_ hash: String) -> Bool {
    FileManager.default.fileExists(atPath: path(hash: hash, name: StoredPicture.descriptionName))
  }

  /// Removes the files of a picture that nothing refers to any more. Files that can't be removed stay; they do no
  /// harm.
  ///
  /// - Returns: True if the files are gone. `keepRemoval` makes that durable.
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

  /// Makes a removal durable; returns false if the files may reappear after a power failure.
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

  /// Returns the hashes of the pictures whose files existed before that time. Blocks.
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

  /// The ids of the uploaded pictures whose copies don't exist yet.
  public var received: [Int64] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/incoming")) ?? []).compactMap { Int64($0) }
  }
}
