import Contracts
import Localization
import Markup
import Social

extension ProfilePage.State {
  func visibleContent() -> ProfilePage.VisibleContent {
    var shown = ProfilePage.VisibleContent()
    shown.rows.isComputed = true
    let (list, top) = (self.list.entries, self.top)
    if selection == .media {
      shown.tiles = MediaRow.tiles(of: list, postsState)
      shown.pictured = PicturedPosts(list)
      for row in 0..<MediaRow.count(of: shown.tiles.count) { shown.rows.append(row, MediaRow.key(row)) }
      return shown
    }
    // Without pinned posts the list's own rows do.
    guard !top.isEmpty else { return shown }
    for (row, key) in top.keys.enumerated() { shown.rows.append(row, ProfilePage.pinnedKey(key)) }
    // A pinned post stands only on top.
    for (row, key) in list.keys.enumerated() {
      guard let entry = list.item(row)?.entry, entry.reposter != nil || top.post(entry.post.id) == nil else {
        continue
      }
      shown.rows.append(row, key)
    }
    return shown
  }
}

extension ProfilePage {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let newest = state.newest
    let name = newest?.account.nick ?? state.handle ?? ""
    var (head, frame): ([Cell], [Cell]) = ([], [.part(.bar(name, isRoot: false)), .part(.refreshIndicator)])
    if let profile = newest {
      let header = ProfileHeader(
        profile: profile, follow: follow(state), isOwn: state.isOwn,
        followsReader: state.relationship?.isFollowedBy == true,
        notifies: follow(state) == .on ? state.relationship?.notifies : nil,
        note: state.relationship?.note ?? "",
        isBioUnfolded: state.isBioUnfolded, origin: state.postsState.origin,
        joined: profile.createdAt.map {
          CalendarDate(dayNumber: $0.dayNumber(minutesEast: environment.minutesEast))
        })
      head = [.header(header), .tabs(state.selection)]
      frame = [
        .banner(profile.account.cover, tint: profile.account.tint), .bar(name, header.follow),
        .part(.refreshIndicator),
      ]
    } else if state.failure == nil {
      head = [.loadingHeader]
      frame.insert(.banner(nil, tint: nil), at: 0)
    }
    if let failure = state.failure, state.isLoaded {
      frame.append(.part(.notice(failure.message(loadedAt: state.cachedAt, environment))))
    }
    let (postsState, top, list) = (state.postsState, state.top, state.list.entries)
    let isGrid = state.selection == .media
    let isKnown = state.profile != nil && (state.knowsTop || state.selection != .posts)
    let isCurrent = state.shown.rows.isComputed && (!isGrid || state.shown.pictured.isCurrent(in: list))
    let shown = isCurrent ? state.shown : state.visibleContent()
    let (rows, tiles, pinned) = (shown.rows, shown.tiles, top.keys.count)
    // The list's own array compares in constant time.
    let keys = !isGrid && pinned == 0 ? list.keys : rows.keys
    var cells = Cells<Cell>(
      head: head, rows: isKnown ? keys : [], tail: footer(state, isKnown).map { .part($0) }
    ) { row in
      if isGrid { return .media(MediaRow(row, of: tiles)) }
      let isPinned = row < pinned
      let index = pinned == 0 ? row : rows.indices[row]
      // A list that isn't sorted by time has no gaps.
      guard let item = (isPinned ? top : list).item(index) else { return .loadingHeader }
      var cell = postsState.cell(item.entry, key: keys[row], isFirst: row < 3, environment)
      cell.isPinned = isPinned
      return .post(cell)
    }
    cells.isComplete = state.list.isComplete
    cells.asksAhead = true
    return Page(
      title: name, status: state.isRefreshing ? "refreshing" : "",
      frame: frame, cells: cells)
  }

  static func pinnedKey(_ key: String) -> String { "pinned-" + key }

  private static func follow(_ state: State) -> FollowState {
    guard !state.isOwn else { return .none }
    guard let relationship = state.relationship else { return state.postsState.session == nil ? .off : .none }
    if relationship.isBlocking { return .blocked }
    return relationship.isFollowing ? .on : relationship.isRequested ? .requested : .off
  }

  private static func footer(_ state: State, _ isKnown: Bool) -> [ListPart] {
    let isEmpty = state.list.entries.isEmpty
    let failure = state.isLoaded ? nil : state.failure
    if let failure = failure ?? state.list.failure { return [.footer(.failed(failure.message))] }
    if state.isBlocking { return [.footer(.empty(.isBlocked, help: .blockedHelp))] }
    if !isKnown || isEmpty && !state.list.isComplete {
      return state.selection == .media
        ? [.footer(.loading)] : [.skeleton(0), .skeleton(1), .skeleton(2), .skeleton(3)]
    }
    if state.list.isComplete {
      let help: Phrase = state.isOwn ? .emptyOwnHelp : .emptyProfileHelp
      return [.footer(isEmpty ? .empty(.noPosts, help: help) : .end(.endOfList))]
    }
    return [.footer(state.list.loading != nil ? .loading : .more)]
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    /// The banner behind the bar, into which it shrinks: the picture, if the person has one, over their
    /// colour.
    case banner(Picture?, tint: Int?)
    /// The bar, with the name and the button that appear in it once those of the header are out of sight.
    case bar(String, FollowState)
    case header(ProfileHeader)
    case loadingHeader
    case tabs(MastodonRequests.Selection)
    case post(PostCell)
    case media(MediaRow)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .banner: "banner"
      case .bar: "bar"
      case .header, .loadingHeader: "header"
      case .tabs: "selection"
      case .post(let cell): cell.key
      case .media(let row): MediaRow.key(row.row)
      }
    }

    var postCell: PostCell? {
      guard case .post(let cell) = self else { return nil }
      return cell
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .banner(let picture, let tint): banner(picture, tint, strings)
      case .bar(let name, let follow):
        HTML { html in
          html.element("header", .class("bar"), .data("data-key", key)) { html in
            html.backControl(strings)
            html.element("h1", .class("title"), text: name)
            html.element("span", .class("control")) { follow.button(.tap(Tap.follow), strings, &$0) }
          }
        }
      case .header(let header):
        HTML { html in
          html.element("header", .class("identity"), .data("data-key", key)) { header.write(strings, &$0) }
        }
      case .loadingHeader:
        HTML { html in
          html.element("div", .class("identity loading"), .data("data-key", key)) { _ in }
        }
      case .tabs(let selection): tabs(selection, strings)
      case .post(let cell): cell.html(strings)
      case .media(let row): row.html(strings)
      }
    }

    /// Returns the banner, with its picture twice: once blurred, for pulling and for the bar.
    private func banner(_ picture: Picture?, _ tint: Int?, _ strings: Strings) -> HTML {
      HTML { html in
        html.element("div", .class("banner" + (tint.map { " tint\($0)" } ?? "")), .data("data-key", key)) {
          html in
          guard let picture else { return }
          let size = "(min-width: 640px) 640px, 100vw"
          html.picture(
            picture, shape: .whole, shownSize: size, class: "picture", alt: strings[.cover], isFirst: true)
          // In an element of its own the picture is blurred only once, even while that element changes.
          html.element("div", .class("blurred")) { html in
            html.picture(picture, shape: .whole, shownSize: size, class: "picture", alt: "")
          }
          html.opens(picture, .tap(Tap.banner), strings[.cover])
        }
      }
    }

    private func tabs(_ selection: MastodonRequests.Selection, _ strings: Strings) -> HTML {
      HTML { html in
        html.element("nav", .class("selection"), .data("data-key", key)) { html in
          for known in [MastodonRequests.Selection.posts, .withReplies, .media] {
            html.element(
              "button", .type("button"), .tap(Tap.choose(known)),
              known == selection ? .aria(.current, "true") : nil,
              text: strings[known.title])
          }
        }
      }
    }
  }
}

