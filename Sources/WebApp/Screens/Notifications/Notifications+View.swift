import Contracts
import Localization
import Markup
import Social

extension Notifications {
  static let kindsKey = "kinds"
  static let offerKey = "offer"

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.notifications]
    var frame: [Cell] = [
      .part(.bar(title, isRoot: true)), .part(.refreshIndicator),
      .part(.filters(.notifications, all: state.kind == nil ? nil : Tap.kind(nil).encoded)),
    ]
    if let notice = state.notice, !state.items.isEmpty {
      frame.append(.part(.notice(notice.message(loadedAt: state.loadedAt, environment))))
    }
    let (postsState, groups, readID) = (state.postsState, state.groups, state.readID)
    let parents = state.parents
    var head: [Cell] = state.kind == nil && state.keys.isEmpty ? [] : [.kinds(state.kind)]
    if state.offersPush { head.append(.offer) }
    var cells = Cells<Cell>(head: head, rows: state.keys, tail: [.part(.footer(footer(state)))]) { row in
      let group = groups[row].current(postsState)
      let newest = group.newest
      let isUnread = readID.map { EntryList.isNewer(newest.id, than: $0) } ?? false
      if newest.kind == .mention, let post = newest.post {
        var cell = postsState.cell(TimelineEntry(post), key: group.key, isFirst: row < 3, environment)
        cell.isUnread = isUnread
        cell.parentSquare = parents.square(of: post, postsState, environment.strings)
        return .post(cell)
      }
      let isUnfolded = state.unfolded.contains(group.key)
      let follows =
        group.offersFollow(isUnfolded: isUnfolded) ? group.people.map { postsState.store.follow($0) } : []
      return .group(
        GroupCell(
          group: group, age: newest.createdAt.map { environment.age($0) }, isUnread: isUnread,
          me: postsState.session,
          follows: follows, isUnfolded: isUnfolded, isFolding: state.folded == group.key))
    }
    cells.isComplete = state.isComplete
    cells.asksAhead = true
    return Page(title: title, status: state.isRefreshing ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func footer(_ state: State) -> ListFooter {
    if let failure = state.failure { return .failed(failure.message) }
    if state.loadedAt == nil || state.older != nil { return .loading }
    if state.next != nil { return .more }
    return state.keys.isEmpty ? .empty(.noNotifications, help: .noNotificationsHelp) : .end(.endOfList)
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    /// The filters, and the chosen one.
    case kinds(Kind?)
    /// The offer of notifications for the closed app.
    case offer
    case post(PostCell)
    case group(GroupCell)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .kinds: kindsKey
      case .offer: offerKey
      case .post(let cell): cell.key
      case .group(let cell): cell.group.key
      }
    }

    var postCell: PostCell? {
      guard case .post(let cell) = self else { return nil }
      return cell
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .kinds(let current):
        HTML { html in
          html.element("div", .class("kinds"), .data("data-key", kindsKey)) { html in
            for kind in Kind.allCases {
              html.kind(strings[kind.phrase], kind == current, .tap(Tap.kind(kind)))
            }
          }
        }
      case .offer:
        HTML { html in
          html.element("section", .class("push-offer"), .data("data-key", offerKey)) { html in
            html.element("h2", text: strings[later: .pushOffer])
            html.element("p", text: strings[later: .pushOfferHelp])
            html.element("div", .class("answers")) { html in
              html.follow(false, .tap(Tap.offer(isAccepted: true)), nil, strings[later: .pushOfferYes])
              html.follow(true, .tap(Tap.offer(isAccepted: false)), nil, strings[later: .pushOfferNo])
            }
          }
        }
      case .post(let cell): cell.html(strings)
      case .group(let cell): cell.html(strings)
      }
    }
  }
}

/// The people who did the same thing, with the beginning of the post that they did it to.
struct GroupCell: Equatable, Sendable {
  let group: NotificationGroup
  let age: Age?
  let isUnread: Bool
  let me: Session?
  /// The buttons for following the people; empty for other kinds.
  let follows: [FollowState]
  /// True if the people stand below each other.
  let isUnfolded: Bool
  /// True while they are folding up.
  let isFolding: Bool

