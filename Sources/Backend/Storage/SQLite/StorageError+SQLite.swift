import Foundation
import GRDB

extension StorageError {
  /// Translates an error of GRDB or SQLite (https://sqlite.org/rescode.html).
  init(_ error: any Error, path: String) {
    guard let error = error as? DatabaseError else {
      self = error as? StorageError ?? .failed("\(error)")
      return
    }
    // No room for the shared index of the write-ahead log.
    guard error.extendedResultCode != .SQLITE_IOERR_SHMSIZE else {
      self = .diskFull
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self = .notWritable(path: path, reason: error.message ?? "no permission")
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG: self = .constraint(error.message ?? "constraint")
    default: self = .failed("\(error.resultCode) \(error.message ?? "")")
    }
  }
}
