import Synchronization

/// Gathers what an answer depends on while it is made.
///
/// Whoever makes an answer runs the making with `Dependencies.$current` set. Every read from the database that happens
/// in it adds what it depends on; one that says nothing depends on everything (`Subject.anything`).
public final class Dependencies: Sendable {
  @TaskLocal public static var current: Dependencies?

  /// Where the revisions of what an answer depends on are kept.
  public struct Places: Equatable, Sendable {
    fileprivate(set) var slots: [UInt32] = []

    public init() {}

    public init(_ subjects: [Subject]) { slots = subjects.map(\.slot) }

    public var count: Int { slots.count }

    /// In bytes.
    public var cost: Int { slots.count * MemoryLayout<UInt32>.stride }

    mutating func add(_ others: Places) { slots.append(contentsOf: others.slots) }
  }

  private let gathered = Mutex(Places())

  public init() {}

  public var places: Places { gathered.withLock { $0 } }

  public func add(_ places: Places) { gathered.withLock { $0.add(places) } }
}

/// What one read from the database says about what it depends on.
public final class Reading {
  private var said: Dependencies.Places?

  public init() {}

  public func depend(on places: Dependencies.Places) {
    if said == nil { said = places } else { said?.add(places) }
  }

  public var places: Dependencies.Places { said ?? Dependencies.Places([.anything]) }
}
