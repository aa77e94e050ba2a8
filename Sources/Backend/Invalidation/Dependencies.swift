import Synchronization

/// Gathers the dependencies of a response while it is made.
///
/// The response is made with `Dependencies.$current` set. Every read from the database meanwhile adds its
/// `ReadDependency`.
public final class Dependencies: Sendable {
  @TaskLocal public static var current: Dependencies?

  /// The slots that hold the revisions of a response's dependencies.
  public struct Slots: Equatable, Sendable {
    fileprivate(set) var slots: [UInt32] = []

    public init() {}

    public init(_ tags: [CacheTag]) { slots = tags.map(\.slot) }

    public var count: Int { slots.count }

    /// The memory that the slots take, in bytes.
    public var cost: Int { slots.count * MemoryLayout<UInt32>.stride }

    mutating func add(_ others: Slots) { slots.append(contentsOf: others.slots) }
  }

  private let gathered = Mutex(Slots())

  public init() {}

  public var slots: Slots { gathered.withLock { $0 } }

  public func add(_ slots: Slots) { gathered.withLock { $0.add(slots) } }
}

/// The changes that outdate the result of a read from the database. Each read has to name them: a forgotten
/// dependency would leave outdated responses in the cache.
public enum ReadDependency: Sendable {
  /// Every change but those of `CacheTag.access`.
  case everything
  /// Changes of these tags, and of those that the read adds with `depend(on:)`.
  case tags([CacheTag])
  /// Changes of the tags that the read adds with `depend(on:)`; every change if it adds nothing.
  case declaredWhileReading
}

/// Gathers the dependencies of one read from the database.
public final class DependencyRecorder {
  private var declared: Dependencies.Slots?
  private let isOpen: Bool

  public init(_ dependency: ReadDependency) {
    switch dependency {
    case .everything: (declared, isOpen) = (Dependencies.Slots([.anything]), false)
    case .tags(let tags): (declared, isOpen) = (Dependencies.Slots(tags), true)
    case .declaredWhileReading: (declared, isOpen) = (nil, true)
    }
  }

  public func depend(on slots: Dependencies.Slots) {
    guard isOpen else { return }
    if declared == nil { declared = slots } else { declared?.add(slots) }
  }

  public var slots: Dependencies.Slots { declared ?? Dependencies.Slots([.anything]) }
}
