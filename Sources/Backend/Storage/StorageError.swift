/// The failures of the database that a caller can act on.
public enum StorageError: Error, Equatable, Sendable {
  /// The folder or file can't be made or written; the text says why.
  case notWritable(path: String, reason: String)
  case diskFull
  /// The file is damaged, or isn't a database.
  case corrupt(path: String)
  /// The database was written by a newer Swiftlet.
  case newerDatabase(found: Int, known: Int)
  /// The database was written by an older Swiftlet, and only a server or `swiftlet migrate` changes its
  /// schema.
  case olderDatabase(found: Int, known: Int)
  /// A migration that was run before has a different text now.
  case changedMigration(Int)
  /// The copy made before a migration is incomplete or damaged; nothing was migrated.
  case snapshotFailed(path: String, reason: String)
  /// The community is missing, or only a part of it is there.
  case lost(path: String, Loss)
  /// Another program held the database for too long.
  case busy
  /// The database server can't be reached or accepts no more connections; the text says why, without secrets.
  case unavailable(String)
  /// The target should be an empty database and isn't.
  case notEmpty(String)
  /// A constraint of the schema was violated (a second account of that name, a text that is too long …).
  case constraint(String)
  /// A statement is wrong, or the database failed in another way.
  case failed(String)

  /// The message for people.
  public var message: String {
    switch self {
    case .notWritable(let path, let reason): "The data folder \(path) can't be written: \(reason)."
    case .diskFull: "The disk with the data folder is full."
    case .corrupt(let path): "\(path) is damaged or is not a Swiftlet database."
    case .newerDatabase(let found, let known):
      "The data was written by a newer Swiftlet (schema \(found), this one knows \(known)). Use that version, or "
        + "go back to the copy that it made before it changed the data."
    case .olderDatabase(let found, let known):
      "The data was written by an older Swiftlet (schema \(found), this one needs \(known)), whose server may be running. "
        + "Stop that, and start this version's `swiftlet serve`, or run `swiftlet migrate`: both keep a copy."
    case .changedMigration(let number):
      "Migration \(number) is not the one that was carried out on this data. Use the Swiftlet version that opened this "
        + "data last."
    case .snapshotFailed(let path, let reason):
      "The copy \(path) that is made before a change of the schema failed, so nothing was changed: \(reason)."
    case .lost(let path, let loss): loss.message(path)
    case .busy: "Another program is using the database."
    case .unavailable(let reason): "The database can't be used: \(reason)."
    case .notEmpty(let place): "\(place) is not empty, so nothing was written there."
    case .constraint(let reason): "The database refused a value: \(reason)."
    case .failed(let reason): "The database failed: \(reason)."
    }
  }
}
