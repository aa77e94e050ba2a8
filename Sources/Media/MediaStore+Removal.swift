import Disk
public import Foundation

extension MediaStore {
  /// Removes the files of a picture that nothing refers to any more. What can't be removed stays, without harm to others.
  ///
  /// - Returns: whether they are gone, so that a power cut doesn't bring them back.
  @discardableResult
  public func remove(_ hash: String) -> Bool {
    let (files, place) = (FileManager.default, path(of: hash))
    guard files.fileExists(atPath: place) else { return true }
    do {
      try files.removeItem(atPath: place)
      try Disk.keep(Disk.parent(of: place))
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
