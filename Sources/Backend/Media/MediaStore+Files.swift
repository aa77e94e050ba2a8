import Disk
import Foundation

/// A file that can be sent as it is.
public struct MediaFile: Equatable, Sendable {
  public let path: String
  public let mimeType: String
}

extension MediaStore {
  /// The file behind `/media/{hash}/{name}`, which may be missing: the disk isn't asked. `nil` unless both
  /// are well formed.
  public func file(hash: String, name: String) -> MediaFile? {
    guard Self.isHash(hash), let mimeType = Self.mimeType(ofCopy: name) else { return nil }
    return MediaFile(path: path(hash: hash, name: name), mimeType: mimeType)
  }

  /// Returns true if the store can write a file with that hash and name: a copy, or the description beside
  /// the copies.
  public static func isPlace(hash: String, name: String) -> Bool {
    isHash(hash) && (name == StoredPicture.descriptionName || mimeType(ofCopy: name) != nil)
  }

  public func path(hash: String, name: String) -> String { path(of: hash) + "/" + name }

  /// The names of a picture's files that are there, and whether those are all and as they were made. Reads
  /// all of them. Blocks.
  @available(*, noasync)
  public func files(of hash: String) -> (names: [String], isWhole: Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: hash))) ?? []
    let ours = names.filter { Self.isPlace(hash: hash, name: $0) }.sorted()
    let place = path(of: hash)
    guard description(of: hash, at: place) != nil else { return (ours, false) }
    return (ours, sums(at: place).allSatisfy { FileSum.of(place + "/" + $0.key) == $0.value })
  }

  /// Returns the sums in that folder's description.
  func sums(at place: String) -> [String: String] {
    FileManager.default.contents(atPath: place + "/" + StoredPicture.descriptionName)
      .map { StoredPicture.sums(encoded: [UInt8]($0)) } ?? [:]
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// Compares with the few valid names instead of searching the name for dots and slashes.
  private static func mimeType(ofCopy name: String) -> String? {
    if name == StoredPicture.fallbackName || name == StoredPicture.bannerName { return "image/jpeg" }
    if name == StoredPicture.movingName { return "image/webp" }
    let names = SizePlan.squares.map { "s\($0).webp" } + SizePlan.widths.map { "w\($0).webp" }
    return names.contains(name) ? "image/webp" : nil
  }

  func path(of hash: String) -> String { "\(folder)/\(hash.prefix(2))/\(hash)" }

  private var scratchFolder: String { folder + "/tmp" }

  /// Returns a new path on the same disk as the pictures, so that a rename is enough to publish.
  public func temporaryPath() throws(MediaError) -> String {
    do throws(Disk.Failure) { try Disk.makeFolder(scratchFolder) } catch { throw .cannotWrite(scratchFolder) }
    return scratchFolder + "/" + Scratch.name()
  }

  /// Removes what processes left behind that were cut off. Blocks.
  @available(*, noasync)
  public func sweep() {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: scratchFolder)) ?? [] {
      let path = scratchFolder + "/" + name
      let modified = (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
      if !Scratch.isInUse(name, modified: modified) { try? files.removeItem(atPath: path) }
    }
  }
}
