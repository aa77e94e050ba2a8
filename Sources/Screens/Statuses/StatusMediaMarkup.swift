import Markup
import Social

/// Pictures of a post, as feed-look.md has them (section 1); of films and sounds a link to where they are.
extension StatusCell {
  func attachments(_ strings: Strings, _ html: inout HTML) {
    guard !status.attachments.isEmpty else { return }
    guard !status.isSensitive || isUncovered || !status.warning.isEmpty else {
      return html.pictureCover(.tap(StatusTap.cover(id: status.id)), strings)
    }
    html.pictures(
      status.attachments.filter { $0.isPicture }.map { $0.picture }, of: status.id, isFirst: isFirst,
      isLarge: style == .large,
      strings)
    for attachment in status.attachments where !attachment.isPicture {
      guard let url = SafeURL(attachment.url) else { continue }
      html.element(
        "a", .class("link file"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"),
        text: attachment.picture.description.isEmpty ? strings[attachment.kind.name] : attachment.picture.description)
    }
  }

}

extension HTML {
  /// Pictures of a post; without its id they lead nowhere yet.
  mutating func pictures(
    _ pictures: [Picture], of status: String?, isFirst: Bool = true, isLarge: Bool = false, _ strings: Strings
  ) {
    let count = pictures.count
    guard count > 0 else { return }
    if count == 1 {
      element("div", .class("pictures single")) { html in
        html.photo(
          0, of: pictures, status, box: PictureLayout.wide(pictures[0].size, isLarge: isLarge), isFirst, strings)
      }
      return
    }
    // Up to four share one box of 3:2; more are squares.
    element("div", .class(count < 5 ? "pictures grid of\(count)" : "pictures grid")) { html in
      for index in pictures.indices {
        let isHalf = count == 2 || count == 3 && index == 0
        html.photo(
          index, of: pictures, status,
          box: count > 4
            ? PictureLayout.Box(width: 100, height: 100)
            : PictureLayout.Box(width: 152, height: isHalf ? 204 : 101), isFirst, strings)
      }
    }
  }

  private mutating func photo(
    _ index: Int, of pictures: [Picture], _ status: String?, box: PictureLayout.Box, _ isFirst: Bool, _ strings: Strings
  ) {
    let picture = pictures[index]
    let (isAlone, isSquare) = (pictures.count == 1, pictures.count > 4)
    element(
      "a", .class("photo"), status == nil ? nil : SafeURL(picture.url).map { .href($0) },
      status.map { .tap(StatusTap.picture(id: $0, index: index)) },
      index == 0 && status != nil ? .aria(.keyShortcuts, "e") : nil
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
        html.element("span", .class("alt"), .aria(.hidden, "true"), text: strings[.altMark])
      }
    }
  }
}

extension Status.Attachment.Kind {
  fileprivate var name: Phrase {
    switch self {
    case .image: .picture
    case .animation, .video: .film
    case .audio: .sound
    case .unknown: .file
    }
  }
}
