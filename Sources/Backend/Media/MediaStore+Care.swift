import CVips
import Disk
import Foundation

/// The state of a picture's files.
public enum PictureHealth: Equatable, Sendable {
  case whole
  /// These files were missing, cut off or changed, and were made again.
  case mended([String])
  /// These files are missing, cut off or changed. They can't be made again, because the uploaded file isn't
  /// stored.
  case damaged([String])
}

extension MediaStore {
  /// Returns the paths of all files of a picture, the description last.
  public func paths(of picture: StoredPicture) -> [String] {
    (picture.fileNames + [StoredPicture.descriptionName]).map { path(of: picture.hash) + "/" + $0 }
  }

  /// Checks every byte of a picture's files and repairs what it can. It rewrites the description from what
  /// the database knows, and smaller copies from the largest. Sums that the description lacks are added for
  /// the next check.
  public func mend(_ picture: StoredPicture) async throws(MediaError) -> PictureHealth {
    try await queue.run { () throws(MediaError) in try self.mendFiles(picture) }
  }

  private func mendFiles(_ picture: StoredPicture) throws(MediaError) -> PictureHealth {
    let place = path(of: picture.hash)
    let noted = sums(at: place)
    var sums = FileSum.of(picture.fileNames, in: place)
    var damaged = picture.fileNames.filter { name in
      !CopyFile.isWhole(place + "/" + name) || noted[name].map { $0 != sums[name] } ?? false
    }
    if damaged.contains(StoredPicture.fallbackName) { return .damaged(damaged) }
    var mended: [String] = []
    let scratch = try temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    for copy in picture.copies where damaged.contains(copy.name) && copy.name != StoredPicture.movingName {
      let wanted = SizePlan.Copy(
        name: copy.name, width: copy.width, height: copy.height,
        isCropped: copy.isSquare || copy.name == StoredPicture.bannerName)
      if let missing = swiftlet_vips_load() { throw .noLibrary(String(cString: missing)) }
      let fallback = place + "/" + StoredPicture.fallbackName
      guard let again = try? DecodedPicture.decode(fallback, as: wanted, within: limits.decodingTime) else {
        continue
      }
      guard again.write(copy.name, to: scratch) else { throw .cannotWrite(scratch) }
      try replace(place + "/" + copy.name, by: scratch)
      mended.append(copy.name)
      sums[copy.name] = FileSum.of(place + "/" + copy.name)
      damaged.removeAll { $0 == copy.name }
    }
    let description = place + "/" + StoredPicture.descriptionName
    let known = FileManager.default.contents(atPath: description)
      .flatMap { StoredPicture(hash: picture.hash, encoded: [UInt8]($0)) }
    // A damaged file keeps its original sum.
    for name in damaged { sums[name] = noted[name] }
    if known != picture || noted != sums {
      let encoded = picture.encoded(sums: sums)
      do { try Data(encoded).write(to: URL(filePath: scratch)) } catch { throw .cannotWrite(scratch) }
      try replace(description, by: scratch)
      if known != picture { mended.append(StoredPicture.descriptionName) }
    }
    if !damaged.isEmpty { return .damaged(damaged) }
    return mended.isEmpty ? .whole : .mended(mended)
  }

  private func replace(_ path: String, by scratch: String) throws(MediaError) {
    do throws(Disk.Failure) {
      try Disk.keep(scratch)
      try Disk.rename(scratch, to: path)
      try Disk.keep(Disk.parent(of: path))
    } catch {
      throw .cannotWrite(path)
    }
  }
}
