import Contracts
import Markup
import Social

extension Notifications {
  static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = reader.strings[.notifications]
    var frame: [Cell] = [
      .part(.bar(title, isRoot: true)), .part(.wheel), .part(.filters(.notifications)),
    ]
    if let notice = state.notice, !state.items.isEmpty {
      frame.append(.part(.notice(notice.message(loadedAt: state.loadedAt, reader))))
    }
    let (board, groups, readID) = (state.board, state.groups, state.readID)
    var cells = Cells<Cell>(rows: state.keys, tail: [.part(.foot(foot(state)))]) { row in
      let group = groups[row]
      let newest = group.newest
      let isUnread = readID.map { EntryList.isNewer(newest.id, than: $0) } ?? false
      if newest.kind == .mention, let status = newest.status {
        var cell = board.cell(TimelineEntry(status), key: group.key, isFirst: row < 3, reader)
        cell.isUnread = isUnread
        return .status(cell)
      }
      return .group(
        GroupCell(
          group: group, age: newest.createdAt.map { reader.age($0) }, isUnread: isUnread, me: board.session,
          follow: newest.kind == .follow && group.people.count == 1 ? board.follow(newest.actor.id) : .none))
    }
    cells.isComplete = state.isComplete
    cells.asksAhead = true
    return Page(title: title, status: state.isRefreshing ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func foot(_ state: State) -> ListFoot {
    if let trouble = state.trouble { return .failed(trouble.message) }
    if state.loadedAt == nil || state.older != nil { return .loading }
    if state.next != nil { return .more }
    return state.keys.isEmpty ? .empty(.noNotifications, help: .noNotificationsHelp) : .end(.endOfList)
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    case status(StatusCell)
    case group(GroupCell)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .status(let cell): cell.key
      case .group(let cell): cell.group.key
      }
    }

    var post: StatusCell? {
      guard case .status(let cell) = self else { return nil }
      return cell
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .status(let cell): cell.html(strings)
      case .group(let cell): cell.html(strings)
      }
    }
  }
}

/// What some people did, with the beginning of the post that they did it to.
struct GroupCell: Equatable, Sendable {
  let group: NotificationGroup
  let age: Age?
  let isUnread: Bool
  let me: Session?
  /// What can be done about following whoever follows.
  let follow: Follow

  /// The pictures of people in a row.
  private static let mostFaces = 5

  func html(_ strings: Strings) -> HTML {
    let newest = group.newest
    let people = group.people
    let (page, tap) = target(people)
    return HTML { html in
      html.element(
        "article", .class(isUnread ? "activity unread" : "activity"), .data("data-key", group.key), tap
      ) { html in
        if isUnread { html.unreadMark(strings) }
        html.element("span", .class("kind")) { newest.kind.icon.append(to: &$0) }
        html.element("div", .class("body")) { html in
          html.element("div", .class("faces")) { html in
            faces(people, strings, &html)
            follow.button(.tap(StatusTap.follow(id: newest.actor.id)), strings, &html)
          }
          html.element("h2", .class("sentence")) { html in
            sentence(people, strings, &html)
            if let age, let date = newest.createdAt {
              html.element("a", .class("time"), .href(page), tap) {
                $0.element("time", .datetime(date.iso8601), text: strings.short(age))
              }
            }
          }
          if newest.kind == .followRequest { answers(newest.actor, strings, &html) }
          if let status = newest.status { excerpt(status, strings, &html) }
        }
      }
    }
  }

  /// Where it leads: to the post, to the person, or to all who follow.
  private func target(_ people: [Profile]) -> (SafeURL, Attribute) {
    if let status = group.newest.status {
      return (Links.status(status.id, of: status.author.handle), .tap(StatusTap.open(id: status.id)))
    }
    if people.count > 1, let me = me?.me {
      return (
        Links.followers(of: me.handle), .tap(AppTap.people(.followers, id: me.id, handle: me.handle))
      )
    }
    return (Links.profile(people[0].handle), .tap(StatusTap.profile(id: people[0].id)))
  }

  private func faces(_ people: [Profile], _ strings: Strings, _ html: inout HTML) {
    for person in people.prefix(Self.mostFaces) {
      html.element(
        "a", .class("face"), .href(Links.profile(person.handle)), .tap(StatusTap.profile(id: person.id)),
        .aria(.label, strings[.avatarOf, person.account.nick])
      ) { $0.avatar(of: person.account, shownSize: "32px") }
    }
    if people.count > Self.mostFaces {
      html.element("span", .aria(.hidden, "true"), text: "+\(people.count - Self.mostFaces)")
    }
  }

  /// “Anna, Tomás and 3 others liked your post”: the names stand out.
  private func sentence(_ people: [Profile], _ strings: Strings, _ html: inout HTML) {
    let names = people.prefix(2).map { Self.mark + $0.account.nick + Self.mark }
    let who = strings.names(names, of: people.count)
    let text = Strings.fill(strings[phrase(people.count)], [who])
    var isName = false
    for part in Array(text.utf8).split(separator: 1, omittingEmptySubsequences: false) {
      let text = String(decoding: part, as: UTF8.self)
      if isName { html.element("bdi", .class("nick"), text: text) } else { html.text(text) }
      isName.toggle()
    }
  }

  /// Before and after a name. No text has this character.
  private static let mark = "\u{1}"

  private func phrase(_ count: Int) -> Phrase {
    switch group.newest.kind {
    case .favourite: .likedYourPost
    case .repost: .repostedYourPost
    case .follow: count > 1 ? .manyFollowedYou : .followedYou
    case .followRequest: .wantsToFollowYou
    case .mention: .mentionedYou
    case .post: .published
    case .update: .changedPost
    case .signUp: me?.isOwnServer == true ? .joinedByInvitation : .signedUp
    }
  }

  private func answers(_ person: Profile, _ strings: Strings, _ html: inout HTML) {
    html.element("span", .class("answers")) { html in
      html.follow(false, .tap(Notifications.Tap.admit(id: person.id, true)), nil, strings[.accept])
      html.follow(true, .tap(Notifications.Tap.admit(id: person.id, false)), nil, strings[.reject])
    }
  }

  /// Two lines of the post and its first picture; what stands behind a warning stays there.
  private func excerpt(_ status: Status, _ strings: Strings, _ html: inout HTML) {
    let text = status.warning.isEmpty ? status.content.plainText : status.warning
    let picture = status.isSensitive || !status.warning.isEmpty ? nil : status.attachments.first { $0.isPicture }
    guard !text.isEmpty || picture != nil else { return }
    html.element("div", .class("excerpt")) { html in
      html.element("p", .dir("auto"), text: text)
      if let picture = picture?.picture {
        html.picture(
          picture, shape: .square, shownSize: "44px", class: "picture",
          alt: picture.description.isEmpty ? strings[.picture] : picture.description)
      }
    }
  }
}

extension Notification.Kind {
  fileprivate var icon: Icon {
    switch self {
    case .favourite: .favourite
    case .repost: .repost
    case .follow, .followRequest: .person
    case .mention: .mentions
    case .post: .bell
    case .update: .pen
    case .signUp: .accounts
    }
  }
}
