import Disk
import Foundation
import Logging
import Social
import Storage
import Synchronization

/// The state of the backups that owners make in the app.
public enum BackupState: String, CaseIterable, Sendable {
  case idle, running
  /// The last one failed.
  case failed
}

extension Community {
  public var backups: Backups { Backups(community: self) }

  /// Backups that owners make in the app (decision 0065). The server stores them in a folder of its own.
  public struct Backups: Sendable {
    let community: Community
  }
}

extension Community.Backups {
  /// The number of backups that stay in the folder.
  static let maxKept = 3
  /// The free space that a backup leaves on its disk, in bytes.
  private static let reserve = 64 << 20
  private static let prefix = "community-"

  public var state: BackupState { community.backupRuns.state }

  /// Sets the folder for the backups.
  public func use(folder: String) { community.backupRuns.setFolder(folder) }

  /// Begins a backup; `state` tells when it is done. Does nothing while another one is running in this
  /// process.
  ///
  /// - Throws: `CommunityError.notAllowed` unless the viewer is an owner; `.invalid` if the disk has too
  ///   little room.
  public func start(_ viewer: Viewer) async throws {
    guard community.backupRuns.begin() else { return }
    let now = community.clock()
    let name = Self.prefix + now.iso8601.prefix(23).replacing(":", with: "-") + ".tar"
    let folder = community.backupRuns.folder
    do {
      let identifiers = community.identifiers
      try await community.store.writeMembership { transaction in
        let actor = try transaction.authorize(viewer, .manageSettings)
        try transaction.log(
          .backup, by: actor, on: name, id: identifiers.next(milliseconds: now.milliseconds))
      }
      try await prepare(folder)
    } catch {
      community.backupRuns.end(.idle)
      throw error
    }
    Task { [community] in
      do {
        let report = try await community.backup(to: folder + "/" + name) { _ in }
        removeOld(in: folder)
        community.logger.notice(
          "An owner made a backup", metadata: ["file": "\(folder)/\(name)", "bytes": "\(report.bytes)"])
        community.backupRuns.end(.idle)
      } catch {
        community.logger.error(
          "A backup failed", metadata: ["file": "\(folder)/\(name)", "error": "\(error)"])
        community.backupRuns.end(.failed)
      }
    }
  }

  /// Creates the folder, and checks that a backup fits onto its disk: a full disk would stop the whole
  /// community.
  private func prepare(_ folder: String) async throws {
    do throws(Disk.Failure) { try Disk.makeFolder(folder) } catch {
      throw BackupError.cannotWrite(folder, reason: error.reason)
    }
    // The database is copied first, and then stored in the file.
    let needed = try await 2 * (community.store.byteSize() + community.store.pictureBytes()) + Self.reserve
    let free = try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int
    guard free.map({ $0 > needed }) ?? true else {
      throw CommunityError.invalid("The disk has too little room for a backup", .diskTooSmall)
    }
  }

  /// Deletes all but the newest backups, and what interrupted ones left behind.
  private func removeOld(in folder: String) {
    let files = FileManager.default
    let names = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix(Self.prefix) }
    let whole = names.filter { $0.hasSuffix(".tar") }.sorted()
    // Another process may be writing the newer ones.
    let parts = names.filter { name in
      guard name.contains(".tar.part") else { return false }
      let date = try? files.attributesOfItem(atPath: folder + "/" + name)[.modificationDate] as? Date
      return date.map { $0 < Date() - 86_400 } ?? false
    }
    for name in whole.dropLast(Self.maxKept) + parts {
      do { try files.removeItem(atPath: folder + "/" + name) } catch {
        community.logger.warning("An old backup stays", metadata: ["file": "\(name)", "error": "\(error)"])
      }
    }
  }
}

/// The backup that runs in this process.
final class BackupRuns: Sendable {
  private struct Values {
    var folder: String
    var state = BackupState.idle
  }

  private let values: Mutex<Values>

  init(folder: String) { values = Mutex(Values(folder: folder)) }

  var folder: String { values.withLock { $0.folder } }
  var state: BackupState { values.withLock { $0.state } }

  func setFolder(_ folder: String) { values.withLock { $0.folder = folder } }

  /// Returns false if one is running already.
  func begin() -> Bool {
    values.withLock { values in
      guard values.state != .running else { return false }
      values.state = .running
      return true
    }
  }

  func end(_ state: BackupState) { values.withLock { $0.state = state } }
}
