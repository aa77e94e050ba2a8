import JSON
public import Social

/// The answers of the image feed's contract, read into the domain.
///
/// An answer that is no such document is nil: invalid data. An item that can't be read is left out, and costs no other.
public struct ImageFeedDecoder: Sendable {
  /// What references are relative to.
  public let origin: Origin

  public init(origin: Origin) { self.origin = origin }

  /// The answer to `GET /v1/feed`, in its order, each picture once.
  public func feed(body: [UInt8]) -> [FeedImage]? {
    guard let items = items(body) else { return nil }
    var known: Set<String> = []
    var images: [FeedImage] = []
    for item in items {
      guard let id = id(item), let url = text(item["image"], atMost: 4096).flatMap({ origin.url($0) }),
        isTextOrNothing(item["description"]), isTextOrNothing(item["location"]), known.insert(id).inserted
      else { continue }
      images.append(
        FeedImage(
          id: id, description: some(item["description"]), location: some(item["location"]), url: url,
          statusID: item.text("status_id") == nil ? nil : item["status_id"]?.identifier, author: person(item["author"]))
      )
    }
    return images
  }

  /// The answer to `GET /v1/image/{id}/comments`, in its order, each comment once.
  public func comments(body: [UInt8]) -> [ImageComment]? {
    guard let items = items(body) else { return nil }
    var known: Set<String> = []
    var comments: [ImageComment] = []
    for item in items {
      guard let id = id(item), let message = text(item["message"]), let author = text(item["author"]?["username"]),
        let date = text(item["created_at"], atMost: 64).flatMap({ Timestamp(iso8601: $0) }), known.insert(id).inserted
      else { continue }
      comments.append(
        ImageComment(
          id: id, message: message, createdAt: date, author: CleanText.name(author), person: person(item["author"])))
    }
    return comments
  }

  /// nil where only a name is told.
  private func person(_ author: JSON?) -> Account? {
    guard let username = name(author?["username"]), let nick = name(author?["display_name"]) else { return nil }
    let avatar = text(author?["avatar"], atMost: 4096).flatMap { origin.url($0) }
    return Account(username: username, nick: nick, avatar: avatar.map { Picture(url: $0) })
  }

  /// In bytes: a post of Swiftlet holds 100,000 characters at most, so longer texts are hostile.
  static let maximumText = 400_000

  private func items(_ body: [UInt8]) -> [JSON]? { (try? JSON(parsing: body))?["items"]?.array }

  private func id(_ item: JSON) -> String? { item.text("id").flatMap { canonicalUUID($0) } }

  @inline(never)
  private func text(_ json: JSON?, atMost maximum: Int = maximumText) -> String? {
    json?.string.flatMap { $0.utf8.count <= maximum ? CleanText.text($0) : nil }
  }

  /// A name that shows.
  @inline(never)
  private func name(_ json: JSON?) -> String? {
    guard let name = text(json).map({ CleanText.name($0) }), !CleanText.showsNothing(name) else { return nil }
    return name
  }

  /// An empty text says nothing.
  @inline(never)
  private func some(_ json: JSON?) -> String? { text(json).flatMap { $0.isEmpty ? nil : $0 } }

  /// What may be missing may be null too.
  @inline(never)
  private func isTextOrNothing(_ json: JSON?) -> Bool {
    if case .null? = json { return true }
    return json == nil || text(json) != nil
  }
}
