import Contracts
import Localization
import Markup
import Social

/// The actions on a post or a person that have no button of their own: a sheet from the lower edge.
enum PostSheet: Screen {
  static let name: StaticString = "sheet options"

  /// The subject of the sheet.
  indirect enum Subject: Equatable, Sendable {
    case post(Post)
    case person(Profile)
    /// The viewer's private note about that person, to be changed.
    case note(Profile, Relationship)
    /// The question before unfollowing that person, who would have to accept a new request.
    case unfollow(Profile)

    var author: Profile {
      switch self {
      case .post(let post): post.author
      case .person(let profile), .note(let profile, _), .unfollow(let profile): profile
      }
    }

    var url: SafeURL? {
      switch self {
      case .post(let post): SafeURL(post.url)
      case .person(let profile), .note(let profile, _), .unfollow(let profile): SafeURL(profile.url)
      }
    }
  }

  struct State: Equatable, Sendable {
    let subject: Subject
    let context: ScreenContext
    /// The relationship between viewer and author; `nil` until it is loaded.
    var relationship: Relationship?
    /// True while the choices of a mute's duration show.
    var asksHowLong = false
    /// True while the narrower audiences of the post show.
    var asksAudience = false
    var report = Question.no
    /// The rules that a report can name, while they show.
    var rules: [ServerRule] = []
    var note = Question.no
    /// The initial text of the note's field, and the text typed there.
    var filling = ""
    var typed = ""

    init(_ subject: Subject, _ context: ScreenContext) {
      self.subject = subject
      self.context = context
      guard case .note(_, let relationship) = subject else { return }
      self.relationship = relationship
      askForNote()
    }

    fileprivate mutating func askForNote() {
      note = .asks
      filling = relationship?.note ?? ""
      typed = filling
    }

    var isOwn: Bool { context.session?.me.id == subject.author.id }
    fileprivate var isQuestion: Bool { if case .unfollow = subject { true } else { false } }
    /// True if the viewer can mute or block the person.
    var isOther: Bool { context.session != nil && !isOwn }
  }

  /// The state of a form: the reasons of a report, or the note.
  enum Question: Equatable, Sendable {
    case no
    case asks
    case sending
    case failed
  }

  enum Request: Equatable, Sendable {
    case relationship
    case report
    case rules
    case note
  }

  enum Tap: String, ScreenTap {
    case share, link, words, bookmark, pin, edit, delete, thread, reposts, notify, mute, unmute, block,
      unblock, report
    case note, save, unfollow, circles, audience
    // The audiences to which a post can be narrowed.
    case unlisted, members, direct
    case followers = "private"
    case likedBy = "liked-by"
    case repostedBy = "reposted-by"
    // Durations of a mute.
    case hour, day, week, ever
    // Reasons of a report (Mastodon API, `POST /api/v1/reports`).
    case spam, violation, other

    var encoded: EncodedTap { EncodedTap(rawValue) }

