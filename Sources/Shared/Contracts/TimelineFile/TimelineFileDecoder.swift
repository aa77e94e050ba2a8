public import JSON
import Social

/// Decodes a timeline file, one item at a time.
///
/// A bad item doesn't affect the others, and a bad optional value doesn't affect its item.
public struct TimelineFileDecoder: Sendable {
  private var reader: JSONArrayReader
  private var ids: Set<String> = []
  private var nextIndex = 0

  /// - Throws: `JSONError` if the bytes aren't JSON or have no list named `timeline`.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    reader = try JSONArrayReader(bytes, member: "timeline")
  }

  /// Decodes the whole file. A bad byte only affects its own item. If brackets and quotes don't show where an
  /// item ends, the whole file is refused.
  public static func file(_ bytes: [UInt8]) throws(JSONError) -> TimelineFile {
    var decoder = try TimelineFileDecoder(bytes)
    var file = TimelineFile()
    while let item = try decoder.next() {
      switch item {
      case .success(let post): file.posts.append(post)
      case .failure(let leftOut): file.leftOut.append(leftOut)
      }
    }
    return file
  }

  /// Returns the next item; `nil` after the last.
  public mutating func next() throws(JSONError) -> Result<TimelineFile.Post, TimelineFile.LeftOut>? {
    guard let element = try reader.nextIfReadable() else { return nil }
    defer { nextIndex += 1 }
    guard case .success(let item) = element else {
      return .failure(.init(index: nextIndex, reason: .notAnObject))
    }
    switch post(item) {
    case .success(let post):
      guard ids.insert(post.id).inserted else { return .failure(.init(index: nextIndex, reason: .sameID)) }
      return .success(post)
    case .failure(let leftOut): return .failure(leftOut)
    }
  }

  private func post(_ item: JSON) -> Result<TimelineFile.Post, TimelineFile.LeftOut> {
    func left(_ reason: TimelineFile.Reason) -> Result<TimelineFile.Post, TimelineFile.LeftOut> {
      .failure(.init(index: nextIndex, reason: reason))
    }
    guard item.members != nil else { return left(.notAnObject) }
    guard let id = item["id"]?.identifier else { return left(.noID) }
    guard let handle = Self.handle(item.text("author") ?? "") else { return left(.noAuthor) }
    let text = CleanText.text(item.text("content") ?? "")
    let named = item["images"]?.array ?? []
    let images = named.compactMap { Self.url($0) }.prefix(MomentsPost.maxPictures)
    guard !Self.isBlank(text) || !images.isEmpty else { return left(.empty) }
    return .success(
      TimelineFile.Post(
        index: nextIndex, id: id, handle: handle, text: text,
        createdAt: item.text("date").flatMap { Timestamp(iso8601: $0) },
        avatar: item["avatar"].flatMap(Self.url),
        replyTo: item["inReplyTo"]?.identifier, images: Array(images),
        droppedImages: named.count - images.count))
  }

  private static func handle(_ author: String) -> String? {
    var bytes = Array(author.utf8)[...]
    while let first = bytes.first, isSpace(first) || first == UInt8(ascii: "@") { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    let handle = CleanText.name(String(decoding: bytes, as: UTF8.self))
    return CleanText.showsNothing(handle) ? nil : handle
  }

  private static func url(_ json: JSON) -> String? {
    json.string.flatMap { ServerAddress.isURL($0) ? $0 : nil }
  }

  private static func isBlank(_ text: String) -> Bool { Array(text.utf8).allSatisfy(isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
