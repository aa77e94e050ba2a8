import Contracts
import Foundation
import Media

/// A folder with `user.json`, `tweets.json`, and pictures at relative paths or URLs.
struct FolderSource: ImportSource {
  let folder: String
  let options: ImportOptions
  let outbound: Outbound

  var decoder: MomentsDecoder { MomentsDecoder(importingFrom: nil) }

  func key(of reference: String) -> String { reference }

  func document(_ document: ImportDocument, of username: String) async throws -> (
    bytes: [UInt8], place: String
  ) {
    let path = folder + (document == .profile ? "/user.json" : "/tweets.json")
    return (try Self.bytes(of: path, options), path)
  }

  /// - Throws: `ImportError.missingFile`, also for a path that isn't a regular file, and `tooLarge`.
  static func bytes(of path: String, _ options: ImportOptions) throws(ImportError) -> [UInt8] {
    guard let size = sizeOfFile(at: path) else { throw .missingFile(path) }
    guard size <= options.maxDocumentBytes else { throw .tooLarge(path, limit: options.maxDocumentBytes) }
    guard let data = FileManager.default.contents(atPath: path) else { throw .missingFile(path) }
    return [UInt8](data)
  }

  func picture(_ reference: String, into store: MediaStore) async throws -> StoredPicture {
    if Outbound.isAddress(reference) {
      return try await outbound.picture(
        reference, into: store, options: options, allowingPrivate: options.allowsPrivatePictures)
    }
    let path = try path(of: reference)
    guard let size = Self.sizeOfFile(at: path) else { throw PictureFailure.missing }
    guard size <= options.maxPictureBytes else {
      throw PictureFailure.media(.tooLarge(limit: options.maxPictureBytes))
    }
    do { return try await store.store(contentsOf: path) } catch { throw PictureFailure.from(error) }
  }

  /// Returns the real path of a reference. It resolves links before the check, so that neither `..` nor a
  /// link leaves the folder.
  private func path(of reference: String) throws(PictureFailure) -> String {
    let candidates = [reference, reference.removingPercentEncoding ?? reference]
    for candidate in candidates where !candidate.utf8.contains(0) {
      guard let real = Self.realPath(folder + "/" + candidate), let root = Self.realPath(folder) else {
        continue
      }
      guard real.hasPrefix(root.hasSuffix("/") ? root : root + "/") else { throw .outsideFolder }
      return real
    }
    throw .missing
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the size of a regular file, or else `nil`. Reading a pipe would wait for ever.
  private static func sizeOfFile(at path: String) -> Int? {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (attributes[.size] as? NSNumber)?.intValue
  }
}
