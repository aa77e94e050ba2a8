import Contracts
public import Markup
import Social

extension FilePage {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = title(state.kind, reader.strings)
    var frame: [Cell] = [.bar(title)]
    var cells: [Cell] = []
    if !state.lines.isEmpty {
      if let problem = state.problem { frame.append(.notice(problem)) }
      if state.kind == .whole, !state.isLoading {
        cells.append(.head(count: state.lines.count, leftOut: reasons.map { count($0, state.leftOut) }))
      }
    }
    cells += state.board.cells(state.entries, reader).map { .status($0) }
    cells.append(.foot(foot(state)))
    return Page(title: title, frame: frame, cells: cells)
  }

  static func title(_ kind: Kind, _ strings: Strings) -> String {
    switch kind {
    case .whole: strings[.timelineFile]
    case .person(let handle): "@" + handle
    case .tag(let name): "#" + name
    }
  }

  private static func foot(_ state: State) -> Foot {
    if state.lines.count > state.shownCount { return .more }
    if state.isLoading { return .loading }
    return state.lines.isEmpty ? .nothing(state.problem) : .end
  }

  private static func count(_ reason: TimelineFile.Reason, _ leftOut: [TimelineFile.LeftOut]) -> Int {
    leftOut.count { $0.reason == reason }
  }

  /// Why items are left out, in the order in which it is told.
  static let reasons: [TimelineFile.Reason] = [.notAnObject, .noID, .noAuthor, .empty, .sameID]

  public indirect enum Cell: Equatable, Sendable {
    case bar(String)
    case notice(Phrase)
    /// How many posts there are, and how many items were left out for each of `reasons`.
    case head(count: Int, leftOut: [Int])
    case status(StatusCell)
    case foot(Foot)
  }

  public indirect enum Foot: Equatable, Sendable {
    case loading
    case more
    case end
    /// No file is open; nil: there is no trouble with one.
    case nothing(Phrase?)
  }
}

extension FilePage.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .notice: "notice"
    case .head: "head"
    case .status(let cell): cell.key
    case .foot: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let title): html.titleBar(title, isRoot: false, strings)
      case .notice(let problem): html.notice(strings[problem], strings)
      case .head(let count, let leftOut): head(count, leftOut, strings, &html)
      case .status(let cell): html.append(cell.html(strings))
      case .foot(let foot): html.element("div", .class("foot"), .data("data-key", key)) { foot.write(strings, &$0) }
      }
    }
  }

  private func head(_ count: Int, _ leftOut: [Int], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("file-head"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.posts, count])
      html.element("p", .class("choices")) { html in
        html.fileChooser("choice", strings)
        html.element(
          "button", .class("choice"), .type("button"), .data("data-tap", "remove"), text: strings[.removeFile])
      }
      let total = leftOut.reduce(0, +)
      if total > 0 {
        html.element("details") { html in
          html.element("summary", text: strings[.leftOut, total])
          html.element("ul") { html in
            for (reason, count) in zip(FilePage.reasons, leftOut) where count > 0 {
              html.element("li", text: "\(count) × " + strings[reason.phrase])
            }
          }
        }
      }
    }
  }
}

extension FilePage.Foot {
  func write(_ strings: Strings, _ html: inout HTML) {
    switch self {
    case .loading: html.spinner(strings)
    case .more: html.more(strings)
    case .end: html.element("p", .class("end"), text: strings[.endOfList])
    case .nothing(let problem):
      html.element("div", problem == nil ? nil : .role("alert")) {
        $0.element("h2", text: strings[problem ?? .noFile])
      }
      html.element("p", text: strings[.timelineFileHelp])
      html.fileChooser("primary", strings)
    }
  }
}

extension TimelineFile.Reason {
  fileprivate var phrase: Phrase {
    switch self {
    case .notAnObject: .itemIsNoPost
    case .noID: .itemWithoutID
    case .noAuthor: .itemWithoutAuthor
    case .empty: .itemWithoutContent
    case .sameID: .itemWithSameID
    }
  }
}