  /// The greatest number of avatars in a row.
  private static let maxFaces = 5

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
            if people.count > 1 {
              faces(people, strings, &html)
            } else if newest.isJoinRequest {
              // The page of an account that may not join yet is hidden.
              html.element("span", .class("face")) { $0.avatar(of: people[0].account, shownSize: "32px") }
            } else {
              html.element(
                "a", .class("face"), .href(Links.profile(people[0].handle)),
                .tap(PostTap.profile(id: people[0].id)),
                .aria(.label, strings[.avatarOf, people[0].account.nick])
              ) { $0.avatar(of: people[0].account, shownSize: "32px") }
            }
            if people.count == 1 {
              follows.first?.button(.tap(PostTap.follow(id: people[0].id)), strings, &html)
            }
          }
          if isUnfolded || isFolding { self.people(people, strings, &html) }
          html.element("h2", .class("sentence")) { html in
            sentence(people, strings, &html)
            if let age, let date = newest.createdAt {
              html.element("a", .class("time"), .href(page), tap) {
                $0.element(
                  "time", .datetime(date.iso8601), .aria(.label, strings.text(age)), text: strings.short(age))
              }
            }
          }
          if newest.kind == .followRequest { answers(newest.actor, strings, &html) }
          if let post = newest.post { excerpt(post, strings, &html) }
          if let words = newest.warning?.text, !words.isEmpty {
            html.element("p", .class("warning-words"), .dir("auto"), text: words)
          }
        }
      }
    }
  }

  /// Returns the link and tap of the row: the post, the person, the list of all followers, or the screen where
  /// reports and requests to join are answered.
  private func target(_ people: [Profile]) -> (SafeURL, Attribute) {
    if let post = group.newest.post {
      return (Links.post(post.id, of: post.author.handle), .tap(PostTap.open(id: post.id)))
    }
    if group.newest.kind == .report || group.newest.isJoinRequest, me?.isOwnServer == true {
      return (Links.community, .tap(AppTap.community))
    }
    if people.count > 1, let me = me?.me {
      return (
        Links.followers(of: me.handle), .tap(AppTap.people(.followers, id: me.id, handle: me.handle))
      )
    }
    return (Links.profile(people[0].handle), .tap(PostTap.profile(id: people[0].id)))
  }

  /// Writes a button that unfolds the people, and folds them again in the same place.
  private func faces(_ people: [Profile], _ strings: Strings, _ html: inout HTML) {
    html.element(
      "button", .class("unfold"), .type("button"), .tap(Notifications.Tap.faces(key: group.key)),
      .aria(.expanded, isUnfolded ? "true" : "false"), .aria(.label, strings[.people])
    ) { html in
      if isUnfolded { return html.text(strings[.people]) }
      for person in people.prefix(Self.maxFaces) { html.avatar(of: person.account, shownSize: "32px") }
      if people.count > Self.maxFaces { html.text("+\(people.count - Self.maxFaces)") }
    }
  }

  /// Writes the people below each other, with their names; each links to their profile.
  private func people(_ people: [Profile], _ strings: Strings, _ html: inout HTML) {
    html.element("div", .class(isUnfolded ? "whom" : "whom folds"), isUnfolded ? nil : .flag(.inert)) {
      html in
      html.element("ul") { html in
        for (index, person) in people.enumerated() {
          let tap = PostTap.profile(id: person.id)
          html.element("li") { html in
            html.element("a", .class("person"), .href(Links.profile(person.handle)), .tap(tap)) { html in
              html.avatar(of: person.account, shownSize: "32px")
              html.element("span", .class("names")) { html in
                html.nick(of: person.account)
                html.element("bdi", .class("handle"), text: "@" + person.handle)
              }
            }
            if follows.indices.contains(index) {
              follows[index].button(.tap(PostTap.follow(id: person.id)), strings, &html)
            }
          }
        }
      }
    }
  }

  /// Writes “Anna, Tomás and 3 others liked your post” with the names set off.
  private func sentence(_ people: [Profile], _ strings: Strings, _ html: inout HTML) {
    let names = people.prefix(2).map { Self.mark + $0.account.nick + Self.mark }
    let who = strings.names(names, of: people.count)
    let text = Strings.fill(template(people.count, strings), [who])
    let emojis = people.prefix(2).flatMap { $0.account.emojis }
    var isName = false
    for part in Array(text.utf8).split(separator: 1, omittingEmptySubsequences: false) {
      let text = String(decoding: part, as: UTF8.self)
      if isName { html.element("bdi", .class("nick")) { $0.text(text, emojis) } } else { html.text(text) }
      isName.toggle()
    }
  }

  /// The character before and after a name. It occurs in no text.
  private static let mark = "\u{1}"

  private func template(_ count: Int, _ strings: Strings) -> String {
    switch group.newest.kind {
    case .favourite: strings[.likedYourPost]
    case .repost: strings[.repostedYourPost]
    case .follow: strings[count > 1 ? .manyFollowedYou : .followedYou]
    case .followRequest: strings[.wantsToFollowYou]
    case .mention: strings[.mentionedYou]
    case .post: strings[.published]
    case .update: strings[.changedPost]
    case .poll: strings[later: group.newest.actor.id == me?.me.id ? .ownPollEnded : .pollEnded]
    case .signUp:
      group.newest.isJoinRequest
        ? strings[later: .askedToJoin] : strings[me?.isOwnServer == true ? .joinedByInvitation : .signedUp]
    case .report: strings[later: .sentReport]
    case .warning:
      switch group.newest.warning?.action {
      case .warned: strings[later: .warnedYou]
      case .removedPosts, nil: strings[later: .removedYourPost]
      }
    case .reportResolved:
      switch group.newest.report?.resolution?.decision {
      case .warned: strings[later: .reportWarned]
      case .hidden: strings[later: .reportHidden]
      case .suspended: strings[later: .reportSuspended]
      case .dismissed, nil: strings[later: .reportDismissed]
      }
    }
  }

  private func answers(_ person: Profile, _ strings: Strings, _ html: inout HTML) {
    html.element("span", .class("answers")) { html in
      html.follow(false, .tap(Notifications.Tap.admit(id: person.id, true)), nil, strings[.accept])
      html.follow(true, .tap(Notifications.Tap.admit(id: person.id, false)), nil, strings[.reject])
    }
  }

  /// Writes two lines of the post and its first picture; content behind a warning stays hidden.
  private func excerpt(_ post: Post, _ strings: Strings, _ html: inout HTML) {
    let text = post.warning.isEmpty ? post.content.plainText : post.warning
    let picture = post.firstPicture
    guard !text.isEmpty || picture != nil else { return }
    html.element("div", .class("excerpt")) { html in
      html.element("p", .dir("auto")) { $0.text(text, post.emojis) }
      if let picture {
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
    case .poll: .bell
    case .signUp: .accounts
    case .report, .warning, .reportResolved: .warning
    }
  }
}
