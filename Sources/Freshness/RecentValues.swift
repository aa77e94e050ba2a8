/// Values that were used lately, within a limit of bytes.
///
/// There are two generations: what is used joins the young one; when that has half of the limit, it becomes the old one,
/// and what was not used since the last time goes. So nothing is ever sorted or searched.
public struct RecentValues<Key: Hashable, Value> {
  private typealias Entry = (value: Value, cost: Int)

  private let limit: Int
  private var young: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  private var youngBytes = 0
  private var oldBytes = 0

  /// - Parameter byteLimit: of all values together, by what is said of them.
  public init(byteLimit: Int) { limit = byteLimit }

  public var bytes: Int { youngBytes + oldBytes }

  public var count: Int { young.count + old.count }

  public mutating func value(for key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    oldBytes -= entry.cost
    put(entry, for: key)
    return entry.value
  }

  /// What alone would take more than a quarter of the limit is not kept.
  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    removeValue(for: key)
    guard cost <= limit / 4 else { return }
    put((value, cost), for: key)
  }

  public mutating func removeValue(for key: Key) {
    if let entry = young.removeValue(forKey: key) { youngBytes -= entry.cost }
    if let entry = old.removeValue(forKey: key) { oldBytes -= entry.cost }
  }

  public mutating func removeAll() { self = RecentValues(byteLimit: limit) }

  private mutating func put(_ entry: Entry, for key: Key) {
    if youngBytes + entry.cost > limit / 2 {
      (old, oldBytes) = (young, youngBytes)
      (young, youngBytes) = ([:], 0)
    }
    young[key] = entry
    youngBytes += entry.cost
  }
}

extension RecentValues: Sendable where Key: Sendable, Value: Sendable {}
