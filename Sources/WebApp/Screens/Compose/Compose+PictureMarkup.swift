import Localization
import Markup
import Social

extension Compose {
  /// Returns the page on which a picture is described; `nil` if no picture is being described.
  static func descriptionPage(_ state: State, _ environment: ViewEnvironment) -> Page<Cell>? {
    let pictures = state.draft.pictures
    guard let position = pictures.firstIndex(where: { $0.id == state.described }) else { return nil }
    return Page(
      title: environment.strings[.describePicture],
      frame: [
        .bar(
          .describePicture, left: maxDescriptionLength - pictures[position].description.utf16.count,
          canSend: true,
          isEdit: false)
      ],
      cells: [
        .described(pictures[position].undescribed, position, of: pictures.count),
        .description(state.fieldText),
      ])
  }
}

extension DraftPicture {
  /// The same picture without its description, so that typing one renders nothing anew.
  fileprivate var undescribed: DraftPicture { DraftPicture(id: id, focus: focus, url: url) }
}

extension Compose.Cell {
  func pictures(
    _ pictures: [DraftPicture], _ isSensitive: Bool?, _ most: Int, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("section", .class("chosen"), .data("data-key", key)) { html in
      html.element("ul") { html in
        for index in pictures.indices {
          tile(pictures[index], strings[.pictureOf, "\(index + 1)", "\(pictures.count)"], strings, &html)
        }
        if pictures.count < most {
          html.element("li", .class("tile")) { html in
            html.element(
              "button", .class("add"), .type("button"), .flag(.picks), .aria(.label, strings[.addPictures])
            ) { Icon.close.append(to: &$0) }
          }
        }
      }
      if pictures.count > most {
        html.element("p", .class("problem"), .role("status"), text: strings[.tooManyPictures, "\(most)"])
      }
      for index in pictures.indices {
        guard case .failed(let failure) = pictures[index].state else { continue }
        let name = strings[.pictureOf, "\(index + 1)", "\(pictures.count)"]
        html.element(
          "p", .class("problem"), .role("status"), text: name + strings[.colon] + failure.text(strings))
      }
      if pictures.contains(where: { $0.hasFailed }) {
        html.element("p", .class("problem"), .role("status"), text: strings[later: .removeToSend])
      }
      if let isSensitive {
        html.element(
          "button", .class("sensitive"), .type("button"), .tap(Compose.PictureTap.sensitive),
          .aria(.pressed, isSensitive ? "true" : "false"), text: strings[later: .markSensitive])
      }
    }
  }

  private func tile(_ picture: DraftPicture, _ name: String, _ strings: Strings, _ html: inout HTML) {
    let move = EncodedTap(Compose.PictureTap.Verb.move.rawValue, picture.id).text
    html.element("li", .class("tile"), .data("data-tile", move)) { html in
      html.element(
        "button", .class("shown"), .type("button"),
        picture.hasFailed && !picture.canRetry ? .flag(.disabled) : .tap(mainTap(of: picture)),
        .aria(.label, name + ". " + words(picture, strings)),
        .aria(.keyShortcuts, "Shift+ArrowLeft Shift+ArrowRight")
      ) { html in
        html.chosenPicture(picture, strings)
        if picture.state != .preparing, !picture.hasFailed {
          html.element(
            "span", .class("alt"), text: (picture.description.isEmpty ? "+ " : "✓ ") + strings[.altMark])
        }
      }
      html.progress(of: picture, strings)
      html.element(
        "button", .class("remove"), .type("button"), .tap(Compose.PictureTap.remove(picture.id)),
        .aria(.label, strings[.removePicture] + strings[.colon] + name)
      ) { Icon.close.append(to: &$0) }
    }
  }

  /// Returns the tap of the picture. Only a failure that may pass can be retried; after any other the picture
  /// can only be removed.
  private func mainTap(of picture: DraftPicture) -> Compose.PictureTap {
    picture.hasFailed ? .retry(picture.id) : .describe(picture.id)
  }

  private func words(_ picture: DraftPicture, _ strings: Strings) -> String {
    if case .failed(let failure) = picture.state {
      return failure.text(strings) + (picture.canRetry ? " " + strings[.retry] : "")
    }
    return picture.description.isEmpty ? strings[.describePicture] : picture.description
  }

  func described(
    _ picture: DraftPicture, _ position: Int, of count: Int, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("figure", .class("described"), .data("data-key", key)) { html in
      html.element(
        "div", .class("aim"), .named(.tabIndex, "0"), .role("group"), .data("data-keys", Compose.focusField),
        .aria(.label, strings[later: .focusHelp])
      ) { html in
        html.picture(
          picture.picture, shape: .whole, shownSize: "", class: "picture",
          alt: strings[.pictureOf, "\(position + 1)", "\(count)"], isFirst: true)
        focus(picture.focus ?? Picture.Focus(x: 0, y: 0), &html)
      }
      html.element("p", .class("help"), text: strings[later: .focusHelp])
      if count > 1 {
        html.element("p", .class("places")) { html in
          move(picture.id, to: position - 1, strings[.moveEarlier], isThere: position > 0, &html)
          html.element("span", .role("status"), text: strings[.pictureOf, "\(position + 1)", "\(count)"])
          move(picture.id, to: position + 1, strings[.moveLater], isThere: position + 1 < count, &html)
        }
      }
    }
  }

  /// Draws a ring. Its position is given in attributes, because inline styles are forbidden.
  private func focus(_ point: Picture.Focus, _ html: inout HTML) {
    html.element("svg", .aria(.hidden, "true")) { html in
      html.element(
        "circle", .named(.cx, "\((1000 + point.x) / 20)%"), .named(.cy, "\((1000 - point.y) / 20)%")
      ) { _ in
      }
    }
  }

  private func move(_ id: String, to position: Int, _ text: String, isThere: Bool, _ html: inout HTML) {
    html.element(
      "button", .type("button"), .tap(Compose.PictureTap.move(id, to: position)),
      isThere ? nil : .flag(.disabled),
      text: text)
  }
}
