import JSON
import Social

/// A page of the feed as the device keeps it: as the server wrote it, after a line of our own.
public struct StoredPage {
  /// How many copies the device keeps of each kind (the first word of a key, or the first and third), and under "" how many
  /// bytes of them all. A timeline file, which a person opened, has no limit.
  public static let limits: StaticString =
    #"{"session profile":200,"session thread":50,"session moments":100,"session":100,"stranger":100,"images":100,"":30000000}"#

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
  /// Several responses as one page. They stand behind each other, and `after` says how long each is.
  init(savedAt: Timestamp, parts: [[UInt8]]) {
    var (lengths, body) = ("", [UInt8]())
    for part in parts {
      lengths += "\(part.count) "
      body += part
    }
    self.init(savedAt: savedAt, after: lengths, body: body)
  }

  /// The responses; nil if the page is not made of that many.
  func parts(_ count: Int) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    var start = 0
    for length in Array(after.utf8).split(separator: UInt8(ascii: " ")) {
      guard let length = Int64(digits: length), length <= Int64(body.count - start) else { return nil }
      parts.append(Array(body[start..<(start + Int(length))]))
      start += Int(length)
    }
    return parts.count == count ? parts : nil
  }

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

/// What a screen knows about its copy on the device. A screen looks the same whatever stands here, so two of them are always
/// equal.
struct CopyNotes: Equatable, Sendable {
  /// The responses of which a copy is made, until all are there.
  var bodies: [[UInt8]] = []
  /// When the server was asked for what shows; nil: it was not asked yet, or the copy does not say.
  var loadedAt: Timestamp?

  static func == (left: CopyNotes, right: CopyNotes) -> Bool { true }
}