/// The header over a person's posts.
struct ProfileHeader: Equatable, Sendable {
  let profile: Profile
  let follow: FollowState
  let isOwn: Bool
  let followsReader: Bool
  /// True if the viewer is notified of each of their posts; `nil` if the viewer doesn't follow them.
  let notifies: Bool?
  /// The viewer's private note about them.
  let note: String
  let isBioUnfolded: Bool
  let origin: Origin
  /// The date on which the person joined.
  let joined: CalendarDate?

  /// Writes two pages side by side: the person's names and bio, and their fields.
  func write(_ strings: Strings, _ html: inout HTML) {
    html.element(
      "div", .class("pages"), .role("group"), .aria(.label, profile.account.nick), .named(.tabIndex, "0")
    ) { html in
      html.element("div", .class("page")) { html in
        html.element("div", .class("top")) { html in
          html.avatar(of: profile.account, shownSize: "80px")
          if let avatar = profile.account.avatar {
            html.opens(avatar, .tap(ProfilePage.Tap.avatar), strings[.picture])
          }
          html.element("div", .class("buttons")) { html in
            html.element(
              "a", .class("control"), .href(Links.album(of: profile.handle)),
              .tap(AppTap.album(profile.handle)), .aria(.label, strings[.album])
            ) { Icon.picture.append(to: &$0) }
            html.element(
              "button", .class("control"), .type("button"), .tap(ProfilePage.Tap.options),
              .aria(.hasPopup, "dialog"),
              .aria(.label, strings[.more])
            ) { Icon.more.append(to: &$0) }
            if let notifies {
              html.element(
                "button", .class("control"), .type("button"), .tap(ProfilePage.Tap.notify),
                .aria(.label, strings[.notify, profile.account.nick]),
                .aria(.pressed, notifies ? "true" : "false")
              ) { Icon.bell.append(to: &$0) }
            }
            if isOwn {
              html.follow(true, .tap(AppTap.editProfile), nil, strings[.editOwnProfile])
            } else {
              follow.button(.tap(ProfilePage.Tap.follow), strings, &html)
            }
          }
        }
        html.element("h2", .class("nick"), .dir("auto")) {
          $0.text(profile.account.nick, profile.account.emojis)
        }
        html.element("p", .class("handle")) { html in
          html.element("bdi", text: "@" + profile.handle)
          if followsReader { badge(.followsYou, strings, &html) }
          if profile.isBot { badge(.bot, strings, &html) }
          if profile.isLocked { badge(.locked, strings, &html) }
        }
        let bio = ContentTargets(origin: origin, emojis: profile.account.emojis).html(profile.bio)
        if !bio.bytes.isEmpty {
          html.element("div", .class(isBioUnfolded ? "words bio unfolded" : "words bio"), .dir("auto")) {
            $0.append(bio)
          }
          html.fold(bio, isBioUnfolded, .tap(ProfilePage.Tap.bio), nil, strings, lines: 15)
        }
      }
      html.element("div", .class("page")) { html in
        fields(strings, &html)
        if let joined {
          html.element("p", .class("handle"), text: strings[.joined, strings.text(.dayOfYear(joined))])
        }
      }
    }
    html.element("p", .class("page-dots"), .aria(.hidden, "true")) { html in
      for _ in 0..<2 { html.element("i", text: "") }
    }
    html.element("p", .class("counts")) { html in
      html.element("span") { html in
        html.counted(strings.shortTemplate(.posts, profile.postsCount), strings.short(profile.postsCount))
      }
      people(.following, .followingCount, profile.followingCount, strings, &html)
      people(.followers, .followers, profile.followersCount, strings, &html)
    }
    guard !note.isEmpty else { return }
    html.element(
      "button", .class("note"), .type("button"), .tap(ProfilePage.Tap.note), .aria(.hasPopup, "dialog")
    ) { html in
      Icon.pen.append(to: &html)
      html.element("span", .class("unseen"), text: strings[.noteOn, profile.account.nick] + strings[.colon])
      html.element("span", .dir("auto"), text: note)
    }
  }

