import Localization
import Markup
import Social

extension PictureCutter.Kind {
  var name: Phrase { self == .avatar ? .picture : .cover }

  /// Returns true if the account has a picture of this kind.
  func isSet(of account: Account?) -> Bool { (self == .avatar ? account?.avatar : account?.cover) != nil }
}

/// The markup of choosing and cutting a picture.
extension HTML {
  /// Writes the sheet with the choices for a picture. One that isn't set can't be removed.
  mutating func pictureChoice(_ kind: PictureCutter.Kind, isSet: Bool, key: String, _ strings: Strings) {
    sheet(key: key, title: strings[kind.name], dismiss: PictureTap.outside.encoded, strings) { html in
      html.element("button", .class("option"), .type("button"), .flag(.picks)) {
        $0.element("span", .class("name"), text: strings[later: .choosePicture])
      }
      guard isSet else { return }
      html.element("button", .class("option"), .type("button"), .tap(PictureTap.remove)) {
        $0.element("span", .class("name"), text: strings[.removePicture])
      }
    }
  }

  /// Writes cover and picture as buttons that change them.
  ///
  /// - Parameter key: the cell's; `nil` within a cell.
  mutating func ownPictures(of account: Account, key: String? = nil, _ strings: Strings) {
    element("section", .class("own-pictures"), key.map { .data("data-key", $0) }) { html in
      html.element("button", .class("own-cover"), .type("button"), .tap(PictureTap.picture(.cover))) { html in
        if let cover = account.cover {
          html.picture(
            cover, shape: .whole, shownSize: "(min-width: 640px) 640px, 100vw", class: "picture", alt: "",
            isFirst: true)
        }
        html.pictureChange(.cover, strings)
      }
      html.element("button", .class("own-avatar"), .type("button"), .tap(PictureTap.picture(.avatar))) {
        html in
        html.avatar(of: account, shownSize: "76px")
        html.pictureChange(.avatar, strings)
      }
    }
  }

  /// Writes the sign on a picture that a tap changes.
  private mutating func pictureChange(_ kind: PictureCutter.Kind, _ strings: Strings) {
    element("span", .class("change")) { html in
      Icon.camera.append(to: &html)
      html.element("span", .class("unseen"), text: strings[kind.name])
    }
  }

  /// Writes the crop view. The arrow keys, + and − move and scale the picture as fingers do; so do the
  /// buttons.
  ///
  /// - Parameters:
  ///   - shape: `nil` while the picture is being read.
  ///   - caption: says where the band of a cover shows.
  mutating func pictureCutting(
    _ id: String, _ kind: PictureCutter.Kind, _ shape: Crop.Shape?, caption: LaterPhrase? = nil, key: String,
    _ strings: Strings
  ) {
    element(
      "div", .class("cutting"), .data("data-key", key), .role("dialog"), .aria(.modal, "true"),
      .aria(.label, strings[later: .moveAndScale]), .dismiss(PictureTap.keep),
      .data("data-keys", "crop")
    ) { html in
      html.element("p", .class("choices")) { html in
        html.element(
          "button", .class("choice"), .type("button"), .tap(PictureTap.keep), .flag(.focus),
          text: strings[.cancel]
        )
        html.element(
          "button", .class("primary"), .type("button"), .tap(PictureTap.cut),
          shape == nil ? .flag(.disabled) : nil,
          text: strings[.done])
      }
      guard let shape else { return html.spinner(strings) }
      html.element(
        "div", .class(kind == .avatar ? "cut" : "cut banded"), .role("img"),
        .aria(.label, strings[later: .moveAndScaleHelp])
      ) { $0.cutPicture(id, shape) }
      if kind == .cover {
        html.element("div", .class("cut-preview"), .aria(.hidden, "true")) { html in
          if let caption { html.element("span", text: strings[later: caption]) }
          html.element("div", .class("cut-band")) { $0.cutPicture(id, shape) }
        }
      }
      html.element("p", .class("presses")) { html in
        html.press("-", "−", strings[.zoomOut])
        html.press("ArrowLeft", "←", strings[.moveLeft])
        html.press("ArrowUp", "↑", strings[.moveUp])
        html.press("ArrowDown", "↓", strings[.moveDown])
        html.press("ArrowRight", "→", strings[.moveRight])
        html.press("+", "+", strings[.zoomIn])
      }
    }
  }

  /// Writes the picture under the frame. The colours of a long one fill the rest, as in `Web/drawing.js`.
  @inline(never)
  private mutating func cutPicture(_ id: String, _ shape: Crop.Shape) {
    cutPicture(id, class: shape.isWide ? "picture wide" : "picture")
    if shape.isLong { cutPicture(id, class: "picture smear") }
  }

  private mutating func cutPicture(_ id: String, class className: String) {
    picture(
      DraftPicture(id: id).picture, shape: .whole, shownSize: "", class: className, alt: "", isFirst: true)
  }

  @inline(never)
  private mutating func press(_ key: String, _ sign: String, _ label: String) {
    element("button", .type("button"), .tap(PictureTap.press(key)), .aria(.label, label), text: sign)
  }
}
