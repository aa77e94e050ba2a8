import Localization
import Markup
import Social

/// The pictures of a post, as in feed-look.md (section 1); for videos and audio a link to their address.
extension PostCell {
  func attachments(_ strings: Strings, _ html: inout HTML) {
    guard !post.attachments.isEmpty else { return }
    // A warning covers them as well.
    let isSensitive = post.isSensitive && post.warning.isEmpty
    let pictures = post.attachments.filter { $0.isPicture }.map { $0.picture }
    html.pictures(
      pictures, of: post.id, isFirst: isFirst, isLarge: style == .large,
      isCovered: isSensitive ? !isUncovered : nil,
      strings)
    if isSensitive, !isUncovered {
      if pictures.isEmpty { html.pictureCover(isOff: false, .tap(PostTap.cover(id: post.id)), strings) }
      return
    }
    for attachment in post.attachments where !attachment.isPicture {
      guard let url = SafeURL(attachment.url) else { continue }
      html.element(
        "a", .class("link file"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"),
        text: attachment.picture.description.isEmpty
          ? name(attachment, strings) : attachment.picture.description)
    }
  }

  /// Writes links to what the app can't show.
  func elsewhere(_ strings: Strings, _ html: inout HTML) {
    if let poll = post.poll {
      self.poll(poll, strings, &html)
    } else if post.hasPoll {
      line(.pollElsewhere, SafeURL(post.url), nil, strings, &html)
    }
    if let quote = post.quote { line(quote, strings, &html) }
  }

  @inline(never)
  private func line(_ quote: Post.Quote, _ strings: Strings, _ html: inout HTML) {
    let isKnown = !quote.id.isEmpty && !isReadOnly
    let page = isKnown && !quote.handle.isEmpty ? Links.post(quote.id, of: quote.handle) : SafeURL(quote.url)
    line(.quoteElsewhere, page, isKnown ? .tap(PostTap.open(id: quote.id)) : nil, strings, &html)
  }

  @inline(never)
  private func line(
    _ phrase: Phrase, _ url: SafeURL?, _ tap: Attribute?, _ strings: Strings, _ html: inout HTML
  ) {
    guard let url else { return html.element("p", .class("file"), text: strings[phrase]) }
    html.element(
      "a", .class("link file"), .href(url), tap, tap == nil ? .rel("noopener nofollow ugc") : nil,
      tap == nil ? .named(.target, "_blank") : nil, text: strings[phrase])
  }

  /// The kind; of a file that the server doesn't know also its name.
  @inline(never)
  private func name(_ attachment: Post.Attachment, _ strings: Strings) -> String {
    let kind = strings[attachment.kind.name]
    guard attachment.kind == .unknown else { return kind }
    let path = Array(attachment.url.utf8).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let last = path.split(separator: UInt8(ascii: "/")).last ?? []
    let file = String(decoding: last, as: UTF8.self)
    return file.isEmpty || last.count > 60 ? kind : kind + strings[.colon] + strings.isolated(file)
  }
}

extension HTML {
  /// Writes the pictures of a post; without its id they don't link anywhere yet. `isCovered`: true if they
  /// are blurred beyond recognition; `nil` if they have no cover.
  mutating func pictures(
    _ pictures: [Picture], of postID: String?, isFirst: Bool = true, isLarge: Bool = false,
    isCovered: Bool? = nil,
    _ strings: Strings
  ) {
    let count = pictures.count
    guard count > 0 else { return }
    let name = count == 1 ? "pictures single" : count < 5 ? "pictures grid of\(count)" : "pictures grid"
    // Up to four share one box of 3:2; more are squares.
    element("div", .class(name)) { html in
      for index in pictures.indices {
        let isHalf = count == 2 || count == 3 && index == 0
        html.photo(
          index, of: pictures, postID,
          box: count == 1
            ? PictureLayout.wide(pictures[0].size, isLarge: isLarge)
            : count > 4
              ? PictureLayout.Box(width: 100, height: 100)
              : PictureLayout.Box(width: 152, height: isHalf ? 204 : 101), isFirst,
          isCovered: isCovered == true,
          strings)
      }
      if let isCovered, let postID {
        html.pictureCover(isOff: !isCovered, .tap(PostTap.cover(id: postID)), strings)
      }
    }
  }

  private mutating func photo(
    _ index: Int, of pictures: [Picture], _ postID: String?, box: PictureLayout.Box, _ isFirst: Bool,
    isCovered: Bool,
    _ strings: Strings
  ) {
    let picture = pictures[index]
    if isCovered {
      // The smallest copy, without a description.
      return element("span", .class("photo")) { html in
        html.picture(
          picture, shape: pictures.count > 4 ? .square : .whole, shownSize: "16px", box: box,
          class: "picture blurred",
          alt: "", isFirst: isFirst)
      }
    }
    let (isAlone, isSquare) = (pictures.count == 1, pictures.count > 4)
    element(
      "a", .class("photo"), postID == nil ? nil : SafeURL(picture.url).map { .href($0) },
      postID.map { .tap(PostTap.picture(id: $0, index: index)) },
      index == 0 && postID != nil ? .aria(.keyShortcuts, "e") : nil
    ) { html in
      html.picture(
        picture, shape: isSquare ? .square : .whole,
        shownSize: isAlone
          ? "(min-width: 640px) 520px, 80vw"
          : isSquare ? "(min-width: 640px) 180px, 30vw" : "(min-width: 640px) 340px, 50vw",
        box: box, class: "picture",
        alt: picture.description.isEmpty
          ? strings[.pictureOf, "\(index + 1)", "\(pictures.count)"] : picture.description,
        isFirst: isFirst)
      if !picture.description.isEmpty {
        html.element(
          "span", .class("alt"),
          postID.map { .tap(PostTap.picture(id: $0, index: index, isDescribed: true)) },
          .aria(.hidden, "true"), text: strings[.altMark])
      }
    }
  }
}

extension Post.Attachment.Kind {
  var name: Phrase {
    switch self {
    case .image: .picture
    case .animation, .video: .film
    case .audio: .sound
    case .unknown: .file
    }
  }
}
