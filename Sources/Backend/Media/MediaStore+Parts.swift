import Disk
import Foundation

/// An upload that comes in several requests.
public struct PartialUpload: Equatable, Sendable {
  public let id: Int64
  public let account: Int64
  /// The announced size of all parts together, in bytes.
  public let byteCount: Int

  public init(id: Int64, account: Int64, byteCount: Int) {
    (self.id, self.account, self.byteCount) = (id, account, byteCount)
  }

  fileprivate init?(name: String) {
    let numbers = name.split(separator: "-").compactMap { Int64($0) }
    guard numbers.count == 3, let byteCount = Int(exactly: numbers[2]) else { return nil }
    self.init(id: numbers[0], account: numbers[1], byteCount: byteCount)
  }

  fileprivate var name: String { "\(id)-\(account)-\(byteCount)" }
}

/// Parts of uploads: `<folder>/parts/<upload>-<account>-<size>/<number>`. They are files, so that every server
/// of the community finds them. They survive no power cut: the client sends them again.
extension MediaStore {
  /// The highest number of a part.
  public static let lastPart = 999

  private var partsFolder: String { folder + "/parts" }

  private func path(of upload: PartialUpload) -> String { "\(partsFolder)/\(upload.name)" }

  private var partialUploads: [PartialUpload] {
    ((try? FileManager.default.contentsOfDirectory(atPath: partsFolder)) ?? []).compactMap {
      PartialUpload(name: $0)
    }
  }

  /// Makes room for an upload's parts. Removes those of uploads before `oldest`, and the oldest of the same
  /// account beyond `count` others.
  public func begin(
    _ upload: PartialUpload, removingBefore oldest: Int64, keeping count: Int
  ) async throws(MediaError) {
    try await queue.run { () throws(MediaError) in
      let all = self.partialUploads.sorted { $0.id > $1.id }
      let others = all.filter { $0.account == upload.account }.dropFirst(count)
      for old in all.filter({ $0.id < oldest }) + others {
        try? FileManager.default.removeItem(atPath: self.path(of: old))
      }
      do throws(Disk.Failure) {
        try Disk.makeFolder(self.partsFolder)
        try Disk.makeFolder(self.path(of: upload))
      } catch { throw .cannotWrite(error.path) }
    }
  }

  /// Removes the parts of uploads before `oldest`, which no request finished.
  public func removeParts(before oldest: Int64) async {
    await fileWork.run {
      for old in self.partialUploads where old.id < oldest {
        try? FileManager.default.removeItem(atPath: self.path(of: old))
      }
    }
  }

  /// Returns true if parts of the account's upload are awaited.
  public func awaitsParts(of id: Int64, of account: Int64) async -> Bool {
    await fileWork.run { self.partialUpload(id, of: account) != nil }
  }

  /// Moves a part from a `temporaryPath`. One with the same number takes the place of the earlier one.
  ///
  /// - Returns: False if the account has no such upload.
  public func add(
    part number: Int, at path: String, to id: Int64, of account: Int64
  ) async throws(MediaError) -> Bool {
    try await queue.run { () throws(MediaError) in
      guard let upload = self.partialUpload(id, of: account) else { return false }
      let sizes = self.sizes(of: upload).filter { $0.key != number }.values.reduce(0, +)
      guard let size = Self.size(at: path) else { throw .unreadable }
      guard sizes + size <= upload.byteCount else { throw .tooLarge(limit: upload.byteCount) }
      do throws(Disk.Failure) {
        try Disk.rename(path, to: "\(self.path(of: upload))/\(number)")
      } catch {
        // Another request has joined or removed the parts meanwhile.
        if error.code == ENOENT { return false }
        throw .cannotWrite(error.path)
      }
      return true
    }
  }

  /// Joins the parts of an upload in the order of their numbers, and removes them. Parts whose sizes don't add
  /// up to the announced one stay, and it throws `MediaError.truncated`.
  ///
  /// - Returns: The path of the whole file; `nil` if the account has no such upload, or it was joined already.
  public func join(partsOf id: Int64, of account: Int64) async throws(MediaError) -> String? {
    try await queue.run { () throws(MediaError) in
      guard let upload = self.partialUpload(id, of: account) else { return nil }
      let sizes = self.sizes(of: upload)
      guard sizes.values.reduce(0, +) == upload.byteCount else { throw .truncated }
      // The request that moves the folder away first has the parts.
      let parts = try self.temporaryPath()
      do throws(Disk.Failure) { try Disk.rename(self.path(of: upload), to: parts) } catch { return nil }
      defer { try? FileManager.default.removeItem(atPath: parts) }
      let whole = try self.temporaryPath()
      guard FileManager.default.createFile(atPath: whole, contents: nil),
        let handle = FileHandle(forWritingAtPath: whole)
      else { throw .cannotWrite(whole) }
      defer { try? handle.close() }
      for number in sizes.keys.sorted() {
        guard let bytes = FileManager.default.contents(atPath: "\(parts)/\(number)") else {
          throw .unreadable
        }
        do { try handle.write(contentsOf: bytes) } catch {
          try? FileManager.default.removeItem(atPath: whole)
          throw .cannotWrite(whole)
        }
      }
      return whole
    }
  }

  private func partialUpload(_ id: Int64, of account: Int64) -> PartialUpload? {
    partialUploads.first { $0.id == id && $0.account == account }
  }

  private func sizes(of upload: PartialUpload) -> [Int: Int] {
    var sizes: [Int: Int] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path(of: upload))) ?? [] {
      guard let number = Int(name), let size = Self.size(at: "\(path(of: upload))/\(name)") else { continue }
      sizes[number] = size
    }
    return sizes
  }

  private static func size(at path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }
}
