import Synchronization

/// The notes of committed transactions, in the order of their commits, of all processes of the community.
public final class EventFeed: Sendable {
  public enum Item: Sendable {
    /// The notes of one commit, or of several.
    case notes([EventNote])
    /// Notes may be missing: the session that receives those of other processes was lost.
    case interrupted
  }

  private let listener = Mutex<(@Sendable (Item) -> Void)?>(nil)

  public init() {}

  /// Calls `listener` with all notes from now on, on a thread that it must not block.
  public func subscribe(_ listener: @escaping @Sendable (Item) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  func publish(_ notes: [EventNote]) {
    guard !notes.isEmpty else { return }
    listener.withLock { $0 }?(.notes(notes))
  }

  func interrupt() { listener.withLock { $0 }?(.interrupted) }
}

/// The notes that a write makes, which count when its transaction commits.
final class NoteRecorder: Sendable {
  private let recorded = Mutex<[EventNote]>([])

  /// Forgets the notes of an earlier attempt.
  func begin() { recorded.withLock { $0 = [] } }

  func record(_ note: EventNote) { recorded.withLock { $0.append(note) } }

  var notes: [EventNote] { recorded.withLock { $0 } }
}

extension WriteTransaction {
  /// Records a note for streams, which is published when the transaction commits.
  public func record(_ note: EventNote) { connection.record(note) }
}

extension MembershipTransaction {
  /// Records a note for streams, which is published when the transaction commits.
  public func record(_ note: EventNote) { connection.record(note) }
}
