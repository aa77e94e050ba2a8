import Synchronization

/// Makes ids: milliseconds since 1970, shifted left by 16 bits, plus a number. Each is greater than the one before.
public final class Identifiers: Sendable {
  private let last = Mutex<Int64>(0)

  public init() {}

  /// The number begins anywhere in the lower half, so that two processes hardly ever meet.
  public func next(milliseconds now: Int64) -> Int64 {
    last.withLock { last in
      last = max(last + 1, Self.first(ofMillisecond: now) + Int64.random(in: 0..<32_768))
      return last
    }
  }

  /// The moment of an id, in milliseconds.
  public static func millisecond(of id: Int64) -> Int64 { id >> 16 }

  /// The smallest id of that moment.
  public static func first(ofMillisecond milliseconds: Int64) -> Int64 { milliseconds << 16 }
}
