import Contracts
import Localization
import Markup
import Social

extension Moments.MomentsPostCell {
  /// Longer texts are folded to this many lines.
  static let foldedLines = 6
  /// More likes than these can be folded, and fewer with long names: to three lines, by the style sheet.
  static let foldedLikes = 6
  /// The number of comments that show at first; the style sheet has it, too.
  static let shownComments = 20

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element(
        "article", .class(waiting == nil ? "moments-post" : "moments-post waiting"),
        .aria(.label, post.sender.nick), .data("data-key", key)
      ) { html in
        html.element(
          "a", .class("face"), .href(link(to: post.sender)), .tap(tap(on: post.sender)),
          .named(.tabIndex, "-1"), .aria(.label, strings[.avatarOf, post.sender.nick])
        ) { $0.avatar(of: post.sender, shownSize: "40px") }
        html.element("div", .class("body")) { html in
          html.element("h2", .class("nick")) { name(post.sender, &$0) }
          if !post.warning.isEmpty {
            html.warning(post.warning, isUnfolded: isUncovered, .tap(Moments.Tap.cover(key: key)), strings)
          }
          if post.warning.isEmpty || isUncovered {
            text(strings, &html)
            pictures(strings, &html)
            if post.hasPoll { poll(strings, &html) }
            html.linkPreview(card, isSmall: true)
            if let location = post.location { html.location(location, hasPin: false, strings) }
          }
          meta(strings, &html)
          if let waiting { html.sending(waiting, strings) }
          bubble(strings, &html)
        }
      }
    }
  }

  /// The preview that shows: a post with pictures or a warning has none.
  private var card: Post.LinkPreview? {
    guard post.pictures.isEmpty, post.warning.isEmpty, let preview = post.linkPreview else { return nil }
    guard SafeURL(preview.url) != nil else { return nil }
    return Post.LinkPreview(url: preview.url, title: preview.title, picture: preview.picture)
  }

  private func text(_ strings: Strings, _ html: inout HTML) {
    let pieces = PostText(post.text).pieces
    guard let first = pieces.first else { return }
    // A text that is only the address says no more than its card.
    if case .link = first, pieces.count == 1, card != nil { return }
    let language = post.language.map { Attribute.lang($0) }
    html.element("div", .class(unfolded.contains(.text) ? "text unfolded" : "text"), .dir("auto"), language) {
      $0.postText(post.text, isOwn: isOwn)
    }
    guard PostText.couldExceed(lines: Self.foldedLines, post.text) else { return }
    fold(.text, strings, &html)
  }

  /// Writes the button that folds or unfolds a part of the post. That of the comments stands before them and
  /// shows the earlier ones: the newest always show, so that a comment is seen as soon as it is sent or comes.
  /// A screen reader hears which part it is.
  @inline(never)
  private func fold(_ part: Moments.FoldableParts, _ strings: Strings, _ html: inout HTML) {
    let isUnfolded = unfolded.contains(part)
    let text =
      switch part {
      case .text: strings[isUnfolded ? .collapse : .fullText]
      case .comments where !isUnfolded:
        strings[.allComments, post.comments.count]
      default: strings[isUnfolded ? .collapse : .showMore]
      }
    var label: Attribute?
    if part == .likes {
      label = .aria(.label, text + strings[.colon] + strings[.favourites, post.likes.count])
    } else if part == .comments, isUnfolded {
      label = .aria(.label, text + strings[.colon] + strings[.comments])
    }
    html.element(
      "button", .class(part == .comments ? "fold earlier" : "fold"), .type("button"),
      .tap(Moments.Tap.fold(key: part.key(in: key))), .aria(.expanded, isUnfolded ? "true" : "false"), label,
      text: text)
  }

  private func pictures(_ strings: Strings, _ html: inout HTML) {
    if post.isSensitive, !isUncovered, !post.pictures.isEmpty {
      return html.pictureCover(isOff: false, .tap(Moments.Tap.cover(key: key)), strings)
    }
    switch PictureLayout(of: post.pictures) {
    case .none: return
    case .single(let box):
      html.element(
        "div", .class(post.pictures[0].size == nil ? "pictures single unsized" : "pictures single")
      ) {
        html in
        photo(0, shape: .whole, shownSize: "\(box.width)px", box: box, strings, &html)
      }
    case .grid(let columns):
      html.element("div", .class("pictures grid columns\(columns)")) { html in
        for index in post.pictures.indices {
          photo(
            index, shape: .square, shownSize: "\(PictureLayout.cell)px",
            box: PictureLayout.Box(width: PictureLayout.cell, height: PictureLayout.cell), strings, &html)
        }
      }
    }
  }

  /// Writes that the post has a poll, with the way to its thread, where one votes.
  @inline(never)
  private func poll(_ strings: Strings, _ html: inout HTML) {
    guard actions != nil, let id = post.id else {
      // The app has no thread of a post on its way, or of another server without a session there.
      return html.element("p", .class("file"), text: strings[later: .poll])
    }
    html.element(
      "a", .class("link file"), .href(Links.post(id, of: post.sender.username)),
      .tap(Moments.Tap.thread(key: key)), text: strings[.pollElsewhere])
  }

  private func photo(
    _ index: Int, shape: Picture.Variant.Shape, shownSize: String, box: PictureLayout.Box, _ strings: Strings,
    _ html: inout HTML
  ) {
    let picture = post.pictures[index]
    let label =
      picture.description.isEmpty ? strings[.pictureOf, "\(index + 1)", "\(post.pictures.count)"] : ""
    let largest = picture.variants.last { $0.shape == .whole }?.url ?? picture.url
    html.element(
      "a", .class("photo"), SafeURL(largest).map { .href($0) },
      .tap(Moments.Tap.picture(key: key, index: index))
    ) { html in
      html.picture(
        picture, shape: shape, shownSize: shownSize, box: box, class: "picture",
        alt: picture.description.isEmpty ? label : picture.description, isFirst: isFirst)
    }
  }

  private func bubble(_ strings: Strings, _ html: inout HTML) {
    guard !post.likes.isEmpty || !post.comments.isEmpty else { return }
    html.element("div", .class("bubble")) { html in
      if !post.likes.isEmpty {
        html.element("p", .class("likes")) { html in
          Icon.heart.append(to: &html)
          html.element("span", .class("unseen"), text: strings[.likedBy] + " ")
          for (index, account) in post.likes.enumerated() {
            if index > 0 { html.text(strings[.nameSeparator]) }
            name(account, &html)
          }
        }
        if couldFoldLikes { fold(.likes, strings, &html) }
      }
      if post.comments.count > Self.shownComments { fold(.comments, strings, &html) }
      if !post.comments.isEmpty {
        html.element("ul", .class("comments"), .aria(.label, strings[.comments])) { html in
          for comment in post.comments { self.comment(comment, strings, &html) }
        }
      }
    }
  }

  /// True if the names could be longer than the lines that show. The layout then decides, as for a text.
  private var couldFoldLikes: Bool {
    guard post.likes.count <= Self.foldedLikes else { return true }
    var names = ""
    for account in post.likes { names += account.nick }
    // The estimate is for large letters, of which six lines have the room of three.
    return PostText.couldExceed(lines: Self.foldedLines, names)
  }

  private func comment(_ comment: Comment, _ strings: Strings, _ html: inout HTML) {
    let tap = actions == nil ? nil : comment.id.map { Moments.Tap.reply(key: key, comment: $0) }
    html.element(
      "li", tap.map { .tap($0) },
      comment.id != nil && comment.id == actions?.answered ? .flag(.answered) : nil
    ) { html in
      name(comment.sender, &html)
      if let reply = comment.replyTo {
        html.text(strings[.repliedTo])
        name(reply.sender, &html)
      }
      html.text(strings[.colon])
      html.element("bdi", comment.language.map { .lang($0) }) { $0.postText(comment.text, isOwn: isOwn) }
      picture(of: comment, strings, &html)
      // A button for those who don't use touch; it shows when it has the focus.
      if let tap {
        html.element(
          "button", .class("answer"), .type("button"), .tap(tap),
          text: strings[.replyTo, comment.sender.nick])
      }
      if actions?.isMember == true { html.optionsButton(comment.id, strings) }
    }
  }

  func name(_ account: Account, _ html: inout HTML) {
    html.element("a", .class("name"), .href(link(to: account)), .tap(tap(on: account))) { html in
      html.element("bdi", text: account.nick)
    }
  }

  private var isOwn: Bool { if case .own = origin { true } else { false } }

  private func link(to account: Account) -> SafeURL { Links.moments(of: account.username, at: origin) }

  private func tap(on account: Account) -> Moments.Tap { .person(username: account.username) }
}