    init?(_ tap: EncodedTap) { self.init(rawValue: tap.verb) }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case typed(String)
    case tapped(Tap)
    /// Sends a report that names these rules.
    case broke(rules: [String])
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .typed(_, let text): self = .typed(text)
      case .submitted(let rules): self = .broke(rules: rules.filter { !$0.isEmpty })
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .sheet }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      guard state.isOther, state.relationship == nil, !state.isQuestion else { return [] }
      return [.ask(Request.relationship, MastodonRequests.relationships(to: [state.subject.author.id]))]
    case .received(.relationship, .success(let response), let time):
      state.relationship = MastodonDecoder(origin: state.context.origin).relationship(body: response.body)
      // The profile's bell may be ahead of the server.
      let author = state.subject.author
      let bell = MemberAction.person(.notify(name: author.account.nick))
      if let isOn = state.context.changes.override(bell, author.id, asked: time) {
        state.relationship?.notifies = isOn
      }
    case .received(.relationship, .failure, _): break
    case .typed(let text): state.typed = text
    case .received(.note, let result, _):
      guard case .success(let response) = result, response.isSuccess,
        let relationship = MastodonDecoder(origin: state.context.origin).relationship(body: response.body)
      else {
        (state.note, state.filling) = (.failed, state.typed)
        return []
      }
      return [.broadcast(.relationshipChanged(relationship)), .close]
    case .received(.rules, let result, _):
      guard case .success(let response) = result, response.isSuccess else {
        return report(&state, .violation)
      }
      state.rules = MastodonDecoder(origin: state.context.origin).rules(response.body)
      if state.rules.isEmpty { return report(&state, .violation) }
      state.report = .asks
    case .broke(let rules):
      guard state.report != .sending else { return [] }
      return report(&state, .violation, rules: rules)
    case .received(.report, let result, _):
      guard case .success(let response) = result, response.isSuccess else {
        state.report = .failed
        return []
      }
      return [.toast(Toast(.reported)), .close]
    case .tapped(let tap): return tapped(&state, tap)
    }
    return []
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    let author = state.subject.author
    if case .post(let post) = state.subject {
      switch tap {
      case .words: return [.copy(post.content.plainText), .toast(Toast(.copied)), .close]
      case .likedBy: return [.open(.people(.likedBy, id: post.id, handle: ""))]
      case .repostedBy: return [.open(.people(.repostedBy, id: post.id, handle: ""))]
      case .bookmark:
        return [.perform(.post(.bookmark), id: post.id, !post.interactions.isBookmarked), .close]
      case .pin: return [.perform(.post(.pin), id: post.id, !post.interactions.isPinned), .close]
      case .thread: return [.perform(.post(.muteThread), id: post.id, !post.interactions.isMuted), .close]
      case .edit: return [.open(.compose(ComposeStart(editing: post)))]
      case .delete: return [.delete(post), .close]
      case .audience: state.asksAudience = true
      case .unlisted, .members, .followers, .direct:
        guard let audience = Visibility(rawValue: tap.rawValue), post.visibility.narrowed.contains(audience)
        else {
          return []
        }
        return [.narrow(post, audience), .close]
      default: break
      }
    }
    switch tap {
    case .share: return (state.subject.url.map { [.share(url: $0.text)] } ?? []) + [.close]
    case .link: return (state.subject.url.map { [.copy($0.text), .toast(Toast(.copied))] } ?? []) + [.close]
    case .mute: state.asksHowLong = true
    case .hour: return mute(author, seconds: 3_600)
    case .day: return mute(author, seconds: 86_400)
    case .week: return mute(author, seconds: 604_800)
    case .ever: return mute(author, seconds: 0)
    case .unmute: return [.perform(.person(.mute(name: author.account.nick)), id: author.id, false), .close]
    case .block, .unblock:
      return [.perform(.person(.block(name: author.account.nick)), id: author.id, tap == .block), .close]
    case .reposts:
      let isHidden = state.relationship?.showsReposts == false
      return [.perform(.person(.hideReposts(name: author.account.nick)), id: author.id, !isHidden), .close]
    case .notify: return (state.relationship.map { [$0.toggledNotice(of: author)] } ?? []) + [.close]
    case .unfollow:
      // An undo would send a new request.
      let name = author.account.nick
      return [
        .perform(.person(.follow(name: name)), id: author.id, false),
        .toast(Toast(Message(.unfollowed, name))), .close,
      ]
    case .note: state.askForNote()
    case .circles: return [.open(.circles(with: author))]
    case .save:
      guard state.note != .sending else { return [] }
      state.note = .sending
      return [.ask(Request.note, MastodonRequests.note(on: author.id, state.typed))]
    case .report: state.report = .asks
    case .violation:
      guard state.report != .sending else { return [] }
      state.report = .sending
      return [.ask(Request.rules, MastodonRequests.rules)]
    case .spam, .other:
      guard state.report != .sending else { return [] }
      return report(&state, tap)
    case .words, .bookmark, .likedBy, .repostedBy, .pin, .thread, .edit, .delete, .audience, .unlisted,
      .members,
      .followers, .direct:
      break
    }
    return []
  }

  private static func report(_ state: inout State, _ category: Tap, rules: [String] = []) -> [Effect] {
    state.report = .sending
    var postID: String?
    if case .post(let post) = state.subject { postID = post.id }
    let author = state.subject.author.id
    return [
      .ask(
        Request.report,
        MastodonRequests.report(author, post: postID, category: category.rawValue, rules: rules))
    ]
  }

  private static func mute(_ person: Profile, seconds: Int) -> [Effect] {
    [.perform(.person(.mute(name: person.account.nick, seconds: seconds)), id: person.id, true), .close]
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    var shown = state
    // Typing changes nothing that the app renders.
    shown.typed = ""
    return Page(title: environment.strings[.more], frame: [.options(shown)], cells: [])
  }

  indirect enum Cell: PageCell {
    case options(State)

    var key: String { "options" }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        guard case .options(let state) = self else { return }
        // Without the note's form the sheet itself gets the focus; otherwise the note's field has it.
        html.panel(key: key, title: strings[.more], state.note == .no ? .flag(.focus) : nil) { html in
          if state.report != .no {
            reasons(state, strings, &html)
          } else if state.note != .no {
            note(state, strings, &html)
          } else if state.asksHowLong {
            times(state, strings, &html)
          } else if state.asksAudience, case .post(let post) = state.subject {
            audiences(post, strings, &html)
          } else if state.isQuestion {
            html.element(
              "h2", .dir("auto"), text: strings[later: .unfollowWhom, state.subject.author.account.nick])
            html.element("p", .class("help"), text: strings[later: .unfollowHelp])
            row(.unfollow, strings[.unfollow], &html)
          } else {
            options(state, strings, &html)
          }
          html.element(
            "button", .class("option cancel"), .type("button"), .tap(AppTap.back), text: strings[.cancel])
        }
      }
    }

    private func options(_ state: State, _ strings: Strings, _ html: inout HTML) {
      let name = state.subject.author.account.nick
      html.element("h2", .dir("auto"), text: name)
      if state.subject.url != nil {
        row(.share, strings[.share], &html)
        row(.link, strings[.copyLink], &html)
      }
      if case .post(let post) = state.subject {
        if !post.content.plainText.isEmpty { row(.words, strings[later: .copyText], &html) }
        if post.favouritesCount > 0 { row(.likedBy, strings[.favourites, post.favouritesCount], &html) }
        if post.repostsCount > 0 { row(.repostedBy, strings[.reposts, post.repostsCount], &html) }
        if state.context.session != nil {
          row(.bookmark, strings[post.interactions.isBookmarked ? .removeBookmark : .bookmark], &html)
          row(.thread, strings[post.interactions.isMuted ? .unmuteThread : .muteThread], &html)
        }
        if state.isOwn {
          row(.pin, strings[post.interactions.isPinned ? .unpin : .pin], &html)
          row(.edit, strings[.edit], &html)
          if state.context.session?.isOwnServer == true, !post.visibility.narrowed.isEmpty {
            row(.audience, strings[.changeAudience] + "…", &html)
          }
          row(.delete, strings[.delete], &html)
        }
      }
      if let relationship = state.relationship, relationship.isFollowing {
        row(.notify, strings[relationship.notifies ? .notifyNoMore : .notify, name], &html)
        row(.reposts, strings[relationship.showsReposts ? .hideReposts : .showReposts, name], &html)
      }
      if state.isOther, state.relationship != nil { row(.note, strings[.noteOn, name] + "…", &html) }
      if state.isOther, state.relationship?.isBlocking == false {
        row(.circles, strings[.addToCircle, name] + "…", &html)
      }
      if state.isOther {
        let (isMuted, isBlocked) = (
          state.relationship?.isMuting == true, state.relationship?.isBlocking == true
        )
        row(
          isMuted ? .unmute : .mute, isMuted ? strings[later: .unmute, name] : strings[.mute, name] + "…",
          &html)
        row(isBlocked ? .unblock : .block, strings[isBlocked ? .unblock : .block, name], &html)
        row(.report, strings[later: .report, name], &html)
      }
      if let url = state.subject.url, isElsewhere(state) {
        html.element(
          "a", .class("option"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"),
          text: strings[later: .originalPage])
      }
    }

    /// Returns true if the subject belongs to another server.
    private func isElsewhere(_ state: State) -> Bool {
      if case .other = state.context.origin { return true }
      return Array(state.subject.author.handle.utf8).contains(UInt8(ascii: "@"))
    }

    private func times(_ state: State, _ strings: Strings, _ html: inout HTML) {
      html.element("h2", .dir("auto"), text: strings[.mute, state.subject.author.account.nick])
      row(.hour, strings[later: .forAnHour], &html)
      row(.day, strings[later: .forADay], &html)
      row(.week, strings[later: .forAWeek], &html)
      row(.ever, strings[later: .untilUnmuted], &html)
    }

    private func audiences(_ post: Post, _ strings: Strings, _ html: inout HTML) {
      html.element("h2", text: strings[.audience])
      html.element("p", .class("help"), text: strings[later: .narrowingHelp])
      for audience in post.visibility.narrowed {
        guard let tap = Tap(rawValue: audience.rawValue) else { continue }
        html.audienceOption(audience, .tap(tap), isCurrent: false, strings)
      }
    }

    private func note(_ state: State, _ strings: Strings, _ html: inout HTML) {
      let title = strings[.noteOn, state.subject.author.account.nick]
      html.element("h2", .dir("auto"), text: title)
      html.element("p", .class("help"), text: strings[later: .noteHelp])
      if state.note == .failed {
        html.element("p", .class("problem"), .role("alert"), text: strings[.notSaved])
      }
      html.element(
        "textarea", .data("data-input", "note"), .named(.rows, "3"), .named(.maxLength, "2000"), .dir("auto"),
        .flag(.grows), .flag(.focus), .aria(.label, title), text: "\n" + state.filling)
      row(.save, strings[.save], &html)
    }

    private func rules(_ rules: [ServerRule], _ strings: Strings, _ html: inout HTML) {
      html.element("form", .class("broken-rules"), .data("data-submit", "rules")) { html in
        for rule in rules {
          html.element("label", .class("rule-choice")) { html in
            html.void("input", .type("checkbox"), .named(.name, "rule"), .named(.value, rule.id))
            html.element("span", .dir("auto"), text: rule.text)
          }
        }
        html.element("button", .class("primary"), .type("submit"), text: strings[later: .sendReport])
      }
    }

    private func reasons(_ state: State, _ strings: Strings, _ html: inout HTML) {
      html.element("h2", text: strings[later: state.rules.isEmpty ? .reportWhy : .whichRules])
      if state.report == .failed {
        html.element("p", .class("problem"), .role("alert"), text: strings[later: .reportFailed])
      }
      guard state.rules.isEmpty else { return rules(state.rules, strings, &html) }
      row(.spam, strings[later: .reportSpam], &html)
      row(.violation, strings[later: .reportViolation], &html)
      row(.other, strings[later: .reportOther], &html)
    }

    private func row(_ tap: Tap, _ text: String, _ html: inout HTML) {
      let isDangerous = tap == .delete || tap == .block || tap == .report || tap == .unfollow
      html.element(
        "button", .class("option" + (tap == .share ? " share" : isDangerous ? " danger" : "")),
        .type("button"),
        .tap(tap),
        text: text)
    }
  }
}
