public import JSON
public import Social

/// Encodes the responses of the Moments contract.
///
/// Beyond the contract it adds `likes` and, if they have a value, `id`, `spoiler_text`, `sensitive`,
/// `created_at`, `edited_at`, `location`, `language` and `card`: the preview of a link, with `url`, `title`
/// and perhaps the address of a small `image`. A post that isn't public, which only members get, has its
/// `audience`: `unlisted`, `members`, `private` (followers) or `circles`. Its author also gets `circles`, as
/// in statuses (decision 0059). A post with a poll has `poll`, which is true. Comments get `id`,
/// `created_at`, `image`, `reply_to` and `language`. Pictures get their sizes (`width`, `height`,
/// `description`, `focus`, `sizes`, `avatar_sizes`, `profile_image_sizes`).
public struct MomentsEncoder: Sendable {
  /// The text before URLs that are relative to the server's root: `https://example.org` in a response of the
  /// API, empty in the server's own page.
  public let prefix: String

  public init(prefix: String = "") { self.prefix = prefix }

  /// Encodes the response to `GET /user/{username}`.
  public func profile(_ account: Account, _ writer: inout JSONWriter) {
    writer.object { writer in
      write(account, &writer)
      writer.name("profile-image")
      writer.string(account.cover.map { url($0.url) } ?? "")
      write(sizes: account.cover?.variants ?? [], named: "profile_image_sizes", &writer)
    }
  }

  /// Encodes the response to `GET /user/{username}/tweets`.
  public func posts(_ posts: [MomentsPost], _ writer: inout JSONWriter) {
    writer.array(posts) { writer, post in self.post(post, &writer) }
  }

  public func post(_ post: MomentsPost, _ writer: inout JSONWriter) {
    writer.object { writer in
      write(post.id, named: "id", &writer)
      write(date: post.createdAt, named: "created_at", &writer)
      write(date: post.editedAt, named: "edited_at", &writer)
      writer.name("sender")
      sender(post.sender, &writer)
      if !post.warning.isEmpty {
        writer.name("spoiler_text")
        writer.string(post.warning)
      }
      if post.isSensitive {
        writer.name("sensitive")
        writer.bool(true)
      }
      if !post.text.isEmpty {
        writer.name("content")
        writer.string(post.text)
      }
      if !post.pictures.isEmpty {
        writer.name("images")
        writer.array(post.pictures) { writer, picture in write(picture, &writer) }
      }
      write(post.location, named: "location", &writer)
      write(post.language, named: "language", &writer)
      if let preview = post.linkPreview {
        writer.name("card")
        write(preview, &writer)
      }
      if post.visibility != .everybody { write(post.visibility.rawValue, named: "audience", &writer) }
      if post.hasPoll || !post.circles.isEmpty { pollAndCircles(of: post, &writer) }
      writer.name("comments")
      writer.array(post.comments) { writer, comment in write(comment, &writer) }
      writer.name("likes")
      writer.array(post.likes) { writer, account in sender(account, &writer) }
    }
  }

  /// Writes what few posts have. It is a function of its own, which the app's first part does without.
  @inline(never)
  private func pollAndCircles(of post: MomentsPost, _ writer: inout JSONWriter) {
    if post.hasPoll { writer.member("poll", true) }
    writer.circles(post.circles)
  }

  private func write(_ comment: Comment, _ writer: inout JSONWriter) {
    writer.object { writer in
      write(comment.id, named: "id", &writer)
      write(date: comment.createdAt, named: "created_at", &writer)
      writer.name("sender")
      sender(comment.sender, &writer)
      writer.name("content")
      writer.string(comment.text)
      if let picture = comment.picture {
        writer.name("image")
        write(picture, &writer)
      }
      if let reply = comment.replyTo {
        writer.name("reply_to")
        writer.object { writer in
          writer.name("id")
          writer.string(reply.id)
          writer.name("sender")
          sender(reply.sender, &writer)
        }
      }
      write(comment.language, named: "language", &writer)
    }
  }

  private func write(_ preview: MomentsPost.LinkPreview, _ writer: inout JSONWriter) {
    writer.object { writer in
      write(url(preview.url), named: "url", &writer)
      write(preview.title, named: "title", &writer)
      write(preview.picture.map { url($0.url) }, named: "image", &writer)
    }
  }

  @inline(never)
  private func sender(_ account: Account, _ writer: inout JSONWriter) {
    writer.object { writer in write(account, &writer) }
  }

  @inline(never)
  private func write(_ account: Account, _ writer: inout JSONWriter) {
    writer.name("username")
    writer.string(account.username)
    writer.name("nick")
    writer.string(account.nick)
    writer.name("avatar")
    writer.string(account.avatar.map { url($0.url) } ?? "")
    write(sizes: account.avatar?.variants ?? [], named: "avatar_sizes", &writer)
  }

  private func write(_ picture: Picture, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("url")
      writer.string(url(picture.url))
      if let size = picture.size { write(size, &writer) }
      if !picture.description.isEmpty {
        writer.name("description")
        writer.string(picture.description)
      }
      if let focus = picture.focus {
        writer.name("focus")
        focus.write(&writer)
      }
      write(sizes: picture.variants, named: "sizes", &writer)
    }
  }

  @inline(never)
  private func write(sizes variants: [Picture.Variant], named name: StaticString, _ writer: inout JSONWriter)
  {
    guard !variants.isEmpty else { return }
    writer.name(name)
    writer.array(variants) { writer, variant in
      writer.object { writer in
        writer.name("url")
        writer.string(url(variant.url))
        write(variant.size, &writer)
        if variant.shape == .square {
          writer.name("crop")
          writer.string("square")
        }
      }
    }
  }

  @inline(never)
  private func write(_ size: PixelSize, _ writer: inout JSONWriter) {
    writer.name("width")
    writer.number(size.width)
    writer.name("height")
    writer.number(size.height)
  }

  @inline(never)
  private func write(date: Timestamp?, named name: StaticString, _ writer: inout JSONWriter) {
    write(date?.iso8601, named: name, &writer)
  }

  @inline(never)
  private func write(_ text: String?, named name: StaticString, _ writer: inout JSONWriter) {
    guard let text else { return }
    writer.name(name)
    writer.string(text)
  }

  private func url(_ url: String) -> String {
    Array(url.utf8).first == UInt8(ascii: "/") ? prefix + url : url
  }
}
