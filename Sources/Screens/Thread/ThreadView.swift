import Contracts
public import Markup
import Social

extension Thread {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = state.status.map { $0.author.account.nick + " · " + reader.strings[.thread] } ?? reader.strings[.thread]
    var cells: [Cell] = []
    if state.ancestors.count > state.shownAncestors { cells.append(.earlier) }
    let ancestors = state.ancestors.suffix(state.shownAncestors).map { TimelineEntry($0) }
    cells += state.board.cells(ancestors, style: .ancestor, reader).map { .status($0) }
    if let status = state.status {
      cells += state.board.cells([TimelineEntry(status)], style: .large, reader).map { .status($0) }
    }
    let replies = state.replies.prefix(state.shownReplies).map { TimelineEntry($0) }
    cells += state.board.cells(replies, reader).map { .status($0) }
    cells += state.waiting.map { .waiting(WaitingCell(item: $0, writer: state.board.session?.me)) }
    cells.append(foot(state))
    return Page(
      title: title, status: state.isLoading && state.hasContext ? "refreshing" : "",
      frame: state.board.file == nil ? [.bar, .wheel] : [.bar], cells: cells)
  }

  private static func foot(_ state: State) -> Cell {
    if let trouble = state.trouble { return .failed(trouble, server: state.board.serverName) }
    if state.replies.count > state.shownReplies { return .more }
    return state.isLoading && !state.hasContext ? .loading : .end
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar
    case wheel
    case earlier
    case status(StatusCell)
    case waiting(WaitingCell)
    case loading
    case more
    case failed(LoadTrouble, server: String)
    case end
  }
}

extension Thread.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .earlier: "earlier"
    case .status(let cell): cell.key
    case .waiting(let cell): cell.key
    case .loading, .more, .failed, .end: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar: html.titleBar(strings[.thread], isRoot: false, strings)
      case .wheel: html.wheel(strings)
      case .earlier:
        html.element("div", .class("gap earlier"), .data("data-key", key)) { html in
          html.element("button", .type("button"), .data("data-tap", "earlier"), text: strings[.earlierPosts])
        }
      case .status(let cell): html.append(cell.html(strings))
      case .waiting(let cell): html.append(cell.html(strings))
      case .loading, .more, .failed, .end:
        html.element("div", .class("foot"), .data("data-key", key)) { html in
          switch self {
          case .loading: html.spinner(strings)
          case .more: html.more(strings)
          case .failed(let trouble, let server): html.failure(trouble.text(strings, server: server), strings)
          default: break
          }
        }
      }
    }
  }
}
