import Foundation
public import Social

extension Timestamp {
  /// The machine's clock.
  public static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
