public import Contracts
public import Markup
public import Social

extension ProfilePage {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let name = state.profile?.account.nick ?? state.handle ?? ""
    var cells: [Cell] = []
    if let profile = state.profile {
      cells.append(
        .header(profile, follow(state), followsReader: state.relationship?.isFollowedBy == true, state.board.origin))
      cells.append(.tabs(state.selection))
      cells += state.board.cells(state.list.entries.entries, reader).map { .status($0) }
    } else if state.trouble == nil {
      cells.append(.loadingHeader)
    }
    cells.append(.foot(foot(state)))
    return Page(
      title: name, status: state.isRefreshing ? "refreshing" : "", frame: [.bar(name), .wheel], cells: cells)
  }

  private static func follow(_ state: State) -> Follow {
    guard !state.isOwn else { return .none }
    guard let relationship = state.relationship else { return state.board.session == nil ? .off : .none }
    return relationship.isFollowing ? .on : relationship.isRequested ? .requested : .off
  }

  private static func foot(_ state: State) -> Foot {
    let server = state.board.serverName
    if let trouble = state.trouble ?? state.list.trouble { return .failed(trouble, server: server) }
    if state.list.isComplete { return state.list.entries.isEmpty ? .empty : .end }
    return state.list.isLoading || state.profile == nil ? .loading : .more
  }

  public enum Follow: Equatable, Sendable {
    /// There is nothing to follow, or it is not known yet whether they are followed.
    case none
    case off
    case requested
    case on
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar(String)
    case wheel
    case header(Profile, Follow, followsReader: Bool, Origin)
    case loadingHeader
    case tabs(MastodonRequests.Selection)
    case status(StatusCell)
    case foot(Foot)
  }

  public indirect enum Foot: Equatable, Sendable {
    case loading
    case more
    case end
    case empty
    case failed(LoadTrouble, server: String)
  }
}

extension ProfilePage.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .header, .loadingHeader: "header"
    case .tabs: "selection"
    case .status(let cell): cell.key
    case .foot: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let name): html.titleBar(name, isRoot: false, strings)
      case .wheel: html.wheel(strings)
      case .header(let profile, let follow, let followsReader, let origin):
        html.element("header", .class("identity"), .data("data-key", key)) { html in
          ProfileHeader(profile: profile, follow: follow, followsReader: followsReader, origin: origin)
            .write(strings, &html)
        }
      case .loadingHeader:
        html.element("div", .class("identity loading"), .data("data-key", key)) { html in
          html.element("div", .class("banner")) { _ in }
        }
      case .tabs(let selection): tabs(selection, strings, &html)
      case .status(let cell): html.append(cell.html(strings))
      case .foot(let foot): foot.write(strings, &html)
      }
    }
  }

  private func tabs(_ selection: MastodonRequests.Selection, _ strings: Strings, _ html: inout HTML) {
    html.element("nav", .class("selection"), .data("data-key", key)) { html in
      for (known, tap) in [(MastodonRequests.Selection.posts, "posts"), (.withReplies, "replies"), (.media, "media")] {
        html.element(
          "button", .type("button"), .data("data-tap", tap), known == selection ? .aria(.current, "true") : nil,
          text: strings[known.title])
      }
    }
  }
}

extension ProfilePage.Foot {
  func write(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("foot"), .data("data-key", "foot")) { html in
      switch self {
      case .loading: html.spinner(strings)
      case .more:
        html.element("button", .class("more"), .type("button"), .data("data-tap", "more"), text: strings[.loadMore])
      case .end: html.element("p", .class("end"), text: strings[.endOfList])
      case .empty:
        html.element("h2", text: strings[.noPosts])
        html.element("p", text: strings[.emptyProfileHelp])
      case .failed(let trouble, let server): html.failure(trouble.text(strings, server: server), strings)
      }
    }
  }
}
