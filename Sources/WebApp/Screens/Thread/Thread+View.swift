import Contracts
import Localization
import Markup
import Social

extension Thread {
  /// The greatest number of indentation steps of a reply.
  private static let maxDepth = 3

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title =
      state.post.map {
        environment.strings.isolated($0.author.account.nick) + " · " + environment.strings[.thread]
      }
      ?? environment.strings[.thread]
    let (postsState, opened, rows) = (
      state.postsState, state.ancestors.count, state.rows.isComputed ? state.rows : state.visibleRows()
    )
    let first = rows.indices.firstIndex { $0 >= opened } ?? rows.indices.count
    var cells = Cells<Cell>(
      head: head(state), rows: rows.keys,
      tail: state.waiting.map { .waiting(OutboxItemCell(item: $0, writer: state.postsState.session?.me)) } + [
        footer(state)
      ]
    ) { row in
      let position = rows.indices[row]
      guard let post = state.post(at: position) else { return .earlier }
      let style: PostCell.Style = position < opened ? .ancestor : position == opened ? .large : .plain
      // Pictures of the first posts of each part are in sight at once.
      let isFirst = row < 3 || first..<first + 4 ~= row
      var cell = postsState.cell(
        TimelineEntry(post), key: rows.keys[row], style: style, isFirst: isFirst, environment)
      if style == .large {
        if row > 0 { cell.parent = state.post(at: rows.indices[row - 1]).map { PostCell.Excerpt($0) } }
        let follow = postsState.store.follow(post.author)
        if !follow.isActive { cell.follow = follow }
      }
      if style == .plain { cell.depth = min(state.depths[position - opened - 1], maxDepth) }
      return .post(cell)
    }
    cells.isComplete = state.hasContext && state.shownReplies >= state.replies.count
    cells.pinned = state.post.map { "s" + $0.id }
    cells.asksAhead = true
    var frame: [Cell] = [.part(.bar(environment.strings[.thread], isRoot: false))]
    if postsState.file == nil { frame.append(.part(.refreshIndicator)) }
    if postsState.file == nil, let session = postsState.session, let post = state.post {
      frame.append(.replyBar(session.me.account, to: post.author.account.nick, id: post.id))
    }
    if let failure = state.failure, state.isLoaded {
      frame.append(.part(.notice(failure.message(loadedAt: state.cachedAt, environment))))
    }
    let unseen = state.unseenReplies
    if !unseen.isEmpty { frame.append(.newReplies(unseen.count, authors(of: unseen))) }
    return Page(
      title: title, status: state.showsLoading ? "refreshing" : "",
      frame: frame,
      cells: cells)
  }

  /// Returns the cells above the post. The end of its parent shows there; until that is loaded, and if it
  /// never is, a placeholder of the same height stands in its place.
  private static func head(_ state: State) -> [Cell] {
    if state.ancestors.count > state.shownAncestors { return [.earlier] }
    guard state.ancestors.isEmpty, state.post?.replyTo != nil else { return [] }
    return [.answered(isGone: state.hasContext)]
  }

  /// Returns up to three writers of the newest posts, each once.
  private static func authors(of posts: [Post]) -> [Account] {
    var authors: [Account] = []
    for post in posts.reversed() where authors.count < 3 && !authors.contains(post.author.account) {
      authors.append(post.author.account)
    }
    return authors
  }

  private static func footer(_ state: State) -> Cell {
    if let failure = state.failure, !state.isLoaded { return .part(.footer(.failed(failure.message))) }
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
    case post(PostCell)
    case waiting(OutboxItemCell)
    /// The link to replies that came by themselves, with their number and the writers of the newest.
    case newReplies(Int, [Account])

    var key: String {
      switch self {
      case .part(let part): part.key
      case .earlier: "earlier"
      case .answered: "answered"
      case .replyBar: "reply"
      case .post(let cell): cell.key
      case .waiting(let cell): cell.key
      case .newReplies: "pill"
      }
    }

    var postCell: PostCell? {
      guard case .post(let cell) = self else { return nil }
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
            html.element("button", .type("button"), .tap(PostTap.reply(id: id))) { html in
              html.avatar(of: me, shownSize: "28px")
              html.element("span", .class("field"), text: strings[.replyTo, nick])
            }
          }
        }
      case .post(let cell): cell.html(strings)
      case .waiting(let cell): cell.html(strings)
      case .newReplies(let count, let people):
        HTML { html in
          html.element(
            "button", .class("pill"), .type("button"), .data("data-key", key), .tap(ListTap.new),
            .aria(.keyShortcuts, ".")
          ) { html in
            for person in people { html.avatar(of: person, shownSize: "20px") }
            html.element("span", text: strings[.newReplies, count])
          }
        }
      }
    }
  }
}
