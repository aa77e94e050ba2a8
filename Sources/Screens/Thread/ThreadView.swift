import Contracts
public import Markup
import Social

extension Thread {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = state.status.map { $0.author.account.nick + " · " + reader.strings[.thread] } ?? reader.strings[.thread]
    var cells: [Cell] = state.board.cells(state.ancestors.map { TimelineEntry($0) }, style: .ancestor, reader).map {
      .status($0)
    }
    if let status = state.status {
      cells += state.board.cells([TimelineEntry(status)], style: .large, reader).map { .status($0) }
    }
    cells += state.board.cells(state.replies.map { TimelineEntry($0) }, reader).map { .status($0) }
    cells += state.waiting.map { .waiting(WaitingCell(item: $0, writer: state.board.session?.me)) }
    if let trouble = state.trouble {
      cells.append(.failed(trouble, server: state.board.serverName))
    } else if state.isLoading, !state.hasContext {
      cells.append(.loading)
    } else {
      cells.append(.end)
    }
    return Page(
      title: title, status: state.isLoading && state.hasContext ? "refreshing" : "", frame: [.bar, .wheel],
      cells: cells)
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar
    case wheel
    case status(StatusCell)
    case waiting(WaitingCell)
    case loading
    case failed(LoadTrouble, server: String)
    case end
  }
}

extension Thread.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .status(let cell): cell.key
    case .waiting(let cell): cell.key
    case .loading, .failed, .end: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar: html.titleBar(strings[.thread], isRoot: false, strings)
      case .wheel: html.wheel(strings)
      case .status(let cell): html.append(cell.html(strings))
      case .waiting(let cell): html.append(cell.html(strings))
      case .loading, .failed, .end:
        html.element("div", .class("foot"), .data("data-key", key)) { html in
          switch self {
          case .loading: html.spinner(strings)
          case .failed(let trouble, let server): html.failure(trouble.text(strings, server: server), strings)
          default: break
          }
        }
      }
    }
  }
}
