import Contracts
import Localization
import Markup
import Social

extension Moments {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = state.profile?.nick ?? state.username
    var frame: [Cell] = [.bar(isRoot: state.isRoot, writes: state.isOwnPage), .part(.refreshIndicator)]
    // Without posts the list footer shows the message, with a button to try again.
    if let message = state.message, state.showsFailure, !state.records.isEmpty {
      frame.append(.part(.notice(message)))
    }
    if let commenting = state.writing.commenting { frame += commenting.cells }
    if !state.writing.messages.isEmpty { frame += messages(state, unread: environment.unread) }
    if case .text(let text)? = state.writing.asked?.content { frame.append(.asked(text)) }
    let rows = state.rows.isComputed ? state.rows : state.visibleRows()
    var cells = Cells<Cell>(
      head: [.header(state.profile, state.headerLinks)]
        + (state.isRoot && !state.isMember ? [.joinStrip] : []) + state.waitingPosts, rows: rows.keys,
      tail: [footer(state)]
    ) { row in
      let (key, post) = (rows.keys[row], state.overlaid(state.records[rows.indices[row]]))
      return .post(
        MomentsPostCell(
          key: key, post: post, origin: state.origin,
          age: post.createdAt.map { environment.age($0) },
          unfolded: state.unfolded.isEmpty ? [] : state.unfoldedParts(key),
          isUncovered: state.uncovered.contains(key), isFirst: row == 0,
          actions: state.actions(of: post, key)))
    }
    cells.isComplete = !state.hasMore
    return Page(
      title: title.isEmpty ? environment.strings[.moments] : title + " · " + environment.strings[.moments],
      status: status(state), frame: frame, cells: cells)
  }

  private static func status(_ state: State) -> String {
    let words = state.loading == .refresh ? "refreshing" : ""
    return state.writing.commenting?.status(words) ?? words
  }

  private static func footer(_ state: State) -> Cell {
    if state.records.isEmpty {
      guard state.loading == .no || state.isComplete else { return .part(.footer(.loading)) }
      let help: Phrase = state.isOwnPage ? .emptyOwnHelp : .noPostsHelp
      return .part(.footer(state.message.map { .failed($0) } ?? .empty(.noPosts, help: help)))
    }
    if state.isLoadingMore { return .part(.footer(.loading)) }
    guard state.hasMore else { return .part(.footer(.rule)) }
    let more = Links.moments(
      of: state.username, at: state.origin, showing: state.shownCount + pageLength,
      below: state.records.prefix(state.shownCount).last?.post.id)
    return .part(.footer(.link(more)))
  }

  /// A piece of the page.
  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    /// `writes`: with the camera, which leads to a new post.
    case bar(isRoot: Bool, writes: Bool)
    case header(Account?, Moments.HeaderLinks)
    /// The sign-in link, for strangers.
    case joinStrip
    case post(MomentsPostCell)
    case comment(CommentCell)
    /// The question before a post or comment of the viewer is deleted.
    case asked(String)
    /// The number of messages and the newest one's writer.
    case messages(Int, Account)
  }

  struct MomentsPostCell: Equatable, Sendable {
    let key: String
    let post: MomentsPost
    let origin: Origin
    let age: Age?
    let unfolded: FoldableParts
    let isUncovered: Bool
    let isFirst: Bool
    /// `nil` if no actions are possible here.
    let actions: Actions?
    /// The outbox item, until it is sent and becomes a post.
    var waiting: OutboxItem?
  }

  /// The parts of a post that are folded at first.
  struct FoldableParts: OptionSet, Sendable {
    static let text = FoldableParts(rawValue: 1)
    static let likes = FoldableParts(rawValue: 2)
    static let comments = FoldableParts(rawValue: 4)

    let rawValue: UInt8

    /// Returns the key under which this part of a post is unfolded.
    func key(in key: String) -> String {
      self == .text ? key : key + (self == .likes ? " likes" : " comments")
    }
  }

  /// The actions that the viewer can take on a post.
  struct Actions: Equatable, Sendable {
    let isLiked: Bool
    let isOwn: Bool
    /// True if the viewer is signed in: post and comments have a menu.
    let isMember: Bool
    /// `nil` if Like and Comment don't show.
    let menu: ActionMenu?
    /// The id of the post or comment that the comment bar answers.
    let answered: String?
  }
}

