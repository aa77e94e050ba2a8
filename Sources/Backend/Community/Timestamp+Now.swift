import Foundation
public import Social

extension Timestamp {
  /// The time of the machine's clock.
  public static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