  /// Writes a link with a short number. Its label has the whole one.
  private func people(
    _ list: MastodonRequests.PeopleList, _ phrase: CountPhrase, _ count: Int, _ strings: Strings,
    _ html: inout HTML
  ) {
    let number = strings.short(count)
    html.people(
      list, of: profile, nil, strings.shortTemplate(phrase, count), number: number,
      label: number == "\(count)" ? nil : .aria(.label, strings[phrase, count]))
  }

  private func badge(_ phrase: Phrase, _ strings: Strings, _ html: inout HTML) {
    html.element("span", .class("badge"), text: strings[phrase])
  }

  private func fields(_ strings: Strings, _ html: inout HTML) {
    guard !profile.fields.isEmpty else { return }
    html.element("dl", .class("fields")) { html in
      for field in profile.fields {
        html.element("dt", .dir("auto")) { $0.text(field.name, profile.account.emojis) }
        html.element("dd", field.isVerified ? .class("verified") : nil, .dir("auto")) { html in
          if field.isVerified {
            html.element("span", .class("unseen"), text: strings[.verified] + strings[.colon])
          }
          html.append(ContentTargets(origin: origin, emojis: profile.account.emojis).html(field.value))
        }
      }
    }
  }
}

extension HTML {
  /// Writes a link over a picture that opens it in the viewer screen.
  @inline(never)
  fileprivate mutating func opens(_ picture: Picture, _ tap: Attribute, _ name: String) {
    element("a", .class("opens"), SafeURL(picture.url).map { .href($0) }, tap, .aria(.label, name), text: "")
  }
}
