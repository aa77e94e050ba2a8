import Foundation

/// A file that can be sent as it is.
public struct MediaFile: Equatable, Sendable {
  public let path: String
  public let mimeType: String
}

extension MediaStore {
  /// The file behind `/media/{hash}/{name}`; nil unless both are well formed and the file is there.
  public func file(hash: String, name: String) -> MediaFile? {
    guard hash.utf8.count == 32, hash.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
      let mimeType = Self.mimeType(ofCopy: name)
    else { return nil }
    let path = path(of: hash) + "/" + name
    return FileManager.default.isReadableFile(atPath: path) ? MediaFile(path: path, mimeType: mimeType) : nil
  }

  /// The names are few, so they are compared, not searched for dots and slashes.
  private static func mimeType(ofCopy name: String) -> String? {
    if name == StoredPicture.fallbackName { return "image/jpeg" }
    let names = SizePlan.squares.map { "s\($0).webp" } + SizePlan.widths.map { "w\($0).webp" }
    return names.contains(name) ? "image/webp" : nil
  }

  func path(of hash: String) -> String { "\(folder)/\(hash.prefix(2))/\(hash)" }

  private var scratchFolder: String { folder + "/tmp" }

  /// A new path beside the pictures, on the same disk, so that a rename is enough to publish.
  public func temporaryPath() throws(MediaError) -> String {
    do {
      try FileManager.default.createDirectory(atPath: scratchFolder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(scratchFolder)
    }
    return scratchFolder + "/" + Scratch.name()
  }

  /// Removes what processes left behind that were cut off.
  public func sweep() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: scratchFolder)) ?? []
    where !Scratch.isInUse(name) {
      try? FileManager.default.removeItem(atPath: scratchFolder + "/" + name)
    }
  }
}
