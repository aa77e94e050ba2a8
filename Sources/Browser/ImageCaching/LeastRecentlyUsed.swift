/// A dictionary whose entries have a cost, and which evicts the least recently used ones first.
///
/// The order of use is a doubly linked list through the indices of one dense array. Finding, using, inserting
/// and evicting an entry thus all take constant time. The cost of a pinned entry counts, but the entry stands
/// outside the list: it can't be evicted.
struct LeastRecentlyUsed<Key: Hashable, Value> {
  fileprivate struct Slot {
    let key: Key
    var value: Value
    var cost: Int
    var isPinned: Bool
    var older: Int?
    var newer: Int?
  }

  private var slots: [Slot] = []
  private var positions: [Key: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  /// The cost of all entries, including pinned ones.
  private(set) var totalCost = 0

  var count: Int { slots.count }

  func contains(_ key: Key) -> Bool { positions[key] != nil }

  func isPinned(_ key: Key) -> Bool { positions[key].map { slots[$0].isPinned } ?? false }

  /// Reads a value without counting as a use. Setting replaces the value of an existing entry.
  subscript(key: Key) -> Value? {
    get { positions[key].map { slots[$0].value } }
    set {
      guard let newValue, let position = positions[key] else { return }
      slots[position].value = newValue
    }
  }

  /// The values that are not pinned, the least recently used first.
  var valuesByUse: [Value] {
    var values: [Value] = []
    values.reserveCapacity(slots.count)
    var next = oldest
    while let position = next {
      values.append(slots[position].value)
      next = slots[position].newer
    }
    return values
  }

  /// Inserts or replaces; the entry becomes the most recently used.
  mutating func insert(_ key: Key, _ value: Value, cost: Int, isPinned: Bool = false) {
    remove(key)
    let position = slots.count
    slots.append(Slot(key: key, value: value, cost: cost, isPinned: isPinned))
    positions[key] = position
    // Wraps: the costs come from outside, and Int has 32 bits in the browser.
    totalCost &+= cost
    if !isPinned { linkAsNewest(position) }
  }

  /// Makes the entry the most recently used.
  mutating func use(_ key: Key) {
    guard let position = positions[key], !slots[position].isPinned else { return }
    unlink(position)
    linkAsNewest(position)
  }

  mutating func pin(_ key: Key) {
    guard let position = positions[key], !slots[position].isPinned else { return }
    unlink(position)
    slots[position].isPinned = true
  }

  /// Returns the entry to the order of use, as the most recently used.
  mutating func unpin(_ key: Key) {
    guard let position = positions[key], slots[position].isPinned else { return }
    slots[position].isPinned = false
    linkAsNewest(position)
  }

  /// Removes an entry, even a pinned one. Returns false if it doesn't exist.
  @discardableResult
  mutating func remove(_ key: Key) -> Bool {
    guard let position = positions.removeValue(forKey: key) else { return false }
    totalCost &-= slots[position].cost
    if !slots[position].isPinned { unlink(position) }
    moveLast(to: position)
    return true
  }

  /// Removes the least recently used entries until the cost is within the limit or only pinned ones are left.
  /// Returns their keys in the order of removal.
  mutating func evict(downTo limit: Int) -> [Key] {
    var evicted: [Key] = []
    while totalCost > limit, let position = oldest {
      let key = slots[position].key
      remove(key)
      evicted.append(key)
    }
    return evicted
  }

  /// Removes everything that is not pinned.
  mutating func evictAll() -> [Key] { evict(downTo: .min) }

  private mutating func linkAsNewest(_ position: Int) {
    slots[position].older = newest
    slots[position].newer = nil
    if let newest { slots[newest].newer = position } else { oldest = position }
    newest = position
  }

  private mutating func unlink(_ position: Int) {
    let older = slots[position].older
    let newer = slots[position].newer
    if let older { slots[older].newer = newer } else { oldest = newer }
    if let newer { slots[newer].older = older } else { newest = older }
    slots[position].older = nil
    slots[position].newer = nil
  }

  /// Fills the hole of a removed slot with the last one, so that the array stays dense.
  private mutating func moveLast(to hole: Int) {
    let moved = slots.removeLast()
    guard hole < slots.count else { return }
    slots[hole] = moved
    positions[moved.key] = hole
    guard !moved.isPinned else { return }
    if let older = moved.older { slots[older].newer = hole } else { oldest = hole }
    if let newer = moved.newer { slots[newer].older = hole } else { newest = hole }
  }
}

extension LeastRecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
extension LeastRecentlyUsed.Slot: Sendable where Key: Sendable, Value: Sendable {}
