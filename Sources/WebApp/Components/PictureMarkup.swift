import Markup
import Social

extension HTML {
  /// Writes an `img` that lists the sizes its server offers, so that nothing larger than shown is decoded.
  ///
  /// `shownSize` is the `sizes` attribute (HTML 4.8.4.2.1). `isFirst`: it is in sight at once, so it isn't
  /// loaded lazily.
  mutating func picture(
    _ picture: Picture, shape: Picture.Variant.Shape, shownSize: String, box: PictureLayout.Box? = nil,
    class className: String, alt: String, isFirst: Bool = false
  ) {
    guard let source = SafeURL(picture.url) else { return }
    // A square copy is the middle of the picture. If the focus is elsewhere, the whole picture is cropped
    // instead.
    let crop = box.flatMap { picture.crop(to: $0) }
    let shaped = picture.variants.filter { $0.shape == (crop == nil ? shape : .whole) }
    let candidates = (shaped.isEmpty ? picture.variants : shaped).compactMap { variant in
      SafeURL(variant.url).map { (url: $0, width: variant.size.width) }
    }
    void(
      "img",
      .class(className),
      candidates.isEmpty ? nil : .sizes(shownSize),
      candidates.isEmpty ? nil : .srcset(candidates),
      .src(candidates.first?.url ?? source),
      box.map { .width($0.width) },
      box.map { .height($0.height) },
      .alt(alt),
      crop.map { .data("data-crop", "\($0)") },
      .named(.decoding, "async"),
      isFirst ? nil : .named(.loading, "lazy"))
  }

  /// Writes a person's picture with round corners, over a drawn default that shows without one.
  mutating func avatar(of account: Account, shownSize: String) {
    element(
      "span", .class("avatar tint\(account.tint)"), .aria(.hidden, "true"),
      content: { html in
        html.element("span", text: account.initial)
        if let avatar = account.avatar {
          html.picture(avatar, shape: .square, shownSize: shownSize, class: "picture", alt: "")
        }
      })
  }
}

extension Account {
  /// The letter of the drawn default avatar.
  var initial: String {
    let bytes = Array(nick.utf8)
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }) else { return "" }
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The index of the drawn default avatar's colour, one of eight, always the same for the same person.
  var tint: Int {
    var hash: UInt32 = 2_166_136_261
    for byte in Array(username.utf8) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 8)
  }
}
