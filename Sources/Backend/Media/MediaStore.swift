import CVips
import Disk
import Foundation
import Synchronization

/// The pictures of a server, as files: `<folder>/<2 digits>/<hash>/<name>`.
///
/// A picture's folder appears with all its copies or not at all: it is made in a temporary folder and renamed
/// at the end. The folder never changes, because its name is a hash of its content. The hash has a secret
/// key, so that a copy of the picture doesn't reveal the name (docs/decisions/0046).
public final class MediaStore: Sendable {
  /// Returns the version of the copies, which is part of every hash. Raise it when the same bytes get other
  /// copies.
  static func pipeline(_ format: PictureFormat) -> String {
    format.canMove ? "swiftlet-media-2" : "swiftlet-media-1"
  }

  let folder: String
  private let key: [UInt8]
  public let limits: MediaLimits
  let queue = WorkQueue(width: 2)
  /// Looks at files and removes them: they don't wait until pictures are made.
  public let fileWork = WorkQueue(width: 2)
  /// Folders of removed pictures whose files are still there.
  let removed = Mutex<[String]>([])
  private let largeOnes = Mutex<Void>(())

  /// The limit for decoding beside other pictures. A larger picture is decoded alone: if interlaced, 100
  /// million pixels take 400 MB.
  private static let maxPixelsSideBySide = 25_000_000

  /// Creates no files yet. libvips is loaded with the first picture.
  ///
  /// - Parameter key: The community's secret; needed for storing pictures.
  public init(folder: String, key: [UInt8] = [], limits: MediaLimits = MediaLimits()) {
    self.folder = folder
    self.key = key
    self.limits = limits
  }

  /// Makes the copies of the picture in that file. The file itself isn't changed.
  ///
  /// - Parameters:
  ///   - scope: The member, import or link that the picture comes from.
  ///   - thread: The thread to work on; `nil` to work in the store's own queue.
  public func store(
    contentsOf path: String, for scope: PictureScope = .imports, on thread: BackgroundThread? = nil
  ) async throws(MediaError) -> StoredPicture {
    guard let thread else {
      return try await queue.run { () throws(MediaError) in try self.stored(path, scope) }
    }
    let made = try await thread.run(
      claiming: { (claim) throws(MediaError) in try self.copies(of: path, scope, claim: claim) },
      discard: { $0.removeScratch() })
    return try await queue.run { () throws(MediaError) in try self.publish(made) }
  }

