import JSON
import Social

/// A page of the feed as the device keeps it: as the server wrote it, after a line of our own.
struct StoredPage {
  /// A copy as old as this is too old, in milliseconds: seven days.
  static let lifetime: Int64 = 7 * 86_400_000

  let savedAt: Timestamp
  /// What divides it from other pages: the id behind which it begins, or the name of the one that follows it.
  let after: String
  let body: [UInt8]

  func isFresh(at now: Timestamp) -> Bool { now.milliseconds - savedAt.milliseconds < Self.lifetime }

  var bytes: [UInt8] { Array("\(savedAt.milliseconds):\(after)\n".utf8) + body }
}

extension StoredPage {
  /// Reads `bytes`.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    guard let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")),
      let milliseconds = Int64(digits: bytes[..<colon])
    else { return nil }
    self.init(
      savedAt: Timestamp(milliseconds: milliseconds), after: String(decoding: bytes[(colon + 1)..<end], as: UTF8.self),
      body: Array(bytes[(end + 1)...]))
  }
}
