import Localization
import Markup
import Social

extension ComposeStart {
  /// Starts a reply, which begins with the handles of the author, of the reposter, and of the others that the
  /// post mentions.
  ///
  /// The reply's audience is at most the post's, and it takes over the post's warning.
  init(replyTo post: Post, reposter: Profile? = nil, writer: Profile) {
    self.init(
      Draft(
        text: ReplyStart.text(to: post, reposter: reposter, writer: writer.handle), warning: post.warning,
        isSensitive: post.isSensitive, visibility: post.visibility,
        replyTo: Draft.Quoted(
          id: post.id, nick: post.author.account.nick, handle: post.author.handle,
          text: post.content.plainText, avatar: post.author.account.avatar?.url)))
  }

  /// Starts a change of one of the viewer's posts. The server provides the text as it was typed.
  init(editing post: Post) {
    var draft = Draft(
      warning: post.warning, isSensitive: post.isSensitive, visibility: post.visibility,
      language: post.language, pictures: post.attachments.map { DraftPicture($0) })
    draft.location = post.location
    self.init(draft, editing: post.id, post)
  }
}

extension Draft {
  /// The location as posts show it; `nil` without one.
  var shownLocation: String? { location.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the post as it shows until the server has confirmed the change.
  func applied(to post: Post) -> Post {
    var changed = post
    changed.content = .text(text)
    changed.warning = warning
    changed.isSensitive = isSensitive
    if location != nil { changed.location = shownLocation }
    changed.attachments = pictures.map { picture in
      var attachment =
        post.attachments.first { $0.id == picture.id }
        ?? Post.Attachment(id: picture.id, kind: .image, picture: picture.picture, url: picture.picture.url)
      attachment.picture.description = picture.description
      attachment.picture.focus = picture.focus
      return attachment
    }
    return changed
  }
}

extension Content {
  /// The text without markup. It isn't escaped: the renderer has to escape it.
  var plainText: String {
    switch self {
    case .text(let text): text
    case .html(let html): Sanitizer.cleaned(html).plain
    }
  }
}
