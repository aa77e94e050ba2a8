public import JSON
public import Social

/// Decodes entities/Context one post at a time, so that a long thread can be decoded in slices between two
/// frames of the screen. An unreadable post is skipped.
public struct ContextDecoder: Sendable {
  private var reader: JSONListsReader
  private let decoder: MastodonDecoder
  /// The number of skipped posts that couldn't be read.
  public private(set) var unreadable = 0

  /// - Throws: `JSONError` if the response isn't a JSON object.
  public init(_ body: [UInt8], _ decoder: MastodonDecoder) throws(JSONError) {
    reader = try JSONListsReader(body)
    self.decoder = decoder
  }

  /// Returns the next post: first the ancestors, oldest first, then the descendants; `nil` after the last.
  public mutating func next() throws(JSONError) -> (isAncestor: Bool, status: Post)? {
    while let (list, item) = try reader.next() {
      guard list == "ancestors" || list == "descendants" else { continue }
      if decoder.hides(item) { continue }
      if let status = decoder.status(item) { return (list == "ancestors", status) }
      unreadable += 1
    }
    return nil
  }
}
