import Glibc
import Synchronization

/// The revision of each tag: the number of the last change that touched it.
///
/// Takes 1 MB at most, however many tags there are, because tags share slots (`CacheTag.slot`). The system
/// provides the memory on the first write to it, so a server with few changes takes little.
public final class Revisions: Sendable {
  private struct State: ~Copyable {
    /// The oldest revision that can still be current. Whatever was read before it is outdated, regardless of
    /// its dependencies.
    var floor: UInt64 = 0
    let slots: UnsafeMutablePointer<UInt64>

    init() {
      let bytes = calloc(Int(CacheTag.slotCount), MemoryLayout<UInt64>.stride)
      // A server can't run without a free megabyte. On failure, an ordinary allocation stops the process with
      // a message.
      slots =
        bytes?.bindMemory(to: UInt64.self, capacity: Int(CacheTag.slotCount))
        ?? .allocate(capacity: Int(CacheTag.slotCount))
    }

    deinit { free(slots) }
  }

  private let number = Atomic<UInt64>(0)
  private let state = Mutex(State())

  public init() {}

  /// The number of the last change. A read that begins later sees all changes up to it.
  public var latest: UInt64 { number.load(ordering: .acquiring) }

  /// Returns true if no change after `revision` touched any of the dependencies.
  public func areCurrent(_ dependencies: Dependencies.Slots, asOf revision: UInt64) -> Bool {
    if revision == latest { return true }
    return state.withLock { state in
      state.floor <= revision && dependencies.slots.allSatisfy { state.slots[Int($0)] <= revision }
    }
  }

  public func isCurrent(_ tag: CacheTag, asOf revision: UInt64) -> Bool {
    if revision == latest { return true }
    let slot = Int(tag.slot)
    return state.withLock { $0.floor <= revision && $0.slots[slot] <= revision }
  }

  /// Records the changes of a committed transaction. Call it before the caller of the transaction learns that
  /// it succeeded.
  public func publish(_ notice: ChangeNotice) {
    guard !notice.isEmpty else { return }
    state.withLock { state in
      let next = number.load(ordering: .relaxed) + 1
      if notice.touchesEverything { state.floor = next }
      for slot in notice.slots { state.slots[Int(slot)] = next }
      number.store(next, ordering: .releasing)
    }
  }

  /// Invalidates everything, because another process made an unknown change.
  public func publishForeignChange() { publish(.everything) }
}

/// The tags that one transaction changed.
public struct ChangeNotice: Equatable, Sendable {
  private(set) var slots: Set<UInt32> = []
  /// True if the change outdates every response.
  private(set) var touchesEverything = false

  /// The limit of tags. A transaction with more of them, usually an import, counts as one that changes
  /// everything.
  static let maxTags = 4096

  public init(_ tags: [CacheTag] = []) {
    for tag in tags { insert(slot: tag.slot) }
  }

  static var everything: ChangeNotice {
    var notice = ChangeNotice()
    notice.touchesEverything = true
    return notice
  }

  public var isEmpty: Bool { slots.isEmpty && !touchesEverything }

  public mutating func insert(kind: CacheTagKind, id: Int64) {
    guard kind != .everything else {
      touchesEverything = true
      return
    }
    insert(slot: CacheTag.slot(kind: kind.rawValue, id: id))
    if kind != .access { insert(slot: CacheTag.anything.slot) }
  }

  private mutating func insert(slot: UInt32) {
    slots.insert(slot)
    if slots.count > Self.maxTags { touchesEverything = true }
  }

  /// Adds the changes of another part of the same transaction.
  public mutating func formUnion(_ other: ChangeNotice) {
    slots.formUnion(other.slots)
    touchesEverything = touchesEverything || other.touchesEverything || slots.count > Self.maxTags
  }
}
