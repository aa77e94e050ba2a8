import Contracts
import Localization
import Markup
import Social

extension Timeline {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = title(state, environment.strings)
    var frame: [Cell] = [.part(.bar(title, isRoot: state.isRoot)), .part(.refreshIndicator)]
    if case .circle(let id) = state.kind { frame[0] = .circleBar(title, id: id) }
    if state.kind == .home, !state.circles.isEmpty { frame.append(.circles(state.circles)) }
    if state.kind == .home, let text = environment.announcement { frame.append(.announcement(text)) }
    if state.kind == .mentions { frame.append(.part(.filters(.mentions))) }
    if let notice = state.notice, !state.list.isEmpty {
      frame.append(.part(.notice(notice.message(loadedAt: state.cacheNotes.loadedAt, environment))))
    }
    if state.newCount > 0 {
      frame.append(.part(.pill(state.newCount, state.list.authors(of: state.newCount))))
    }
    if state.postsState.session != nil { frame.append(.part(.composeButton)) }
    let (postsState, list, parents) = (state.postsState, state.list, state.parents)
    @Sendable func subject(_ id: String) -> Post? {
      postsState.store.removed.contains(id) ? nil : parents.first { $0.id == id }?.post ?? list.post(id)
    }
    var cells = Cells<Cell>(
      head: state.waiting.reversed().map {
        .waiting(OutboxItemCell(item: $0, writer: postsState.session?.me))
      },
      rows: list.keys, tail: footer(state)
    ) { row in
      switch list.rows[row] {
      case .entry(let index, let connector):
        let style: PostCell.Style =
          switch connector {
          case .none: .plain
          case .below: .ancestor
          case .above: .answer
          }
        let entry = list.items[index].entry
        var cell = postsState.cell(entry, key: list.keys[row], style: style, isFirst: row < 3, environment)
        cell.alsoReposted = list.alsoReposted(entry)
        if connector != .above, let parent = entry.post.replyTo?.id {
          (cell.isParentElsewhere, cell.parent) = (true, subject(parent).map { .init($0) })
        }
        return .post(cell)
      case .folded(let indices):
        return .more(key: list.keys[row], count: indices.count, id: list.item(row - 1)?.stored.id ?? "")
      case .comments(let indices, let post):
        let comments = indices.map { list.items[$0].post }
        return .comments(
          CommentsCell(key: list.keys[row], comments, on: subject(post), id: post, environment))
      case .gap(let index): return .gap(after: list.gaps[index].id, isLoading: list.gaps[index].isLoading)
      }
    }
    cells.isComplete = state.isComplete
    cells.asksAhead = true
    return Page(
      title: title, status: state.loading == .refresh ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func title(_ state: State, _ strings: Strings) -> String {
    switch state.kind {
    case .home: strings[.home]
    case .mentions: strings[.mentions]
    case .tag(let name): "#" + name
    case .collection(let collection): strings[collection.title]
    case .circle(let id): circleName(id, state, strings)
    }
  }

  private static func footer(_ state: State) -> [Cell] {
    if state.list.isEmpty {
      if let failure = state.failure { return [.part(.footer(.failed(failure.message)))] }
      // After many pages without visible posts the viewer continues by hand.
      if state.loading == .no, state.next != nil, !state.isLoadingOlder { return [.part(.footer(.more))] }
      guard state.loading == .no, state.isComplete else { return (0..<6).map { .part(.skeleton($0)) } }
      return state.waiting.isEmpty ? [.part(.footer(.empty(.noPosts, help: state.kind.emptyHelp)))] : []
    }
    if state.isComplete { return [.part(.footer(.end(.endOfList)))] }
    return [.part(.footer(state.isLoadingOlder ? .loading : .more))]
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    case waiting(OutboxItemCell)
    case post(PostCell)
    case gap(after: String, isLoading: Bool)
    /// A link to the hidden posts of a conversation; `id` is that of its first post.
    case more(key: String, count: Int, id: String)
    case comments(CommentsCell)
    /// The bar of a circle's timeline, with a link to its people.
    case circleBar(String, id: String)
    /// The viewer's circles, each with a link to its timeline.
    case circles([Circle])
    /// The announcement, as the device stores it.
    case announcement(String)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .waiting(let cell): cell.key
      case .post(let cell): cell.key
      case .gap(let id, _): "gap " + id
      case .more(let key, _, _): key
      case .comments(let cell): cell.key
      case .circleBar: "bar"
      case .circles: "circles"
      case .announcement: "announcement"
      }
    }

    var postCell: PostCell? {
      guard case .post(let cell) = self else { return nil }
      return cell
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .waiting(let cell): cell.html(strings)
      case .post(let cell): cell.html(strings)
      case .gap(let id, let isLoading):
        HTML { html in
          html.element("div", .class("gap"), .data("data-key", key)) { html in
            html.element(
              "button", .type("button"), .tap(Tap.gap(after: id)),
              text: strings[isLoading ? .loading : .loadGap])
          }
        }
      case .more(_, let count, let id):
        HTML { html in
          html.element("div", .class("between"), .data("data-key", key)) { html in
            html.element(
              "button", .type("button"), .tap(PostTap.open(id: id)), text: strings[.showMorePosts, count])
          }
        }
      case .comments(let cell): cell.html(strings)
      case .circleBar(let title, let id): Timeline.circleBar(title, id: id, key: key, strings)
      case .circles(let circles): Timeline.chips(circles, key: key, strings)
      case .announcement(let stored): AnnouncementMarkup.html(stored, key: key, strings)
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
    case .collection(.bookmarks): .emptyBookmarksHelp
    case .collection(.favourites): .emptyFavouritesHelp
    case .circle: .emptyCircleHelp
    }
  }
}
