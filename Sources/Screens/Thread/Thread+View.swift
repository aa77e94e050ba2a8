import Contracts
import Markup
import Social

extension Thread {
  /// The greatest number of indentation steps of a reply.
  private static let mostDepth = 3

  static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title =
      state.status.map { reader.strings.isolated($0.author.account.nick) + " · " + reader.strings[.thread] }
      ?? reader.strings[.thread]
    let (board, opened, rows) = (state.board, state.ancestors.count, state.rows.isLaid ? state.rows : state.laid())
    let first = rows.indices.firstIndex { $0 >= opened } ?? rows.indices.count
    var cells = Cells<Cell>(
      head: head(state), rows: rows.keys,
      tail: state.waiting.map { .waiting(WaitingCell(item: $0, writer: state.board.session?.me)) } + [footer(state)]
    ) { row in
      let position = rows.indices[row]
      guard let post = state.post(at: position) else { return .earlier }
      let style: StatusCell.Style = position < opened ? .ancestor : position == opened ? .large : .line
      // Pictures of the first posts of each part are in sight at once.
      let isFirst = row < 3 || first..<first + 4 ~= row
      var cell = board.cell(TimelineEntry(post), key: rows.keys[row], style: style, isFirst: isFirst, reader)
      if style == .large {
        if row > 0 { cell.parent = state.post(at: rows.indices[row - 1]).map { StatusCell.Beginning($0) } }
        let follow = board.follow(post.author.id)
        if !follow.isWanted { cell.follow = follow }
      }
      if style == .line { cell.depth = min(state.depths[position - opened - 1], mostDepth) }
      return .status(cell)
    }
    cells.isComplete = state.hasContext && state.shownReplies >= state.replies.count
    cells.pinned = state.status.map { "s" + $0.id }
    cells.asksAhead = true
    var frame: [Cell] = [.part(.bar(reader.strings[.thread], isRoot: false))]
    if board.file == nil { frame.append(.part(.refreshIndicator)) }
    if board.file == nil, let session = board.session, let status = state.status {
      frame.append(.replyBar(session.me.account, to: status.author.account.nick, id: status.id))
    }
    if let time = state.cachedAt, let failure = state.failure {
      frame.append(.part(.notice(failure.message(loadedAt: time, reader))))
    }
    return Page(
      title: title, status: state.isLoading && state.hasContext && state.cachedAt == nil ? "refreshing" : "",
      frame: frame,
      cells: cells)
  }

  /// Returns the cells above the post. The end of its parent shows there; until that is loaded, and if it never is, a
  /// placeholder of the same height stands in its place.
  private static func head(_ state: State) -> [Cell] {
    if state.ancestors.count > state.shownAncestors { return [.earlier] }
    guard state.ancestors.isEmpty, state.status?.replyTo != nil else { return [] }
    return [.answered(isGone: state.hasContext)]
  }

  private static func footer(_ state: State) -> Cell {
    if let failure = state.failure, state.cachedAt == nil { return .part(.footer(.failed(failure.message))) }
    if state.replies.count > state.shownReplies { return .part(.footer(.more)) }
    return .part(.footer(state.isLoading && !state.hasContext ? .loading : .end(nil)))
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    case earlier
    /// The placeholder for the parent, which was deleted, isn't visible to the viewer, or is loading.
    case answered(isGone: Bool)
    /// The field for a reply to the post.
    case replyBar(Account, to: String, id: String)
    case status(StatusCell)
    case waiting(WaitingCell)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .earlier: "earlier"
      case .answered: "answered"
      case .replyBar: "reply"
      case .status(let cell): cell.key
      case .waiting(let cell): cell.key
      }
    }

    var post: StatusCell? {
      guard case .status(let cell) = self else { return nil }
      return cell
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .earlier, .answered:
        HTML { html in
          html.element("div", .class("gap " + key), .data("data-key", key)) { html in
            if case .answered(let isGone) = self {
              if isGone { html.element("p", text: strings[.notThere]) }
            } else {
              html.element("button", .type("button"), .tap(Tap.earlier), text: strings[.earlierPosts])
            }
          }
        }
      case .replyBar(let me, let nick, let id):
        HTML { html in
          html.element("div", .class("reply-bar"), .data("data-key", key)) { html in
            html.element("button", .type("button"), .tap(StatusTap.reply(id: id))) { html in
              html.avatar(of: me, shownSize: "28px")
              html.element("span", .class("field"), text: strings[.replyTo, nick])
            }
          }
        }
      case .status(let cell): cell.html(strings)
      case .waiting(let cell): cell.html(strings)
      }
    }
  }
}
