import Contracts
import Localization
import Markup
import Social

extension People {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = state.kind.title(environment.strings)
    let context = state.context
    let me = state.isOwn ? context.session : nil
    var frame: [Cell] = [
      .bar(
        title, handle: me?.fullHandle ?? (state.kind.isOfPerson ? "@" + state.handle : ""),
        subtitle: state.kind == .voters ? state.handle : "",
        isChoosing: me == nil ? nil : state.isChoosing),
      .part(.refreshIndicator),
    ]
    if state.isChoosing, let me { frame.append(.accounts(context.sessions.all, current: me.key)) }
    if let notice = state.notice {
      frame.append(.part(.notice(notice.message(loadedAt: state.loadedAt, environment))))
    }
    var head: [Cell] = []
    for person in state.requests {
      let listed = ListedPerson(profile: context.store.newest(person), follow: .asks)
      let cell = PersonCell(person: listed, origin: context.origin)
      if context.store.removed.contains(cell.key) { continue }
      if head.isEmpty { head.append(.heading(.followRequests)) }
      head.append(.person(cell))
    }
    // Only the list of followers has requests above it.
    if !head.isEmpty { head.append(.heading(.followersTitle)) }
    var cells = Cells<Cell>(head: head, rows: state.keys, tail: [.part(.footer(footer(state)))]) { row in
      .person(PersonCell(person: state.listed(state.people[row]), origin: context.origin))
    }
    cells.isComplete = state.isComplete
    cells.asksAhead = true
    cells.isGrid = true
    return Page(
      title: title, status: state.isRefreshing ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func footer(_ state: State) -> ListFooter {
    let isFollowers = state.kind == .followers
    var isHidden = false
    if let failure = state.failure {
      isHidden = failure.isRefusal
      if !isHidden { return .failed(failure.message) }
    } else if !state.isComplete {
      return state.loading == nil && !state.keys.isEmpty ? .more : .loading
    } else if !state.keys.isEmpty {
      return .end(.endOfList)
    } else if !state.isOwn, let profile = state.profile {
      isHidden = (isFollowers ? profile.followersCount : profile.followingCount) > 0
    }
    if state.kind.isPrivate {
      return .empty(state.kind == .muted ? .noMuted : .noBlocked, help: .silencedHelp)
    }
    guard state.kind.isOfPerson else { return .rule }
    let (phrase, help): (Phrase, Phrase) =
      isHidden
      ? (.listHidden, .listHiddenHelp)
      : isFollowers ? (.noFollowers, .noFollowersHelp) : (.noFollowing, .noFollowingHelp)
    return .empty(phrase, help: help)
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    /// `isChoosing`: true while the viewer's accounts show; `nil` if the list isn't the viewer's own.
    /// `subtitle` is the option of a poll; empty for other lists.
    case bar(String, handle: String, subtitle: String, isChoosing: Bool?)
    case accounts([Session], current: String)
    case heading(Phrase)
    case person(PersonCell)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .bar: "bar"
      case .accounts: "accounts"
      case .heading(let phrase): phrase == .followRequests ? "requests" : "heading"
      case .person(let cell): cell.key
      }
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .heading(let phrase):
        HTML { $0.element("h2", .class("heading"), .data("data-key", key), text: strings[phrase]) }
      case .bar(let title, let handle, let subtitle, let isChoosing):
        bar(title, handle, subtitle, isChoosing, strings)
      case .accounts(let sessions, let current): accounts(sessions, current, strings)
      case .person(let cell): cell.html(strings)
      }
    }

    private func bar(
      _ title: String, _ handle: String, _ subtitle: String, _ isChoosing: Bool?, _ strings: Strings
    ) -> HTML {
      HTML { html in
        html.element("header", .class("bar"), .data("data-key", key)) { html in
          html.backControl(strings)
          html.element("h1", .class("title")) { html in
            let chooses = isChoosing != nil
            html.element(
              chooses ? "button" : "span", chooses ? .class("chooses") : nil, chooses ? .type("button") : nil,
              chooses ? .tap(Tap.act(.accounts, "")) : nil,
              isChoosing.map { .aria(.expanded, $0 ? "true" : "false") }
            ) { html in
              html.text(title)
              html.element(
                "span", .class("handle"), .dir(subtitle.isEmpty ? "ltr" : "auto"), text: handle + subtitle)
            }
          }
          html.element("span", .class("control")) { _ in }
        }
      }
    }

    private func accounts(_ sessions: [Session], _ current: String, _ strings: Strings) -> HTML {
      HTML { html in
        html.element("ul", .class("accounts"), .data("data-key", key), .dismiss(Tap.act(.accounts, ""))) {
          html in
          for session in sessions {
            html.accountRow(
              session, .tap(Tap.act(.account, session.key)),
              session.key == current ? .aria(.current, "true") : nil)
          }
          html.linkRow(strings[.addAccount], .href(Links.signIn), .tap(AppTap.signIn))
        }
      }
    }
  }
}

extension MastodonRequests.PeopleList {
  fileprivate func title(_ strings: Strings) -> String {
    switch self {
    case .followers: strings[.followersTitle]
    case .following: strings[.followingTitle]
    case .likedBy: strings[.likedByTitle]
    case .repostedBy: strings[.repostedByTitle]
    case .muted: strings[.mutedTitle]
    case .blocked: strings[.blockedTitle]
    case .members: strings[.membersTitle]
    case .voters: strings[later: .votersTitle]
    }
  }
}

extension LoadFailure {
  /// True if the server hides the list from the viewer (RFC 9110, 401 and 403).
  fileprivate var isRefusal: Bool {
    if case .serverFailed(let status) = self { status == 401 || status == 403 } else { false }
  }
}
