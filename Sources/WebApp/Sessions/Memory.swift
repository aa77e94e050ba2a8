import JSON

/// Small texts that the device stores and hands to the app at its start, so that nothing flickers: sessions,
/// drafts, reading positions, outbox items.
public struct Memory: Equatable, Sendable {
  /// The key, after a session's prefix, of the number of new posts that wait above the home timeline.
  static let newPostsKey = "new home"

  private var texts: [String: String] = [:]

  public init() {}

  /// Reads the browser's data: one JSON object of strings. Data that can't be read is empty.
  public init(json bytes: [UInt8]) {
    for member in (try? JSON(parsing: bytes))?.members ?? [] { texts[member.name] = member.value.string }
  }

  public subscript(key: String) -> String? {
    get { texts[key] }
    set { texts[key] = newValue }
  }

  var all: [String: String] { texts }

  /// Returns the keys in no particular order.
  func keys(beginningWith prefix: String) -> [String] {
    let start = Array(prefix.utf8)
    return texts.keys.filter { Array($0.utf8).starts(with: start) }
  }

  /// Returns the texts under a prefix, with their keys without it.
  func part(_ prefix: String) -> Memory {
    var part = Memory()
    for key in keys(beginningWith: prefix) {
      part.texts[String(decoding: Array(key.utf8).dropFirst(prefix.utf8.count), as: UTF8.self)] = texts[key]
    }
    return part
  }
}
