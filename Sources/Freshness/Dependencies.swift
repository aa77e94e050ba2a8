import Synchronization

/// Gathers what an answer depends on while it is made.
///
/// The response is made with `Dependencies.$current` set. Every read from the database meanwhile adds its
/// `ReadDependency`.
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

/// Says which changes outdate what a read from the database gives. Each read has to name it: a forgotten dependency
/// would leave old responses in the cache.
public enum ReadDependency: Sendable {
  /// Every change but those of access.
  case everything
  /// Changes of these, and of what the read adds by `depend(on:)`.
  case tags([Subject])
  /// What the read adds by `depend(on:)`; everything if it adds nothing.
  case declaredWhileReading
}

/// Gathers what one read from the database depends on.
public final class Reading {
  private var declared: Dependencies.Places?
  private let isOpen: Bool

  public init(_ dependency: ReadDependency) {
    switch dependency {
    case .everything: (declared, isOpen) = (Dependencies.Places([.anything]), false)
    case .tags(let subjects): (declared, isOpen) = (Dependencies.Places(subjects), true)
    case .declaredWhileReading: (declared, isOpen) = (nil, true)
    }
  }

  public func depend(on places: Dependencies.Places) {
    guard isOpen else { return }
    if declared == nil { declared = places } else { declared?.add(places) }
  }

  public var places: Dependencies.Places { declared ?? Dependencies.Places([.anything]) }
}
