public import JSON
public import Social

extension MastodonDecoder {
  /// Decodes entities/Status without the post that it reposts; `nil` without an id or an author.
  @inline(never)
  public func status(_ json: JSON) -> Post? {
    guard let id = identifier(json["id"]), let author = json["account"].flatMap({ profile($0) }) else {
      return nil
    }
    let page = url(json["url"]) ?? url(json["uri"])
    return Post(
      id: id, url: page ?? "", author: author,
      content: .html(json["content"]?.string ?? ""), warning: text(json["spoiler_text"]) ?? "",
      isSensitive: json["sensitive"]?.bool ?? false, visibility: visibility(json),
      language: text(json["language"]), createdAt: date(json["created_at"]),
      editedAt: date(json["edited_at"]),
      replyTo: identifier(json["in_reply_to_id"]).map {
        Post.Reply(id: $0, author: identifier(json["in_reply_to_account_id"]))
      },
      attachments: (json["media_attachments"]?.array ?? []).compactMap { attachment($0) },
      mentions: (json["mentions"]?.array ?? []).compactMap { mention($0) },
      tags: (json["tags"]?.array ?? []).compactMap { tag($0) },
      repliesCount: count(json["replies_count"]), repostsCount: count(json["reblogs_count"]),
      favouritesCount: count(json["favourites_count"]), interactions: interactions(json),
      client: json["application"].flatMap { client($0) }, commentOf: identifier(json["comment_of"]),
      linkPreview: json["card"].flatMap { card($0) }, filters: filters(json),
      emojis: emojis(json["emojis"]), hasPoll: json["poll"]?.members != nil, poll: poll(json["poll"]),
      quote: quote(json, page: page), circles: json["circles"].map { circles($0) } ?? [],
      location: name(json["location"]),
      reminded: json["reminded"].map { reminded($0) } ?? [])
  }

  /// Returns true if one of the viewer's filters hides the post, or the reposted post, in this list.
  func hides(_ json: JSON?) -> Bool {
    guard context != nil, let json else { return false }
    return FilterEffect(filters(json), in: context).hides
      || json["reblog"].map { FilterEffect(filters($0), in: context).hides } ?? false
  }

  private func filters(_ status: JSON) -> [PostFilter] {
    (status["filtered"]?.array ?? []).compactMap { result in
      guard let filter = result["filter"] else { return nil }
      let action: PostFilter.Action =
        switch filter["filter_action"]?.string {
        case "hide": .hide
        case "blur": .blur
        default: .warn
        }
      return PostFilter(
        title: name(filter["title"]) ?? "", action: action,
        contexts: filter["context"]?.array?.compactMap { $0.string })
    }
  }

  /// Decodes an entry of a timeline: a post or a repost.
  @inline(never)
  public func entry(_ json: JSON) -> TimelineEntry? {
    guard let original = json["reblog"], original.members != nil else {
      return status(json).map { TimelineEntry($0) }
    }
    guard let id = identifier(json["id"]), let status = status(original) else { return nil }
    return TimelineEntry(
      id: id, createdAt: date(json["created_at"]), post: status,
      reposter: json["account"].flatMap { profile($0) })
  }

  /// Decodes the audience: Swiftlet's name for it if there is one, else the Mastodon API's. An unknown one
  /// counts as followers only, so that the app doesn't help to spread the post.
  private func visibility(_ json: JSON) -> Visibility {
    (json.text("audience") ?? json.text("visibility")).flatMap { Visibility(rawValue: $0) } ?? .followers
  }

  /// Decodes the circles that the viewer chose for an own post.
  @inline(never)
  private func circles(_ json: JSON) -> [Post.ChosenCircle] {
    (json.array ?? []).compactMap { circle in
      guard let id = identifier(circle["id"]), let title = name(circle["title"]) else { return nil }
      return Post.ChosenCircle(
        id: id, name: title, isExcepted: circle["excluded"]?.bool ?? false,
        isOfFollowers: circle["excluded_from"]?.string == "followers")
    }
  }

  /// Decodes the reminded people that the viewer may know.
  @inline(never)
  private func reminded(_ json: JSON) -> [Post.Mention] { (json.array ?? []).compactMap { mention($0) } }

  private func client(_ json: JSON) -> Post.Client? {
    name(json["name"]).map { Post.Client(name: $0, website: url(json["website"])) }
  }

  /// Decodes entities/PreviewCard; `nil` without a URL or a title.
  private func card(_ json: JSON) -> Post.LinkPreview? {
    guard let url = url(json["url"]), let title = name(json["title"]) else { return nil }
    return Post.LinkPreview(
      url: url, title: title, description: text(json["description"]) ?? "",
      site: name(json["provider_name"]) ?? ServerAddress.host(of: url), picture: picture(json["image"]))
  }

  private func interactions(_ json: JSON) -> Post.Interactions {
    var interactions = Post.Interactions()
    interactions.isFavourite = json["favourited"]?.bool ?? false
    interactions.isReposted = json["reblogged"]?.bool ?? false
    interactions.isBookmarked = json["bookmarked"]?.bool ?? false
    interactions.isMuted = json["muted"]?.bool ?? false
    interactions.isPinned = json["pinned"]?.bool ?? false
    return interactions
  }

  private func mention(_ json: JSON) -> Post.Mention? {
    guard let id = identifier(json["id"]), let username = name(json["username"]) else { return nil }
    return Post.Mention(
      id: id, username: username, handle: name(json["acct"]) ?? username, url: url(json["url"]) ?? "")
  }

  private func tag(_ json: JSON) -> Post.Tag? {
    name(json["name"]).map { Post.Tag(name: $0, url: url(json["url"]) ?? "") }
  }

  /// Decodes entities/MediaAttachment; `nil` if it has no URL to show or open.
  func attachment(_ json: JSON) -> Post.Attachment? {
    let kind = json["type"]?.string.flatMap { Post.Attachment.Kind(rawValue: $0) } ?? .unknown
    // The server stores no copy of an unknown kind. Its own URL leads to a placeholder.
    let whole =
      (kind == .unknown ? url(json["remote_url"]) : nil) ?? url(json["url"]) ?? url(json["remote_url"])
    let preview = url(json["preview_url"])
    guard let url = whole ?? preview else { return nil }
    let meta = json["meta"]
    let original = size(meta?["original"])
    var picture = Picture(url: kind == .image ? url : preview ?? url, size: original ?? size(meta?["small"]))
    picture.description = text(json["description"]) ?? ""
    picture.focus = Picture.Focus(meta?["focus"])
    if let preview, let small = size(meta?["small"]) {
      picture.variants = [Picture.Variant(url: preview, size: small, shape: .whole)]
      if kind == .image, let whole, let original {
        picture.variants.append(Picture.Variant(url: whole, size: original, shape: .whole))
      }
    }
    return Post.Attachment(id: identifier(json["id"]) ?? url, kind: kind, picture: picture, url: url)
  }
}
