import Markup
import Social

/// Pictures of a post, laid out as in Moments; of films and sounds a link to where they are.
extension StatusCell {
  func attachments(_ strings: Strings, _ html: inout HTML) {
    guard !status.attachments.isEmpty else { return }
    guard !status.isSensitive || isUncovered || !status.warning.isEmpty else {
      return html.pictureCover(.tap(StatusTap.cover(id: status.id)), strings)
    }
    html.pictures(
      status.attachments.filter { $0.isPicture }.map { $0.picture }, of: status.id, isFirst: isFirst, strings)
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
  mutating func pictures(_ pictures: [Picture], of status: String?, isFirst: Bool = true, _ strings: Strings) {
    switch PictureLayout(of: pictures) {
    case .none: break
    case .single(let box):
      element("div", .class(pictures[0].size == nil ? "pictures single unsized" : "pictures single")) { html in
        html.photo(0, of: pictures, status, shape: .whole, box: box, isFirst, strings)
      }
    case .grid(let columns):
      let box = PictureLayout.Box(width: PictureLayout.cell, height: PictureLayout.cell)
      element("div", .class("pictures grid columns\(columns)")) { html in
        for index in pictures.indices {
          html.photo(index, of: pictures, status, shape: .square, box: box, isFirst, strings)
        }
      }
    }
  }

  private mutating func photo(
    _ index: Int, of pictures: [Picture], _ status: String?, shape: Picture.Variant.Shape, box: PictureLayout.Box,
    _ isFirst: Bool, _ strings: Strings
  ) {
    let picture = pictures[index]
    element(
      "a", .class("photo"), status == nil ? nil : SafeURL(picture.url).map { .href($0) },
      status.map { .tap(StatusTap.picture(id: $0, index: index)) },
      index == 0 && status != nil ? .aria(.keyShortcuts, "e") : nil
    ) { html in
      html.picture(
        picture, shape: shape,
        shownSize: shape == .square ? "(min-width: 640px) 180px, 30vw" : "(min-width: 640px) 380px, 60vw",
        box: box, class: "picture",
        alt: picture.description.isEmpty
          ? strings[.pictureOf, "\(index + 1)", "\(pictures.count)"] : picture.description,
        isFirst: isFirst)
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
