public import JSON
public import Social

/// Decodes the two responses of the Moments contract.
///
/// An unreadable item doesn't affect the others. It is dropped, and the reason is returned.
public struct MomentsDecoder: Sendable {
  /// The base of relative URLs; `nil` to leave URLs unchanged.
  public let origin: Origin?
  /// True if texts and names are cleaned (`CleanText`).
  private let cleans: Bool

  public init(origin: Origin) { (self.origin, cleans) = (origin, true) }

  /// Leaves all texts unchanged, because an import recognizes known posts by them. Without an origin URLs
  /// stay unchanged, too; in a folder they are paths.
  public init(importingFrom origin: Origin?) { (self.origin, cleans) = (origin, false) }

  /// Decodes the response to `GET /user/{username}`; `nil` if it isn't an account (an error object or another
  /// type).
  public func profile(_ json: JSON) -> Account? {
    guard var account = account(json) else { return nil }
    account.cover = picture(json["profile-image"], sizes: json["profile_image_sizes"])
    return account
  }

  /// Decodes one item of the response to `GET /user/{username}/tweets`.
  public func post(_ item: JSON) -> Result<MomentsPost, DroppedItem> {
    guard let members = item.members else { return .failure(.notAnObject) }
    let (text, isEmpty) = (text(item["content"]), isEmpty(item["content"]))
    let pictures = Array(
      (item["images"]?.array ?? []).compactMap { picture($0) }.prefix(MomentsPost.maxPictures))
    guard let sender = item["sender"].flatMap({ account($0) }) else {
      let isError = members.contains { isErrorName($0.name) }
      return .failure(isError ? .errorObject : .noSender)
    }
    guard !isEmpty || !pictures.isEmpty else { return .failure(.empty) }
    // An unknown audience isn't named.
    let audience = item["audience"]?.string.flatMap { Visibility(rawValue: $0) }
    var post = MomentsPost(
      id: identifier(item["id"]),
      sender: sender,
      text: text,
      warning: self.text(item["spoiler_text"]),
      isSensitive: item["sensitive"]?.bool == true,
      pictures: pictures,
      comments: comments(item["comments"]),
      likes: (item["likes"]?.array ?? []).compactMap { account($0) },
      createdAt: date(item["created_at"]), location: line(item["location"]),
      language: line(item["language"]),
      editedAt: date(item["edited_at"]), linkPreview: item["card"].flatMap { card($0) },
      visibility: audience ?? .everybody)
    if audience == .circles || item["poll"] != nil { addPollAndCircles(item, to: &post) }
    return .success(post)
  }

  /// Decodes what few posts have. It is a function of its own, which the app's first part does without.
  @inline(never)
  private func addPollAndCircles(_ item: JSON, to post: inout MomentsPost) {
    post.hasPoll = item["poll"]?.bool == true
    guard post.visibility == .circles else { return }
    post.circles = (item["circles"]?.array ?? []).compactMap { circle in
      guard let id = identifier(circle["id"]), let name = line(circle["title"]) else { return nil }
      return Post.ChosenCircle(
        id: id, name: name, isExcepted: circle["excluded"]?.bool == true,
        isOfFollowers: circle["excluded_from"]?.string == "followers")
    }
  }

  /// Decodes the preview of a link: `{"url", "title", "image"?}`.
  @inline(never)
  private func card(_ json: JSON) -> MomentsPost.LinkPreview? {
    guard let url = json["url"]?.string.flatMap({ self.url($0) }), let title = line(json["title"])
    else { return nil }
    return MomentsPost.LinkPreview(url: url, title: title, picture: picture(json["image"], sizes: nil))
  }

  /// Decodes a text of one line; `nil` if it is missing or would be invisible.
  @inline(never)
  private func line(_ json: JSON?) -> String? {
    let line = name(json)
    return isBlank(line) ? nil : line
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
          createdAt: date(item["created_at"]),
          language: line(item["language"])))
    }
    return comments
  }

  /// Decodes the comment that a comment replies to. The author is that of the comment in the list or, if it
  /// isn't there, the author that the reply names.
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

  /// Decodes a picture from its bare URL.
  @inline(never)
  private func picture(_ json: JSON?, sizes: JSON?) -> Picture? {
    guard let url = json?.string.flatMap({ url($0) }) else { return nil }
    return Picture(url: url, variants: variants(sizes))
  }

  /// Decodes a picture of a post: `{"url", "description"?, "width"?, "height"?, "focus"?, "sizes"?}`.
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

  /// Decodes an id, a string or a number.
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

  /// Returns true for a missing text or white space.
  private func isEmpty(_ json: JSON?) -> Bool {
    Array((json?.string ?? "").utf8).allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }
}

/// The reasons for leaving an item out of a list.
public enum DroppedItem: Error, Equatable, Hashable, Sendable {
  case notAnObject
  /// An error object such as `{"error": "losted"}` or `{"unknown error": "…"}`.
  case errorObject
  case noSender
  /// Neither text nor pictures.
  case empty
}
