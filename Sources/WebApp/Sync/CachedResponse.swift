import JSON
import Social

/// A cached response: the page as the server wrote it, after a line of our own.
public struct CachedResponse {
  /// The limits of the cached responses, by kind: the first word of a key, or the first and third. The limit
  /// under "" is the bytes of all of them. A timeline file that the viewer opened has no limit.
  public static let limits: StaticString =
    #"{"session profile":200,"session thread":50,"session moments":100,"session":100,"stranger":100,"images":100,"":30000000}"#

  /// The age from which on a cached response is too old, in milliseconds: seven days.
  static let lifetime: Int64 = 7 * 86_400_000

  let savedAt: Timestamp
  /// The page's cursor: the id that it begins after, or the name of the next page.
  let after: String
  let body: [UInt8]

  func isFresh(at now: Timestamp) -> Bool { now.milliseconds - savedAt.milliseconds < Self.lifetime }

  var bytes: [UInt8] { Array("\(savedAt.milliseconds):\(after)\n".utf8) + body }
}

extension CachedResponse {
  /// Stores several responses as one page: their bodies are joined, and `after` has their lengths.
  init(savedAt: Timestamp, parts: [[UInt8]]) {
    var (lengths, body) = ("", [UInt8]())
    for part in parts {
      lengths += "\(part.count) "
      body += part
    }
    self.init(savedAt: savedAt, after: lengths, body: body)
  }

  /// Returns the responses; `nil` if the page doesn't consist of that many.
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
      savedAt: Timestamp(milliseconds: milliseconds),
      after: String(decoding: bytes[(colon + 1)..<end], as: UTF8.self),
      body: Array(bytes[(end + 1)...]))
  }
}

/// A screen's notes about its cached response. They change nothing about the screen's look, so two of them
/// are always equal.
struct CacheNotes: Equatable, Sendable {
  /// The responses to cache together, until all are there.
  var bodies: [[UInt8]] = []
  /// The time of the request for what shows; `nil` if nothing was requested yet, or the cached response
  /// doesn't say.
  var loadedAt: Timestamp?

  static func == (left: CacheNotes, right: CacheNotes) -> Bool { true }
}
