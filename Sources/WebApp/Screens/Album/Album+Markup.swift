import Contracts
import Localization
import Markup
import Social

extension Album {
  indirect enum Cell: PageCell {
    case part(ListPart)
    /// The bar, with the months to which the viewer can jump.
    case bar(String, [AlbumMonth], chosen: AlbumMonth?)
    case owner(Profile)
    case sections(Section, hasScrapbooks: Bool)
    case anniversaries([Anniversary])
    case day(Day, [AlbumEntry])
    /// `picked`: the ids of selected posts; `nil` if pictures open when they are tapped.
    case pictures(PictureRow, isFirst: Bool, picked: [String]?)
    /// The button that begins to select pictures.
    case select
    /// The number of selected posts, with what to do with them.
    case selection(Int)
    case scrapbooks([Scrapbook], of: String)
    case noScrapbooks
    case newScrapbook(Int, String, problem: Message?)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .bar: "bar"
      case .owner: "owner"
      case .sections: "sections"
      case .anniversaries: "anniversaries"
      case .day(let day, _): day.key
      case .pictures(let row, _, _): row.key
      case .select: "select"
      case .selection: "selection"
      case .scrapbooks: "scrapbooks"
      case .noScrapbooks: "no-scrapbooks"
      case .newScrapbook(let number, _, _): "new\(number)"
      }
    }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        switch self {
        case .part(let part): html.append(part.html(strings))
        case .bar(let title, let months, let chosen): bar(title, months, chosen, strings, &html)
        case .owner(let profile): owner(profile, &html)
        case .sections(let section, let hasScrapbooks): sections(section, hasScrapbooks, strings, &html)
        case .anniversaries(let anniversaries): self.anniversaries(anniversaries, strings, &html)
        case .day(let day, let entries): self.day(day, entries, strings, &html)
        case .pictures(let row, let isFirst, let picked): pictures(row, isFirst, picked, strings, &html)
        case .select:
          html.element("p", .class("album-select"), .data("data-key", key)) {
            $0.element(
              "button", .type("button"), .tap(Tap.select(true)), text: strings[later: .addToAlbum] + "…")
          }
        case .selection(let count):
          html.selectionBar(
            count, strings, cancel: Tap.select(false).encoded, act: .tap(Tap.add),
            strings[later: .addToAlbum] + "…")
        case .scrapbooks(let scrapbooks, let handle):
          html.scrapbooks(scrapbooks, of: handle, key: key, strings) { .tap(Tap.scrapbook($0)) }
        case .noScrapbooks:
          html.element("div", .class("list-footer"), .data("data-key", key)) { html in
            Icon.picture.append(to: &html)
            html.element("h2", text: strings[later: .noAlbums])
          }
        case .newScrapbook(_, let title, let problem):
          html.newScrapbook(key: key, title: title, problem, strings)
        }
      }
    }

    private func bar(
      _ title: String, _ months: [AlbumMonth], _ chosen: AlbumMonth?, _ strings: Strings,
      _ html: inout HTML
    ) {
      html.element("header", .class("bar"), .data("data-key", key)) { html in
        html.backControl(strings)
        html.element("h1", .class("title"), text: title)
        guard !months.isEmpty else { return html.element("span", .class("control")) { _ in } }
        // The list itself lies invisibly over the drawing, so that the system opens its own wheel or menu.
        html.element("label", .class("control jump")) { html in
          html.literal(
            #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16v14H4zM4 10.500h16M8.500 3.500V8M15.500 3.500V8"/></svg>"#
          )
          html.element(
            "select", .data("data-input", Album.monthField), .aria(.label, strings[later: .jumpToMonth])
          ) { html in
            html.element(
              "option", .named(.value, ""), chosen == nil ? .flag(.selected) : nil,
              text: strings[.newest])
            for month in months {
              html.element(
                "option", .named(.value, month.name), month.name == chosen?.name ? .flag(.selected) : nil,
                text: strings.month(month.month, of: month.year))
            }
          }
        }
      }
    }

    private func owner(_ profile: Profile, _ html: inout HTML) {
      html.element("p", .class("album-owner"), .data("data-key", key)) { html in
        html.element(
          "a", .href(Links.profile(profile.handle)), .tap(PostTap.profile(id: profile.id))
        ) { html in
          html.avatar(of: profile.account, shownSize: "48px")
          html.element("span", .class("names")) { html in
            html.element("b", .dir("auto")) { $0.text(profile.account.nick, profile.account.emojis) }
            html.element("bdi", .class("handle"), text: "@" + profile.handle)
          }
        }
      }
    }

    private func sections(
      _ section: Section, _ hasScrapbooks: Bool, _ strings: Strings, _ html: inout HTML
    ) {
      html.element("nav", .class("selection"), .data("data-key", key), .aria(.label, strings[.album])) {
        html in
        for known in Section.allCases where known != .scrapbooks || hasScrapbooks {
          html.element(
            "button", .type("button"), .tap(Tap.choose(known)),
            known == section ? .aria(.current, "true") : nil, text: known.title(strings))
        }
      }
    }

    private func anniversaries(_ anniversaries: [Anniversary], _ strings: Strings, _ html: inout HTML) {
      html.element("section", .class("album-anniversaries"), .data("data-key", key)) { html in
        html.element("h2", text: strings[later: .onThisDay])
        html.element("ul") { html in
          for anniversary in anniversaries {
            html.element("li") { html in
              html.element(
                "span", .class("handle"), text: strings.text(RelativeTime(.year, -anniversary.years)))
              anniversary.entry.write(isFirst: true, strings, &html)
            }
          }
        }
      }
    }

    private func day(_ day: Day, _ entries: [AlbumEntry], _ strings: Strings, _ html: inout HTML) {
      html.element("section", .class("album-day"), .data("data-key", key)) { html in
        if let year = day.year {
          html.element("h2", .class("album-year"), text: strings[later: .ofYear, "\(year)"])
        }
        if let date = day.date {
          html.element("h3", .class("album-date"), .aria(.label, strings.text(.dayOfYear(date)))) { html in
            switch day.age {
            case 0: html.element("b", .class("word"), text: strings[later: .today])
            case 1: html.element("b", .class("word"), text: strings[.yesterday])
            default:
              html.element("b", text: "\(date.day)")
              html.text(" ")
              html.element("span", text: strings.nameOfMonth(date.month))
            }
          }
        }
        html.element("ul") { html in
          for entry in entries {
            html.element("li") { entry.write(isFirst: day.age < 2, strings, &$0) }
          }
        }
      }
    }

    private func pictures(
      _ row: PictureRow, _ isFirst: Bool, _ picked: [String]?, _ strings: Strings, _ html: inout HTML
    ) {
      html.element("section", .class("album-pictures"), .data("data-key", key)) { html in
        if let date = row.date {
          html.element("h2", text: strings.month(date.month, of: date.year))
        }
        html.element("div", .class(picked == nil ? "media-row" : "media-row choices")) { html in
          if let picked {
            html.choices(row.tiles, picked, isFirst: isFirst, strings) { .tap(Tap.pick($0)) }
          } else {
            for tile in row.tiles { tile.write(isFirst: isFirst, strings, &html) }
          }
        }
      }
    }
  }
}
