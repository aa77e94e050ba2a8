import Synchronization

/// A lock of the database that a session holds, with its holder's mark in the table `swiftlet_locks`.
///
/// The server frees the lock with the session, and the process may notice that later. The next process that
/// takes the lock writes another mark, so a transaction that reads the mark knows whether the lock is still
/// its own (a fencing token).
struct LockClaim: Equatable, Sendable {
  /// The first of the two numbers of an advisory lock.
  enum Kind: Int, Sendable {
    /// The process's number among those that make ids.
    case process = 1_400_457_581
    /// A task that one process at a time does.
    case task = 1_400_457_582
  }

  let kind: Kind
  let number: Int
  /// `nil` if the database couldn't be written when the lock was taken, as on a full disk.
  let mark: String?

  /// Reads the mark of the last process that took the lock.
  var lastMark: Statement.Piece {
    "SELECT holder FROM swiftlet_locks WHERE class = \(Int64(kind.rawValue)) AND number = \(Int64(number))"
  }

  /// - Parameter lastMark: what the table has now. Another process's mark means that it has taken the lock
  ///   since.
  func isCurrent(_ lastMark: String?) -> Bool { mark == nil || mark == lastMark }
}

extension PostgresSession {
  /// Takes a lock that ends with this session, which has no queue; `nil` if another session holds it.
  func claim(_ kind: LockClaim.Kind, _ number: Int) throws(StorageError) -> LockClaim? {
    guard try run("SELECT pg_try_advisory_lock(\(kind.rawValue), \(number))").integer() == 1 else {
      return nil
    }
    let mark = MessageOrigin().text
    do throws(StorageError) {
      try run(
        """
        INSERT INTO swiftlet_locks (class, number, holder) VALUES (\(kind.rawValue), \(number), '\(mark)')
        ON CONFLICT (class, number) DO UPDATE SET holder = excluded.holder
        """)
      return LockClaim(kind: kind, number: number, mark: mark)
    } catch {
      switch error {
      // A backup is made all the same.
      case .diskFull, .notWritable: return LockClaim(kind: kind, number: number, mark: nil)
      default: throw error
      }
    }
  }
}

/// The process's number (`Identifiers.number`), as long as its lock is held: without it no write begins.
/// Those that have begun, and looked, go on with the number that they had.
final class ProcessNumber: Sendable {
  private let identifiers: Identifiers
  private let held = Mutex<LockClaim?>(nil)

  init(_ identifiers: Identifiers) { self.identifiers = identifiers }

  /// `nil` from the moment at which the session that holds the lock is known to be lost.
  var claim: LockClaim? { held.withLock(\.self) }

  /// - Parameter id: the largest that is in the database.
  func take(_ claim: LockClaim, after id: Int64) {
    held.withLock { held in
      held = claim
      identifiers.observe(id)
      identifiers.number = claim.number
    }
  }

  func lose() { held.withLock { $0 = nil } }

  /// Another process has taken that lock; one that was taken meanwhile stays.
  func lose(_ lost: LockClaim) { held.withLock { if $0 == lost { $0 = nil } } }
}
