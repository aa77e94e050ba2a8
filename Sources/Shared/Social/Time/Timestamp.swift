/// A moment: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Equatable, Comparable, Hashable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  public func advanced(byMilliseconds amount: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + amount)
  }
}
