import Foundation
import Media
import Storage

/// The results of a check and its repairs.
public struct CheckReport: Equatable, Sendable {
  /// The faults of the database itself, in SQLite's words. If there are any, nothing is counted or repaired,
  /// and pictures are only looked at.
  public var faults: [String] = []
  /// The counters that were wrong and are corrected: the name of each and its number of rows.
  public var mendedCounters: [Mended] = []
  /// The number of posts that were missing from the search index and are in it again.
  public var mendedWords = 0
  public var pictures = 0
  /// The total size of the pictures as they were uploaded, in bytes.
  public var pictureBytes = 0
  /// The number of uploads whose copies are not made yet.
  public var waitingUploads = 0
  /// The number of uploads without a post, including those whose copies are not made yet.
  public var unattachedUploads = 0
  /// The hashes of pictures whose files were missing, cut off or changed, and were made again.
  public var mendedPictures: [String] = []
  /// The hashes of pictures that have to be imported again or restored from a backup.
  public var damagedPictures: [String] = []
  /// The number of pictures that nothing has shown for more than a day. Their files are deleted.
  public var removedPictures = 0

  public struct Mended: Equatable, Sendable {
    public var name: String
    public var rows: Int
  }

  /// True if nothing is left to repair.
  public var isWell: Bool { faults.isEmpty && damagedPictures.isEmpty }
}

extension Community {
  /// Reads the whole database, recounts all counters, checks every picture file, and repairs what it can. The
  /// community can be in use meanwhile.
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

  /// Checks every picture file, repairs what it can, and counts uploads.
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
          let isWhole = await mediaStore.fileWork.run { [mediaStore] in
            mediaStore.files(of: picture.hash).isWhole
          }
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
    try await removeUnusedPictures()
    report.removedPictures = try await removeForgottenPictures()
  }

  /// Deletes the files of a process that was interrupted after making a picture and before showing it.
  private func removeForgottenPictures() async throws -> Int {
    let mediaStore = mediaStore
    let old = await mediaStore.fileWork.run { mediaStore.hashes(before: Date() - 86_400) }
    return try await pictureQueue.run { [unusedPictures] in try await unusedPictures.removeUnknown(old) }
  }
}

extension StoredPicture {
  /// Fails for a format that is never stored.
  init?(_ record: MediaRecord) {
    guard let format = PictureFormat(rawValue: record.mimeType) else { return nil }
    self.init(
      hash: record.hash, format: format, width: record.width, height: record.height,
      byteSize: record.byteSize,
      copies: record.copies.map {
        .init(name: $0.name, width: $0.width, height: $0.height, isSquare: $0.isSquare)
      },
      blurhash: record.blurhash)
  }
}
