import Foundation
import Media
import Storage

/// What a check found, and what it mended.
public struct CheckReport: Equatable, Sendable {
  /// The faults of the database itself, in SQLite's words. If it has some, nothing was counted or mended, and pictures were
  /// only looked at.
  public var faults: [String] = []
  /// Numbers that were wrong, and are right now: what was counted, and in how many rows.
  public var mendedCounters: [Mended] = []
  /// Posts whose words the index had lost, and has again.
  public var mendedWords = 0
  public var pictures = 0
  /// How many bytes the pictures had when they came.
  public var pictureBytes = 0
  /// Pictures that members brought and of which no copies are made yet.
  public var waitingUploads = 0
  /// Pictures that members brought and that no post has, those that wait among them.
  public var unattachedUploads = 0
  /// Pictures of which files were missing, cut off or changed, and were made again; by their hashes.
  public var mendedPictures: [String] = []
  /// Pictures that have to be brought in again, or restored from a backup; by their hashes.
  public var damagedPictures: [String] = []
  /// Pictures whose files were there for more than a day though nothing shows them; they are gone now.
  public var removedPictures = 0

  public struct Mended: Equatable, Sendable {
    public var name: String
    public var rows: Int
  }

  /// Whether all is well now.
  public var isWell: Bool { faults.isEmpty && damagedPictures.isEmpty }
}

extension Community {
  /// Reads the whole database, counts anew what is counted, looks at every file of every picture; and mends what it can.
  /// The community may be at work meanwhile.
  ///
  /// - Parameter progress: called often.
  public func check(progress: @Sendable (CareProgress) -> Void) async throws -> CheckReport {
    var report = CheckReport()
    progress(.checkingDatabase)
    report.faults = try await store.faults()
    guard report.faults.isEmpty else {
      do { try await check(&report, mending: false, progress) } catch {
        report.faults.append("the pictures can't all be read: \(error)")
      }
      return report
    }
    progress(.counting)
    report.mendedCounters = try await store.mendCounters().map { .init(name: $0.name, rows: $0.rows) }
    report.mendedWords = try await store.mendIndex()
    try await check(&report, mending: true, progress)
    return report
  }

  /// Looks at every file of every picture, mends what it can, and counts what members brought; nothing else.
  ///
  /// - Parameter progress: called often.
  public func checkMedia(progress: @Sendable (CareProgress) -> Void) async throws -> CheckReport {
    var report = CheckReport()
    try await check(&report, mending: true, progress)
    return report
  }

  private func check(
    _ report: inout CheckReport, mending: Bool, _ progress: @Sendable (CareProgress) -> Void
  ) async throws {
    let count = try await store.pictureCount()
    if mending { await mediaStore.fileWork.run { [mediaStore] in mediaStore.sweep() } }
    var last = ""
    while true {
      progress(.checkingPictures(done: report.pictures, of: count))
      let pictures = try await store.pictures(after: last, limit: 100)
      guard let end = pictures.last else { break }
      last = end.hash
      for picture in pictures {
        report.pictures += 1
        report.pictureBytes += picture.byteSize
        guard mending else {
          let isWhole = await mediaStore.fileWork.run { [mediaStore] in mediaStore.files(of: picture.hash).isWhole }
          if !isWhole { report.damagedPictures.append(picture.hash) }
          continue
        }
        guard let stored = StoredPicture(picture) else {
          report.damagedPictures.append(picture.hash)
          continue
        }
        switch try await mediaStore.mend(stored) {
        case .whole: break
        case .mended: report.mendedPictures.append(picture.hash)
        case .damaged: report.damagedPictures.append(picture.hash)
        }
      }
    }
    (report.unattachedUploads, report.waitingUploads) = try await store.uploadCounts()
    guard mending else { return }
    try await removeDiscardedPictures()
    report.removedPictures = try await removeForgottenPictures()
  }

  /// What a program left behind that was cut off between making a picture and showing it.
  private func removeForgottenPictures() async throws -> Int {
    let mediaStore = mediaStore
    let old = await mediaStore.fileWork.run { mediaStore.hashes(before: Date() - 86_400) }
    return try await pictureWork.run { [self] in try await removeUnknown(old) }
  }
}

extension StoredPicture {
  /// nil for a format that nobody stores.
  init?(_ record: MediaRecord) {
    guard let format = PictureFormat(rawValue: record.mimeType) else { return nil }
    self.init(
      hash: record.hash, format: format, width: record.width, height: record.height, byteSize: record.byteSize,
      copies: record.copies.map { .init(name: $0.name, width: $0.width, height: $0.height, isSquare: $0.isSquare) },
      blurhash: record.blurhash)
  }
}
