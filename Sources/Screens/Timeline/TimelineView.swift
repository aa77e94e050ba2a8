import Contracts
public import Markup
import Social

extension Timeline {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = title(state.kind, reader.strings)
    var frame: [Cell] = [.bar(title, isRoot: state.isRoot), .wheel]
    if let notice = state.notice, !state.list.isEmpty { frame.append(.notice(notice, server: state.board.serverName)) }
    if state.newCount > 0 { frame.append(.pill(state.newCount)) }
    if state.board.session != nil { frame.append(.compose) }
    var cells: [Cell] = state.waiting.reversed().map {
      .waiting(WaitingCell(item: $0, writer: state.board.session?.me))
    }
    for cell in state.board.cells(state.list.entries, reader) {
      cells.append(.status(cell))
      if cell.entry.id == state.gap { cells.append(.gap(isLoading: state.isLoadingGap)) }
    }
    cells.append(contentsOf: foot(state))
    return Page(title: title, status: state.loading == .refresh ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func title(_ kind: Kind, _ strings: Strings) -> String {
    switch kind {
    case .home: strings[.home]
    case .mentions: strings[.mentions]
    case .tag(let name): "#" + name
    }
  }

  private static func foot(_ state: State) -> [Cell] {
    if state.list.isEmpty {
      if case .trouble(let trouble)? = state.notice { return [.foot(.failed(trouble, server: state.board.serverName))] }
      guard state.loading == .no, state.isComplete else { return (0..<6).map { .skeleton($0) } }
      return state.waiting.isEmpty ? [.foot(.empty(state.kind))] : []
    }
    if state.isComplete { return [.foot(.end)] }
    return [.foot(state.isLoadingOlder ? .loading : .more)]
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar(String, isRoot: Bool)
    case wheel
    case notice(Notice, server: String)
    case pill(Int)
    case compose
    case waiting(WaitingCell)
    case status(StatusCell)
    case gap(isLoading: Bool)
    case skeleton(Int)
    case foot(Foot)
  }

  public indirect enum Foot: Equatable, Sendable {
    case loading
    case more
    case end
    case empty(Kind)
    case failed(LoadTrouble, server: String)
  }
}

extension Timeline.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .notice: "notice"
    case .pill: "pill"
    case .compose: "compose"
    case .waiting(let cell): cell.key
    case .status(let cell): cell.key
    case .gap: "gap"
    case .skeleton(let index): "skeleton\(index)"
    case .foot: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let title, let isRoot): html.titleBar(title, isRoot: isRoot, strings)
      case .wheel: html.wheel(strings)
      case .notice(let notice, let server): html.notice(notice.text(strings, server: server), strings)
      case .pill(let count):
        html.element(
          "button", .class("pill"), .type("button"), .data("data-key", key), .data("data-tap", "new"),
          text: strings[.newPosts, count])
      case .compose: html.composeButton(strings)
      case .waiting(let cell): html.append(cell.html(strings))
      case .status(let cell): html.append(cell.html(strings))
      case .gap(let isLoading):
        html.element("div", .class("gap"), .data("data-key", key)) { html in
          html.element(
            "button", .type("button"), .data("data-tap", "gap"),
            text: strings[isLoading ? .loading : .loadGap])
        }
      case .skeleton: html.skeleton(key: key)
      case .foot(let foot): foot.write(strings, &html)
      }
    }
  }
}

extension Timeline.Notice {
  func text(_ strings: Strings, server: String) -> String {
    switch self {
    case .offlineCopy: strings[.offlineCopy]
    case .trouble(let trouble): trouble.text(strings, server: server)
    }
  }
}

extension Timeline.Foot {
  func write(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("foot"), .data("data-key", "foot")) { html in
      switch self {
      case .loading: html.spinner(strings)
      case .more:
        html.element("button", .class("more"), .type("button"), .data("data-tap", "more"), text: strings[.loadMore])
      case .end: html.element("p", .class("end"), text: strings[.endOfList])
      case .empty(let kind):
        html.element("h2", text: strings[.noPosts])
        html.element("p", text: strings[kind.emptyHelp])
      case .failed(let trouble, let server): html.failure(trouble.text(strings, server: server), strings)
      }
    }
  }
}

extension Timeline.Kind {
  fileprivate var emptyHelp: Phrase {
    switch self {
    case .home: .emptyHomeHelp
    case .mentions: .emptyMentionsHelp
    case .tag: .emptyTagHelp
    }
  }
}
