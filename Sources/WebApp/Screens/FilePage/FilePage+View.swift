import Contracts
import Localization
import Markup
import Social

extension FilePage {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = title(state.kind, environment.strings)
    var frame: [Cell] = [.part(.bar(title, isRoot: false))]
    var head: [Cell] = []
    if !state.posts.isEmpty {
      if let problem = state.problem { frame.append(.part(.notice(Message(problem)))) }
      if state.kind == .whole, !state.isLoading {
        head = [
          .head(name: state.name, count: state.posts.count, leftOut: reasons.map { count($0, state.leftOut) })
        ]
      }
    }
    let postsState = state.postsState
    let posts = state.posts.prefix(state.shownCount)
    var cells = Cells<Cell>(head: head, rows: posts.map { "s" + $0.id }, tail: [footer(state)]) { row in
      .post(
        postsState.cell(TimelineEntry(posts[row]), key: "s" + posts[row].id, isFirst: row < 3, environment))
    }
    cells.isComplete = posts.count == state.posts.count && !state.isLoading
    cells.asksAhead = true
    return Page(title: title, frame: frame, cells: cells)
  }

  static func title(_ kind: FilePosts.Kind, _ strings: Strings) -> String {
    switch kind {
    case .whole: strings[later: .timelineFile]
    case .person(let handle): "@" + handle
    case .tag(let name): "#" + name
    }
  }

  private static func footer(_ state: State) -> Cell {
    if state.posts.count > state.shownCount { return .part(.footer(.more)) }
    if state.isLoading { return .part(.footer(.loading)) }
    return state.posts.isEmpty ? .nothing(state.problem) : .part(.footer(.end(.endOfList)))
  }

  private static func count(_ reason: TimelineFile.Reason, _ leftOut: [TimelineFile.LeftOut]) -> Int {
    leftOut.count { $0.reason == reason }
  }

  /// The reasons for skipping items, in the order in which they are shown.
  static let reasons: [TimelineFile.Reason] = [.notAnObject, .noID, .noAuthor, .empty, .sameID]

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    /// The file's name, the number of posts, and the number of items that were skipped for each of `reasons`.
    case head(name: String, count: Int, leftOut: [Int])
    case post(PostCell)
    /// The page without an open file; the phrase is the problem with a file, if it has one.
    case nothing(Phrase?)
  }
}

extension FilePage.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .head: "head"
    case .post(let cell): cell.key
    case .nothing: "footer"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .part(let part): part.html(strings)
    case .head(let name, let count, let leftOut): HTML { head(name, count, leftOut, strings, &$0) }
    case .post(let cell): cell.html(strings)
    case .nothing(let problem):
      HTML { html in
        html.element("div", .class("list-footer"), .data("data-key", key)) { html in
          html.element("div", problem == nil ? nil : .role("alert")) {
            $0.element("h2", text: strings[problem ?? .noFile])
          }
          html.element("p", text: strings[later: .timelineFileHelp])
          html.fileChooser("primary", strings)
        }
      }
    }
  }

  private func head(_ name: String, _ count: Int, _ leftOut: [Int], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("file-head"), .data("data-key", key)) { html in
      html.element("h2", .dir("auto"), text: name.isEmpty ? strings[.posts, count] : name)
      if !name.isEmpty { html.element("p", text: strings[.posts, count]) }
      html.element("p", .class("choices")) { html in
        html.fileChooser("choice", strings)
        html.element(
          "button", .class("choice"), .type("button"), .tap(FilePage.Tap.remove),
          text: strings[later: .removeFile])
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
