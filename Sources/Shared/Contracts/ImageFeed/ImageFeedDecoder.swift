import JSON
public import Social

/// Decodes the responses of the image feed's contract.
///
/// A function returns `nil` if the response isn't a document of the contract. An unreadable item is left out;
/// the others stay.
public struct ImageFeedDecoder: Sendable {
  /// The base of relative URLs.
  public let origin: Origin

  public init(origin: Origin) { self.origin = origin }

  /// Decodes the response to `GET /v1/feed`. It keeps the order; each picture appears once.
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
          postID: item.text("status_id") == nil ? nil : item["status_id"]?.identifier,
          author: person(item["author"]))
      )
    }
    return images
  }

  /// Decodes the response to `GET /v1/image/{id}/comments`. It keeps the order; each comment appears once.
  public func comments(body: [UInt8]) -> [ImageComment]? {
    guard let items = items(body) else { return nil }
    var known: Set<String> = []
    var comments: [ImageComment] = []
    for item in items {
      guard let id = id(item), let message = text(item["message"]),
        let author = text(item["author"]?["username"]),
        let date = text(item["created_at"], atMost: 64).flatMap({ Timestamp(iso8601: $0) }),
        known.insert(id).inserted
      else { continue }
      comments.append(
        ImageComment(
          id: id, message: message, createdAt: date, author: CleanText.name(author),
          person: person(item["author"])))
    }
    return comments
  }

  /// Returns `nil` if the author has no display name.
  private func person(_ author: JSON?) -> Account? {
    guard let username = name(author?["username"]), let nick = name(author?["display_name"]) else {
      return nil
    }
    let avatar = text(author?["avatar"], atMost: 4096).flatMap { origin.url($0) }
    return Account(username: username, nick: nick, avatar: avatar.map { Picture(url: $0) })
  }

  /// The maximum length of a text, in bytes. A post of Swiftlet has 100,000 characters at most, so longer
  /// texts are hostile.
  static let maxText = 400_000

  private func items(_ body: [UInt8]) -> [JSON]? { (try? JSON(parsing: body))?["items"]?.array }

  private func id(_ item: JSON) -> String? { item.text("id").flatMap { canonicalUUID($0) } }

  @inline(never)
  private func text(_ json: JSON?, atMost maximum: Int = maxText) -> String? {
    json?.string.flatMap { $0.utf8.count <= maximum ? CleanText.text($0) : nil }
  }

  /// Returns the cleaned name; `nil` if it would be invisible.
  @inline(never)
  private func name(_ json: JSON?) -> String? {
    guard let name = text(json).map({ CleanText.name($0) }), !CleanText.showsNothing(name) else { return nil }
    return name
  }

  /// Returns the text; `nil` if it is empty.
  @inline(never)
  private func some(_ json: JSON?) -> String? { text(json).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns true for a text, `null` or a missing value.
  @inline(never)
  private func isTextOrNothing(_ json: JSON?) -> Bool {
    if case .null? = json { return true }
    return json == nil || text(json) != nil
  }
}
