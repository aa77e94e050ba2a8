public import JSON
public import Social

/// The two answers of the Moments contract, read into the domain.
///
/// One bad item never costs the others: what can't be shown is dropped and said.
public struct MomentsDecoder: Sendable {
  /// What references are relative to; nil: they stay as they are given.
  public let origin: Origin?
  /// Texts and names are cleaned (`CleanText`).
  private let cleans: Bool

  public init(origin: Origin) { (self.origin, cleans) = (origin, true) }

  /// Leaves all texts as they are given: for an import, which knows posts again by them. Without an origin references stay
  /// as they are given too: in a folder they are paths.
  public init(importingFrom origin: Origin?) { (self.origin, cleans) = (origin, false) }

  /// The answer to `GET /user/{username}`; nil if it is not a person (an error object, another type).
  public func profile(_ json: JSON) -> Account? {
    guard var account = account(json) else { return nil }
    account.cover = picture(json["profile-image"], sizes: json["profile_image_sizes"])
    return account
  }

  /// One item of the answer to `GET /user/{username}/tweets`.
  public func post(_ item: JSON) -> Result<Post, DroppedItem> {
    guard let members = item.members else { return .failure(.notAnObject) }
    let (text, isEmpty) = (text(item["content"]), isEmpty(item["content"]))
    let pictures = Array((item["images"]?.array ?? []).compactMap { picture($0) }.prefix(Post.maximumPictures))
    guard let sender = item["sender"].flatMap({ account($0) }) else {
      let isError = members.contains { isErrorName($0.name) }
      return .failure(isError ? .errorObject : .noSender)
    }
    guard !isEmpty || !pictures.isEmpty else { return .failure(.empty) }
    return .success(
      Post(
        id: identifier(item["id"]),
        sender: sender,
        text: text,
        warning: self.text(item["spoiler_text"]),
        isSensitive: item["sensitive"]?.bool == true,
        pictures: pictures,
        comments: comments(item["comments"]),
        likes: (item["likes"]?.array ?? []).compactMap { account($0) },
        createdAt: date(item["created_at"])))
  }

  private func isErrorName(_ name: String) -> Bool {
    name == "error" || name == "unknown error"
  }

  private func comments(_ json: JSON?) -> [Comment] {
    var comments: [Comment] = []
    for item in json?.array ?? [] {
      let (text, isEmpty) = (text(item["content"]), isEmpty(item["content"]))
      let picture = item["image"].flatMap { self.picture($0) }
      guard let sender = item["sender"].flatMap({ account($0) }), !isEmpty || picture != nil else { continue }
      comments.append(
        Comment(
          id: identifier(item["id"]),
          sender: sender,
          text: text,
          replyTo: reply(item["reply_to"], among: comments),
          picture: picture,
          createdAt: date(item["created_at"])))
    }
    return comments
  }

  /// Whom a comment answers: as the answered comment has it, else as the answer says.
  private func reply(_ json: JSON?, among comments: [Comment]) -> Comment.Reply? {
    guard let id = identifier(json?["id"]) else { return nil }
    let sender = comments.first { $0.id == id }?.sender ?? json?["sender"].flatMap { account($0) }
    return sender.map { Comment.Reply(id: id, sender: $0) }
  }

  @inline(never)
  private func account(_ json: JSON) -> Account? {
    let username = name(json["username"])
    let nick = name(json["nick"])
    guard !isBlank(username) || !isBlank(nick) else { return nil }
    return Account(
      username: isBlank(username) ? nick : username,
      nick: isBlank(nick) ? username : nick,
      avatar: picture(json["avatar"], sizes: json["avatar_sizes"]))
  }

  /// A picture that is given as its bare URL.
  @inline(never)
  private func picture(_ json: JSON?, sizes: JSON?) -> Picture? {
    guard let url = json?.string.flatMap({ url($0) }) else { return nil }
    return Picture(url: url, variants: variants(sizes))
  }

  /// A picture of a post: `{"url", "description"?, "width"?, "height"?, "focus"?, "sizes"?}`.
  @inline(never)
  private func picture(_ json: JSON) -> Picture? {
    guard let url = (json["url"] ?? json).string.flatMap({ url($0) }) else { return nil }
    return Picture(
      url: url, size: json.pixelSize, variants: variants(json["sizes"]),
      description: text(json["description"]), focus: Picture.Focus(json["focus"]))
  }

  @inline(never)
  private func url(_ reference: String) -> String? {
    guard let origin else { return reference.isEmpty ? nil : reference }
    return origin.url(reference)
  }

  @inline(never)
  private func variants(_ json: JSON?) -> [Picture.Variant] {
    (json?.array ?? []).compactMap { item in
      guard let url = item["url"]?.string.flatMap({ url($0) }), let size = item.pixelSize else { return nil }
      return Picture.Variant(url: url, size: size, shape: item["crop"]?.string == "square" ? .square : .whole)
    }
  }

  @inline(never)
  private func date(_ json: JSON?) -> Timestamp? { json?.string.flatMap { Timestamp(iso8601: $0) } }

  /// Ids are strings; numbers are taken too.
  private func identifier(_ json: JSON?) -> String? { json?.identifier }

  @inline(never)
  private func text(_ json: JSON?) -> String {
    let text = json?.string ?? ""
    return cleans ? CleanText.text(text) : text
  }

  @inline(never)
  private func name(_ json: JSON?) -> String {
    let name = json?.string ?? ""
    return cleans ? CleanText.name(name) : name
  }

  private func isBlank(_ name: String) -> Bool { CleanText.showsNothing(name) }

  /// No text, or white space.
  private func isEmpty(_ json: JSON?) -> Bool {
    Array((json?.string ?? "").utf8).allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }
}

/// Why an item of a list is not shown.
public enum DroppedItem: Error, Equatable, Hashable, Sendable {
  case notAnObject
  /// As `{"error": "losted"}` or `{"unknown error": "…"}`.
  case errorObject
  case noSender
  /// Neither text nor pictures.
  case empty
}
