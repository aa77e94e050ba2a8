import Localization
import Markup
import Social

extension HTML {
  /// Writes a chosen picture of the device, if it can be shown already, and its failure.
  mutating func chosenPicture(_ picture: DraftPicture, _ strings: Strings) {
    if picture.state != .preparing {
      self.picture(picture.picture, shape: .square, shownSize: "", class: "picture", alt: "", isFirst: true)
    }
    if case .failed(let failure) = picture.state {
      let isShort = failure.phrase == .pictureUnreadable || failure.phrase == .pictureTooLarge
      let words = isShort ? failure.text(strings) : strings[picture.canRetry ? .retry : .pictureRefused]
      element("span", .class("problem"), text: words)
    }
  }

  /// Writes the progress of its upload.
  mutating func progress(of picture: DraftPicture, _ strings: Strings) {
    if picture.state == .preparing {
      element("span", .class("spokes"), .role("status"), .aria(.label, strings[.loading])) { _ in }
    }
    if picture.state == .sending {
      element(
        "progress", .data("data-upload", picture.id), .named(.max, "1"), .aria(.label, strings[.sending])
      ) { _ in }
    }
  }
}