extension Moments.State {
  /// The posts of the outbox, newest first.
  fileprivate var waitingPosts: [Moments.Cell] {
    guard let me = viewer?.account, isOwnPage else { return [] }
    return writing.posts.reversed().map { item in
      let key = OutboxItemCell.key(item.id)
      return .post(
        Moments.MomentsPostCell(
          key: key, post: MomentsPost(item, of: me), origin: origin, age: nil,
          unfolded: unfoldedParts(key),
          isUncovered: uncovered.contains(key), isFirst: true, actions: nil, waiting: item))
    }
  }

  /// Returns the parts of a post that are unfolded.
  @inline(never)
  fileprivate func unfoldedParts(_ key: String) -> Moments.FoldableParts {
    var parts: Moments.FoldableParts = []
    for part in [.text, .likes, .comments] as [Moments.FoldableParts]
    where unfolded.contains(part.key(in: key)) { parts.insert(part) }
    return parts
  }

  func isRemoved(_ post: MomentsPost) -> Bool {
    post.id.map { writing.store.removed.contains($0) } ?? false
      || !writing.store.removedPeople.isEmpty && writing.store.isRemoved(post.sender)
  }

  func actions(of post: MomentsPost, _ key: String) -> Moments.Actions? {
    guard post.id != nil, offersActions else { return nil }
    let isAnswered = writing.commenting?.key == key
    return Moments.Actions(
      isLiked: isLiked(post), isOwn: isOwn(post.sender), isMember: viewer != nil,
      menu: writing.menu?.key == key ? writing.menu : nil,
      answered: isAnswered ? writing.commenting?.answered : nil)
  }

  /// The sentence about a failure or another exceptional state.
  var message: Message? {
    let server = origin.address.name
    if isOffline { return Message(.offlineCopy) }
    if isPartial { return Message(.partMissing) }
    switch failure {
    case .unreadable:
      if case .own = origin { return Message(.pageUnreadable) }
      return Message(.unreadable, server)
    case .missing: return Message(.nobody, username, server)
    case .unreachable, .serverFailed, nil: return failure?.message
    }
  }
}

extension Moments.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .bar: "bar"
    case .header: "header"
    case .joinStrip: "join-strip"
    case .post(let cell): cell.key
    case .comment(let cell): cell.key
    case .asked: "asked"
    case .messages: "pill"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .bar(let isRoot, let writes): Self.bar(isRoot: isRoot, writes: writes, strings)
    case .part(let part): part.html(strings)
    case .header(let profile, let links): Self.header(profile, links, strings)
    case .joinStrip: Self.joinStrip(strings)
    case .post(let cell): cell.html(strings)
    case .comment(let cell): cell.html(strings)
    case .asked(let text): Self.question(text, strings)
    case .messages(let count, let writer): Self.messages(count, writer, strings)
    }
  }

  private static func bar(isRoot: Bool, writes: Bool, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("header", .class("bar"), .data("data-key", "bar")) { html in
        html.element("div", .class("shade"), .aria(.hidden, "true")) { _ in }
        if isRoot {
          html.menuControl(strings)
        } else {
          html.backControl(strings)
        }
        html.element("span", .class("title"), text: strings[.moments])
        html.element("span", .class("controls")) { html in
          if writes {
            html.element(
              "a", .class("control"), .href(Links.compose), .tap(AppTap.compose), .flag(.picks),
              .aria(.label, strings[.compose])
            ) { Icon.camera.append(to: &$0) }
          }
          html.element(
            "a", .class("control"), .href(Links.settings), .tap(AppTap.settings),
            .aria(.label, strings[.settings])
          ) { Icon.settings.append(to: &$0) }
        }
      }
    }
  }

  private static func joinStrip(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("p", .class("join-strip"), .data("data-key", "join-strip")) { html in
        html.element(
          "a", .class("join"), .href(Tab.home.link), .tap(AppTap.tab(.home)), text: strings[.comeIn])
      }
    }
  }
}

extension Moments.State {
  /// True if there are posts that don't show yet.
  var hasMore: Bool { shownCount < records.count || !isComplete && !records.isEmpty }

  func visibleRows() -> VisibleRows {
    var rows = VisibleRows()
    rows.isComputed = true
    for (index, stored) in records.prefix(shownCount).enumerated() where !isRemoved(stored.post) {
      rows.append(index, key(of: stored.post, at: index))
    }
    return rows
  }

  /// Returns the key of a post: its id, or its index if the source gives it no id.
  func key(of post: MomentsPost, at index: Int) -> String {
    post.id.map { "p" + $0 } ?? "n\(index)"
  }

  func post(_ key: String) -> MomentsPost? {
    for (index, stored) in records.prefix(shownCount).enumerated()
    where self.key(of: stored.post, at: index) == key {
      return current(stored)
    }
    return nil
  }
}
