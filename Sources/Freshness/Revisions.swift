import Glibc
import Synchronization

/// The revision of each subject: the number of the last change that touched it.
///
/// Takes 1 MB at most, however many subjects there are, because subjects share slots (`Subject.slot`). The system
/// provides the memory on the first write to it, so a server with few changes takes little.
public final class Revisions: Sendable {
  private struct State: ~Copyable {
    /// The oldest revision that can still be current. Whatever was read before it is outdated, regardless of its
    /// dependencies.
    var floor: UInt64 = 0
    let slots: UnsafeMutablePointer<UInt64>

    init() {
      let bytes = calloc(Int(Subject.slotCount), MemoryLayout<UInt64>.stride)
      // A server can't run without a free megabyte. On failure, an ordinary allocation stops the process with a
      // message.
      slots =
        bytes?.bindMemory(to: UInt64.self, capacity: Int(Subject.slotCount))
        ?? .allocate(capacity: Int(Subject.slotCount))
    }

    deinit { free(slots) }
  }

  private let number = Atomic<UInt64>(0)
  private let state = Mutex(State())

  public init() {}

  /// The number of the last change. A read that begins later sees all changes up to it.
  public var now: UInt64 { number.load(ordering: .acquiring) }

  /// Returns true if no change after `moment` touched any of the dependencies.
  public func areCurrent(_ dependencies: Dependencies.Places, asOf moment: UInt64) -> Bool {
    if moment == now { return true }
    return state.withLock { state in
      state.floor <= moment && dependencies.slots.allSatisfy { state.slots[Int($0)] <= moment }
    }
  }

  public func isCurrent(_ subject: Subject, asOf moment: UInt64) -> Bool {
    if moment == now { return true }
    let slot = Int(subject.slot)
    return state.withLock { $0.floor <= moment && $0.slots[slot] <= moment }
  }

  /// Records the changes of a committed transaction. Call it before the caller of the transaction learns that it
  /// succeeded.
  public func publish(_ notice: ChangeNotice) {
    guard !notice.isEmpty else { return }
    state.withLock { state in
      let next = number.load(ordering: .relaxed) + 1
      if notice.isFoundation { state.floor = next }
      for slot in notice.slots { state.slots[Int(slot)] = next }
      number.store(next, ordering: .releasing)
    }
  }

  /// Invalidates everything, because another process made an unknown change.
  public func publishForeignChange() { publish(.foundation) }
}

/// The subjects that one transaction changed.
public struct ChangeNotice: Equatable, Sendable {
  private(set) var slots: Set<UInt32> = []
  /// True if the change outdates every response.
  private(set) var isFoundation = false

  /// The limit of subjects. A transaction with more of them, usually an import, counts as one that changes
  /// everything.
  static let mostSubjects = 4096

  public init(_ subjects: [Subject] = []) {
    for subject in subjects { insert(slot: subject.slot) }
  }

  static var foundation: ChangeNotice {
    var notice = ChangeNotice()
    notice.isFoundation = true
    return notice
  }

  public var isEmpty: Bool { slots.isEmpty && !isFoundation }

  public mutating func insert(kind: SubjectKind, id: Int64) {
    guard kind != .foundation else {
      isFoundation = true
      return
    }
    insert(slot: Subject.slot(kind: kind.rawValue, id: id))
    if kind != .access { insert(slot: Subject.anything.slot) }
  }

  private mutating func insert(slot: UInt32) {
    slots.insert(slot)
    if slots.count > Self.mostSubjects { isFoundation = true }
  }

  /// Adds the changes of another part of the same transaction.
  public mutating func formUnion(_ other: ChangeNotice) {
    slots.formUnion(other.slots)
    isFoundation = isFoundation || other.isFoundation || slots.count > Self.mostSubjects
  }
}