  /// Makes the copies of a picture in memory.
  public func store(_ bytes: [UInt8], for scope: PictureScope = .imports) async throws(MediaError)
    -> StoredPicture
  {
    guard bytes.count <= limits.maxBytes else { throw .tooLarge(limit: limits.maxBytes) }
    return try await queue.run { () throws(MediaError) in
      let path = try self.temporaryPath()
      defer { try? FileManager.default.removeItem(atPath: path) }
      guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
        throw .cannotWrite(path)
      }
      return try self.stored(path, scope)
    }
  }

  private func stored(_ path: String, _ scope: PictureScope) throws(MediaError) -> StoredPicture {
    try publish(copies(of: path, scope))
  }

  /// A picture whose copies are still in a temporary folder, or that existed before (`scratch` is `nil`).
  private struct MadePicture {
    let picture: StoredPicture
    let scratch: String?

    func removeScratch() {
      if let scratch { try? FileManager.default.removeItem(atPath: scratch) }
    }
  }

  /// - Parameter claim: Called before the part that only one attempt may do. Errors of an attempt without the
  ///   claim are ignored.
  private func copies(
    of path: String, _ scope: PictureScope, claim: () -> Bool = { true }
  ) throws(MediaError) -> MadePicture {
    let file = try PictureFile(path: path, maxBytes: limits.maxBytes, key: key) {
      Self.pipeline($0) + " " + scope.name + "\n"
    }
    let destination = self.path(of: file.hash)
    if let known = try known(file.hash, at: destination) { return MadePicture(picture: known, scratch: nil) }
    let (plan, pixels) = try plan(for: file, at: path, isCover: scope.isCover)
    let scratch = try temporaryPath()
    var isMade = false
    defer { if !isMade { try? FileManager.default.removeItem(atPath: scratch) } }
    do { try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true) } catch {
      throw .cannotWrite(scratch)
    }
    let maker = CopyMaker(source: path, folder: scratch, limit: limits.decodingTime)
    let blurhash: String?
    if pixels > Self.maxPixelsSideBySide {
      blurhash = try largeOnes.withLock { _ throws(MediaError) in
        guard claim() else { throw .unreadable }
        return try maker.make(plan)
      }
    } else {
      blurhash = try maker.make(plan)
    }
    let picture = StoredPicture(
      hash: file.hash, format: file.format, width: plan.width, height: plan.height, byteSize: file.byteSize,
      copies: plan.squares.map { StoredPicture.Copy($0, isSquare: true) }
        + (plan.whole + [plan.banner, plan.moving].compactMap(\.self)).map { StoredPicture.Copy($0) },
      blurhash: blurhash)
    isMade = true
    return MadePicture(picture: picture, scratch: scratch)
  }

  private func publish(_ made: MadePicture) throws(MediaError) -> StoredPicture {
    defer { made.removeScratch() }
    if let scratch = made.scratch {
      try publish(made.picture, from: scratch, to: path(of: made.picture.hash))
    }
    return made.picture
  }

  /// Returns the copies to make of a file, according to its header, and the number of pixels in all its
  /// frames.
  private func plan(
    for file: PictureFile, at path: String, isCover: Bool
  ) throws(MediaError) -> (SizePlan, pixels: Int) {
    if let missing = swiftlet_vips_load() { throw .noLibrary(String(cString: missing)) }
    guard let facts = DecodedPicture.facts(of: path) else { throw .truncated }
    // A file is refused if its first bytes and libvips disagree about its format.
    guard facts.loader.hasPrefix(file.format.loader) else { throw .notAPicture }
    let isMoving = file.format.canMove && facts.frames > 1
    let (pixels, overflow) = facts.width.multipliedReportingOverflow(by: facts.height)
    let (all, isTooMuch) = pixels.multipliedReportingOverflow(by: isMoving ? facts.frames : 1)
    guard !overflow, !isTooMuch, all <= limits.maxPixels else {
      throw .tooManyPixels(overflow || isTooMuch ? .max : all)
    }
    return (SizePlan(width: facts.width, height: facts.height, isMoving: isMoving, isCover: isCover), all)
  }

  /// Returns the picture if all of its files are complete.
  func description(of hash: String, at path: String) -> StoredPicture? {
    guard let data = FileManager.default.contents(atPath: path + "/" + StoredPicture.descriptionName),
      let picture = StoredPicture(hash: hash, encoded: [UInt8](data)),
      picture.fileNames.allSatisfy({ CopyFile.isWhole(path + "/" + $0) })
    else { return nil }
    return picture
  }

  private func known(_ hash: String, at path: String) throws(MediaError) -> StoredPicture? {
    guard let picture = description(of: hash, at: path) else { return nil }
    // The search for unused pictures skips those with a recent modification date.
    utimes(path, nil)
    try keepName(path)
    return picture
  }

  /// Moves a finished picture to its final folder. After it returns, the picture survives a power failure.
  private func publish(_ picture: StoredPicture, from scratch: String, to path: String) throws(MediaError) {
    let description = scratch + "/" + StoredPicture.descriptionName
    let encoded = picture.encoded(sums: FileSum.of(picture.fileNames, in: scratch))
    do { try Data(encoded).write(to: URL(filePath: description)) } catch { throw .cannotWrite(description) }
    for name in picture.fileNames + [StoredPicture.descriptionName] { try keep(scratch + "/" + name) }
    try keep(scratch)
    do throws(Disk.Failure) {
      try Disk.makeFolder(Disk.parent(of: path))
      try Disk.rename(scratch, to: path)
    } catch {
      // Another thread or process stored the same picture meanwhile, which is as good, or the existing files
      // are damaged.
      guard try known(picture.hash, at: path) == nil else { return }
      try mend(picture, from: scratch, at: path)
    }
    try keepName(path)
  }

  /// Makes the folder's name durable. The process that created the picture or a folder above may not have
  /// done that yet.
  private func keepName(_ path: String) throws(MediaError) {
    for above in [Disk.parent(of: path), folder, Disk.parent(of: folder)] { try keep(above) }
  }

  /// Replaces missing or damaged files. The description comes last.
  private func mend(_ picture: StoredPicture, from scratch: String, at path: String) throws(MediaError) {
    do throws(Disk.Failure) {
      for name in picture.fileNames + [StoredPicture.descriptionName] {
        try Disk.rename(scratch + "/" + name, to: path + "/" + name)
      }
    } catch {
      throw .cannotWrite(path)
    }
    try keep(path)
  }

  private func keep(_ path: String) throws(MediaError) {
    do throws(Disk.Failure) { try Disk.keep(path) } catch { throw .cannotWrite(path) }
  }
}

extension StoredPicture.Copy {
  fileprivate init(_ copy: SizePlan.Copy, isSquare: Bool = false) {
    self.init(name: copy.name, width: copy.width, height: copy.height, isSquare: isSquare)
  }
}
