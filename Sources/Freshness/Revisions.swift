import Glibc
import Synchronization

/// When what changed: counts the changes, and remembers for each subject the last one that concerned it.
///
/// Takes 1 MB at most, whatever there is, as subjects share places (`Subject.slot`); and little of that until much has
/// changed, as the system gives memory when it is first written to.
public final class Revisions: Sendable {
  private struct State: ~Copyable {
    /// What is older than that is outdated, whatever it depends on.
    var floor: UInt64 = 0
    let slots: UnsafeMutablePointer<UInt64>

    init() {
      let bytes = calloc(Int(Subject.slotCount), MemoryLayout<UInt64>.stride)
      // Without a megabyte left no server runs; an ordinary allocation says so.
      slots =
        bytes?.bindMemory(to: UInt64.self, capacity: Int(Subject.slotCount))
        ?? .allocate(capacity: Int(Subject.slotCount))
    }

    deinit { free(slots) }
  }

  private let number = Atomic<UInt64>(0)
  private let state = Mutex(State())

  public init() {}

  /// The number of the last change. What is read after asking for it holds all changes up to that one.
  public var now: UInt64 { number.load(ordering: .acquiring) }

  /// Whether nothing of that changed after the change of that number.
  public func areCurrent(_ dependencies: Dependencies.Places, asOf moment: UInt64) -> Bool {
    if moment == now { return true }
    return state.withLock { state in
      state.floor <= moment && dependencies.slots.allSatisfy { state.slots[Int($0)] <= moment }
    }
  }

  /// The same for one subject.
  public func isCurrent(_ subject: Subject, asOf moment: UInt64) -> Bool {
    if moment == now { return true }
    let slot = Int(subject.slot)
    return state.withLock { $0.floor <= moment && $0.slots[slot] <= moment }
  }

  /// To be called when a transaction has been committed, before anybody is told so.
  public func publish(_ notice: ChangeNotice) {
    guard !notice.isEmpty else { return }
    state.withLock { state in
      let next = number.load(ordering: .relaxed) + 1
      if notice.isFoundation { state.floor = next }
      for slot in notice.slots { state.slots[Int(slot)] = next }
      number.store(next, ordering: .releasing)
    }
  }

  /// Another process changed something, nobody knows what.
  public func publishForeignChange() { publish(.foundation) }
}

/// What one transaction changed.
public struct ChangeNotice: Equatable, Sendable {
  private(set) var slots: Set<UInt32> = []
  /// The change touches everybody.
  private(set) var isFoundation = false

  /// A transaction with more subjects, which is an import, is taken as one that touches everybody.
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

  /// Adds what another part of the same transaction changed.
  public mutating func formUnion(_ other: ChangeNotice) {
    slots.formUnion(other.slots)
    isFoundation = isFoundation || other.isFoundation || slots.count > Self.mostSubjects
  }
}
