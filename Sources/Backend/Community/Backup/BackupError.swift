/// A reason why a backup or a restore failed.
public enum BackupError: DescribedError, Equatable {
  /// A file with the backup's name exists already.
  case exists(String)
  case cannotRead(String, reason: String)
  case cannotWrite(String, reason: String)
  /// The file was not made by `swiftlet backup`.
  case notABackup(String)
  /// The file ends too early.
  case cutOff(String)
  /// The content differs from what was saved.
  case damaged(String, entry: String)
  case notEmpty(String)
  /// The community has no accounts.
  case nobody

  public var message: String {
    switch self {
    case .exists(let path): "\(path) is there already. Give the backup another name."
    case .cannotRead(let path, let reason): "\(path) can't be read: \(reason)."
    case .cannotWrite(let path, let reason): "\(path) can't be written: \(reason)."
    case .notABackup(let path): "\(path) is not a Swiftlet backup."
    case .cutOff(let path): "\(path) is cut off. Nothing was restored from it."
    case .damaged(let path, let entry): "\(path) is damaged: \(entry) is not as it was when it was saved."
    case .notEmpty(let folder): "\(folder) is not empty. A backup is restored into an empty folder."
    case .nobody: "Nobody is in the community: there is nothing to save."
    }
  }
}

/// The progress of a backup, a restore or a check, in bytes or in items.
public enum CareProgress: Equatable, Sendable {
  case copyingDatabase(done: Int, of: Int)
  case checkingDatabase
  case counting
  case savingPictures(done: Int, of: Int)
  case readingBackup(done: Int, of: Int)
  case writing(done: Int, of: Int)
  case readingBack(done: Int, of: Int)
  case checkingPictures(done: Int, of: Int)
}
