public import JSON
public import Social

/// Reads entities/Context one post at a time, so that a long thread can be decoded in slices between two frames of
/// the screen. A bad post costs only itself.
public struct ContextDecoder: Sendable {
  private var reader: JSONListsReader
  private let decoder: MastodonDecoder
  /// How many posts can't be read, and are left out.
  public private(set) var unreadable = 0

  /// - Throws: if it is no object of JSON.
  public init(_ body: [UInt8], _ decoder: MastodonDecoder) throws(JSONError) {
    reader = try JSONListsReader(body)
    self.decoder = decoder
  }

  /// The next of those that the post answers, oldest first, or of those that answer it; nil behind the last one.
  public mutating func next() throws(JSONError) -> (isAncestor: Bool, status: Status)? {
    while let (list, item) = try reader.next() {
      guard list == "ancestors" || list == "descendants" else { continue }
      if decoder.hides(item) { continue }
      if let status = decoder.status(item) { return (list == "ancestors", status) }
      unreadable += 1
    }
    return nil
  }
}
