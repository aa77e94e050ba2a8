import Contracts
import Localization
import Markup
import Social

extension ScrapbookPage {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = state.scrapbook?.title ?? environment.strings[.album]
    var frame: [Cell] = [.bar(title, isOwn: state.isOwn), .part(.refreshIndicator)]
    if let failure = state.failure, state.scrapbook != nil {
      frame.append(.part(.notice(failure.message(loadedAt: state.cachedAt, environment))))
    }
    if let selected = state.selected { frame.append(.selection(selected.count)) }
    if let panel = state.panel {
      let shown = panel == .rename ? state.title ?? title : title
      frame.append(.panel(panel, shown, problem: state.problem))
    }
    var head: [Cell] = []
    if let scrapbook = state.scrapbook { head.append(.about(state.handle, scrapbook.postsCount)) }
    let tiles = MediaRow.tiles(of: state.entries, state.postsState)
    let rows = (0..<MediaRow.count(of: tiles.count)).map { MediaRow.key($0) }
    let selected = state.selected
    var cells = Cells<Cell>(head: head, rows: rows, tail: footer(state)) { row in
      .pictures(MediaRow(row, of: tiles), selected: selected)
    }
    cells.isComplete = state.isComplete
    cells.asksAhead = true
    return Page(
      title: title, status: state.isRefreshing ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func footer(_ state: State) -> [Cell] {
    if let failure = state.failure, state.scrapbook == nil || state.entries.isEmpty {
      return [.part(.footer(.failed(failure.message)))]
    }
    guard state.isComplete else {
      let isIdle = state.loading == nil && state.cursor != nil
      return [.part(.footer(isIdle ? .more : .loading))]
    }
    return state.entries.rows.isEmpty ? [.empty] : [.part(.footer(.end(nil)))]
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    case bar(String, isOwn: Bool)
    /// The owner's handle, and the number of posts.
    case about(String, Int)
    /// `selected`: the ids of selected posts; `nil` if pictures open when they are tapped.
    case pictures(MediaRow, selected: [String]?)
    case empty
    /// The number of selected posts, with what to do with them.
    case selection(Int)
    case panel(Panel, String, problem: Message?)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .bar: "bar"
      case .about: "about"
      case .pictures(let row, _): MediaRow.key(row.row)
      case .empty: "empty"
      case .selection: "selection"
      case .panel: "panel"
      }
    }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        switch self {
        case .part(let part): html.append(part.html(strings))
        case .bar(let title, let isOwn): bar(title, isOwn, strings, &html)
        case .about(let handle, let count):
          html.element("p", .class("scrapbook-about"), .data("data-key", key)) { html in
            html.element("a", .href(Links.profile(handle)), .tap(AppTap.handle(handle))) {
              $0.element("bdi", text: "@" + handle)
            }
            html.element("span", text: strings[.posts, count])
          }
        case .pictures(let row, let selected):
          if let selected {
            html.element("article", .class("media-row choices"), .data("data-key", key)) { html in
              html.choices(row.tiles, selected, isFirst: row.row < 1, strings) { .tap(Tap.pick($0)) }
            }
          } else {
            html.append(row.html(strings))
          }
        case .empty:
          html.element("div", .class("list-footer"), .data("data-key", key)) { html in
            Icon.picture.append(to: &html)
            html.element("h2", text: strings[later: .emptyAlbum])
            html.element("p", text: strings[later: .emptyAlbumHelp])
          }
        case .selection(let count):
          html.selectionBar(
            count, strings, cancel: Tap.stay.encoded, act: .tap(Tap.removeSelected), strings[.removePicture])
        case .panel(let panel, let title, let problem): self.panel(panel, title, problem, strings, &html)
        }
      }
    }

    private func bar(_ title: String, _ isOwn: Bool, _ strings: Strings, _ html: inout HTML) {
      html.element("header", .class("bar"), .data("data-key", key)) { html in
        html.backControl(strings)
        html.element("h1", .class("title"), .dir("auto"), text: title)
        guard isOwn else { return html.element("span", .class("control")) { _ in } }
        html.element(
          "button", .class("control"), .type("button"), .tap(Tap.tools), .aria(.label, strings[.more])
        ) { Icon.more.append(to: &$0) }
      }
    }

    private func panel(
      _ panel: Panel, _ title: String, _ problem: Message?, _ strings: Strings, _ html: inout HTML
    ) {
      let heading: String =
        switch panel {
        case .tools: title
        case .rename: strings[later: .renameAlbum]
        case .deletion: strings[later: .deleteAlbum] + strings[.colon] + title
        }
      html.sheet(key: key, title: heading, dismiss: Tap.stay.encoded, strings) { html in
        switch panel {
        case .tools:
          option(.rename, strings[later: .renameAlbum] + "…", "option", &html)
          option(.select, strings[later: .removeFromAlbum] + "…", "option", &html)
          option(.download, strings[later: .downloadAlbum], "option", &html)
          option(.delete, strings[later: .deleteAlbum] + "…", "option danger", &html)
        case .rename: html.scrapbookForm("rename", title: title, problem, strings[.save], strings)
        case .deletion:
          html.element("p", .class("help"), text: strings[later: .deleteAlbumHelp])
          option(.deleteNow, strings[later: .deleteAlbum], "option danger", &html)
        }
      }
    }

    private func option(_ tap: Tap, _ text: String, _ style: String, _ html: inout HTML) {
      html.element("button", .class(style), .type("button"), .tap(tap), text: text)
    }
  }
}
