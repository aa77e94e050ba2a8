import Synchronization

/// Limits the uploads in progress, from the first byte to the last copy.
final class UploadSlots: Sendable {
  /// The maximum for all members together. An upload takes disk space but no memory.
  static let most = 64
  /// The maximum per member: nine pictures for a post, and some retries.
  static let maxOfMember = 24

  private let taken = Mutex<[Int64: Int]>([:])

  /// - Throws: `Overloaded`.
  func take(for account: Int64) throws -> UploadSlot {
    let isFree = taken.withLock { taken in
      let own = taken[account] ?? 0
      guard own < Self.maxOfMember, taken.values.reduce(0, +) < Self.most else { return false }
      taken[account] = own + 1
      return true
    }
    guard isFree else { throw Overloaded() }
    return UploadSlot(slots: self, account: account)
  }

  var count: Int { taken.withLock { $0.values.reduce(0, +) } }

  fileprivate func give(back account: Int64) {
    taken.withLock { taken in
      let rest = (taken[account] ?? 1) - 1
      taken[account] = rest > 0 ? rest : nil
    }
  }
}

/// A slot for an upload in progress, which is free again when its last holder is gone.
public final class UploadSlot: Sendable {
  private let slots: UploadSlots
  private let account: Int64

  fileprivate init(slots: UploadSlots, account: Int64) {
    self.slots = slots
    self.account = account
  }

  deinit { slots.give(back: account) }
}
