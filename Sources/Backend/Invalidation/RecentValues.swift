/// A cache of recently used values with a limit in bytes.
///
/// It has a young and an old generation. A value that is used moves to the young one. When that reaches half
/// of the limit, it becomes the old one, and the previous old one is dropped. No sorting or searching is
/// needed.
///
/// Inlinable because a page of posts looks up sixty values. Code that isn't specialized for their types takes
/// several times as long.
public struct RecentValues<Key: Hashable, Value> {
  @usableFromInline typealias Entry = (value: Value, cost: Int)

  @usableFromInline let limit: Int
  @usableFromInline var young: [Key: Entry] = [:]
  @usableFromInline var old: [Key: Entry] = [:]
  @usableFromInline var youngBytes = 0
  @usableFromInline var oldBytes = 0

  /// - Parameter byteLimit: the limit for the sum of the costs that `insert` is given.
  @inlinable public init(byteLimit: Int) { limit = byteLimit }

  @inlinable public var bytes: Int { youngBytes + oldBytes }

  @inlinable public var count: Int { young.count + old.count }

  @inlinable public mutating func value(for key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    oldBytes -= entry.cost
    put(entry, for: key)
    return entry.value
  }

  /// Inserts a value, unless it alone takes more than a quarter of the limit.
  @inlinable public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    removeValue(for: key)
    guard cost <= limit / 4 else { return }
    put((value, cost), for: key)
  }

  @inlinable public mutating func removeValue(for key: Key) {
    if let entry = young.removeValue(forKey: key) { youngBytes -= entry.cost }
    if let entry = old.removeValue(forKey: key) { oldBytes -= entry.cost }
  }

  @inlinable public mutating func removeAll() { self = RecentValues(byteLimit: limit) }

  @inlinable mutating func put(_ entry: Entry, for key: Key) {
    if youngBytes + entry.cost > limit / 2 {
      (old, oldBytes) = (young, youngBytes)
      (young, youngBytes) = ([:], 0)
    }
    young[key] = entry
    youngBytes += entry.cost
  }
}

extension RecentValues: Sendable where Key: Sendable, Value: Sendable {}
