import Localization
import Markup
import Social

extension HTML {
  /// Writes the form that makes a named album.
  ///
  /// - Parameter title: the title that the server refused, or that didn't reach it; else empty.
  @inline(never)
  mutating func newScrapbook(key: String, title: String, _ problem: Message?, _ strings: Strings) {
    element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .newAlbum])
      html.element("p", .class("help"), text: strings[later: .albumsHelp])
      html.scrapbookForm("new", title: title, problem, strings[.createCircle], strings)
    }
  }

  /// Writes the form for the title of a named album.
  @inline(never)
  mutating func scrapbookForm(
    _ name: String, title: String, _ problem: Message?, _ button: String, _ strings: Strings
  ) {
    element("form", .data("data-submit", name)) { html in
      html.element("label", .class("field")) { html in
        html.element("span", text: strings[.profileName])
        html.void(
          "input", .named(.name, "title"), .named(.value, title), .named(.maxLength, "60"),
          .named(.autocomplete, "off"), .dir("auto"), .flag(.required))
      }
      if let problem { html.element("p", .class("problem"), .role("alert"), text: problem.text(strings)) }
      html.element("button", .class("primary"), text: button)
    }
  }

  /// Writes named albums as cards with their covers.
  ///
  /// - Parameter tap: returns the tap that opens an album.
  @inline(never)
  mutating func scrapbooks(
    _ scrapbooks: [Scrapbook], of handle: String, key: String, _ strings: Strings,
    tap: (String) -> Attribute
  ) {
    element("ul", .class("scrapbooks"), .data("data-key", key), .aria(.label, strings[later: .albums])) {
      html in
      for scrapbook in scrapbooks {
        html.element("li") { html in
          html.element("a", .href(Links.scrapbook(scrapbook.id, of: handle)), tap(scrapbook.id)) { html in
            html.element("span", .class("scrapbook-cover")) { html in
              if let cover = scrapbook.cover {
                html.picture(
                  cover.picture.withSquares, shape: .square, shownSize: "(min-width: 600px) 200px, 45vw",
                  box: PictureLayout.Box(width: PictureLayout.cell, height: PictureLayout.cell),
                  class: "picture", alt: "")
              } else {
                Icon.picture.append(to: &html)
              }
            }
            html.element("b", .dir("auto"), text: scrapbook.title)
            html.element("span", .class("handle"), text: strings[.posts, scrapbook.postsCount])
          }
        }
      }
    }
  }

  /// Writes pictures that are selected when they are tapped. A post is selected with all its pictures.
  ///
  /// - Parameters:
  ///   - selected: the ids of the selected posts.
  ///   - tap: returns the tap that selects a post, or no longer.
  @inline(never)
  mutating func choices(
    _ tiles: [MediaRow.Tile], _ selected: [String], isFirst: Bool, _ strings: Strings,
    tap: (String) -> Attribute
  ) {
    for tile in tiles {
      let number = strings[.pictureOf, "\((tile.index ?? 0) + 1)", "\(max(tile.count, 1))"]
      let words = tile.picture.description
      element(
        "button", .class("photo"), .type("button"), tap(tile.postID),
        .aria(.pressed, selected.contains(tile.postID) ? "true" : "false"),
        .aria(.label, words.isEmpty ? number : words)
      ) { html in
        guard !tile.isCovered else { return Icon.warning.append(to: &html) }
        html.picture(
          tile.picture.withSquares, shape: .square, shownSize: "(min-width: 700px) 160px, 33vw",
          box: PictureLayout.Box(width: PictureLayout.cell, height: PictureLayout.cell), class: "picture",
          alt: "", isFirst: isFirst)
      }
    }
  }

  /// Writes the bar with the number of selected posts and what is done with them. Escape triggers `cancel`, too.
  @inline(never)
  mutating func selectionBar(
    _ count: Int, _ strings: Strings, cancel: EncodedTap, act: Attribute, _ action: String
  ) {
    element("div", .class("scrapbook-selection"), .data("data-key", "selection"), .escape(cancel)) { html in
      html.element("span", .role("status"), text: strings[.posts, count])
      html.element("button", .type("button"), .tap(cancel), text: strings[.cancel])
      html.element(
        "button", .class("act"), .type("button"), act, count == 0 ? .flag(.disabled) : nil, text: action)
    }
  }
}
