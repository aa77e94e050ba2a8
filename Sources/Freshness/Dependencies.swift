import Synchronization

/// Gathers the dependencies of a response while it is made.
///
/// The response is made with `Dependencies.$current` set. Every read from the database meanwhile adds its
/// `ReadDependency`.
public final class Dependencies: Sendable {
  @TaskLocal public static var current: Dependencies?

  /// The slots that hold the revisions of a response's dependencies.
  public struct Places: Equatable, Sendable {
    fileprivate(set) var slots: [UInt32] = []

    public init() {}

    public init(_ subjects: [Subject]) { slots = subjects.map(\.slot) }

    public var count: Int { slots.count }

    /// The memory that the slots take, in bytes.
    public var cost: Int { slots.count * MemoryLayout<UInt32>.stride }

    mutating func add(_ others: Places) { slots.append(contentsOf: others.slots) }
  }

  private let gathered = Mutex(Places())

  public init() {}

  public var places: Places { gathered.withLock { $0 } }

  public func add(_ places: Places) { gathered.withLock { $0.add(places) } }
}

/// The changes that outdate the result of a read from the database. Each read has to name them: a forgotten
/// dependency would leave outdated responses in the cache.
public enum ReadDependency: Sendable {
  /// Every change but those of `Subject.access`.
  case everything
  /// Changes of these subjects, and of those that the read adds with `depend(on:)`.
  case tags([Subject])
  /// Changes of the subjects that the read adds with `depend(on:)`; every change if it adds nothing.
  case declaredWhileReading
}

/// Gathers the dependencies of one read from the database.
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
