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
    /// A post or comment of a Moments page, which knows less of it than its menu needs: the sheet loads it first.
    case held(Post)
    /// A post that could not be loaded: its id, its text, and its author, who has no id unless it is the viewer.
    case part(Post)
    case person(Profile)
    /// The viewer's private note about that person, to be changed.
    case note(Profile)
    /// The question before unfollowing that person, who would have to accept a new request.
    case unfollow(Profile)

    var author: Profile {
      switch self {
      case .post(let post), .held(let post), .part(let post): post.author
      case .person(let profile), .note(let profile), .unfollow(let profile): profile
      }
    }

    var url: SafeURL? {
      switch self {
      case .post(let post), .held(let post), .part(let post): SafeURL(post.url)
      case .person(let profile), .note(let profile), .unfollow(let profile): SafeURL(profile.url)
      }
    }
  }

  struct State: Equatable, Sendable {
    var subject: Subject
    let context: ScreenContext
    /// True if it is the menu of a post or comment of a Moments page, where "Delete" asks first.
    let isOnMoments: Bool
    /// True while the question before the deletion shows.
    var asksDeletion = false
    /// True while what the choices need is being loaded.
    var isLoading = false
    /// True if that takes so long that it shows.
    var showsWait = false
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
    var held = HeldPeople()

    init(_ subject: Subject, _ context: ScreenContext) {
      self.subject = subject
      self.context = context
      isOnMoments =
        switch subject {
        case .held, .part: true
        case .post, .person, .note, .unfollow: false
        }
      if case .note = subject { askForNote() }
    }

    /// The relationship between viewer and author; `nil` until it is loaded.
    var relationship: Relationship? { context.store.relationship(with: subject.author) }

    fileprivate mutating func askForNote() {
      note = .asks
      filling = relationship?.note ?? ""
      typed = filling
    }

    var isOwn: Bool { context.session?.me.id == subject.author.id }
    var isQuestion: Bool { if case .unfollow = subject { true } else { false } }
    /// True if the viewer can mute or block the person.
    var isOther: Bool { context.session != nil && !isOwn && !subject.author.id.isEmpty }
  }

  /// The state of a form: the reasons of a report, or the note.
  enum Question: Equatable, Sendable {
    case no
    case asks
    case sending
    case failed
  }

  /// The time after which a sheet that still loads shows it, in milliseconds.
  private static let waitMilliseconds = 300

  enum Request: Equatable, Sendable {
    case post
    case relationship
    case report
    case rules
    case note
  }

  enum Tap: String, ScreenTap {
    case share, link, words, bookmark, pin, edit, delete, thread, reposts, notify, mute, unmute, block,
      unblock, report
    case note, save, unfollow, circles, audience, albums
    // The audiences to which a post can be narrowed.
    case unlisted, members, direct
    case followers = "private"
    case deleteNow = "delete-now"
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
    /// The request for the choices takes a while.
    case waits
    case typed(String)
    case tapped(Tap)
    /// Sends a report that names these rules.
    case broke(rules: [String])
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .timerFired(.waits): self = .waits
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
      let effects = load(state)
      guard !effects.isEmpty, state.relationship == nil else { return effects }
      state.isLoading = true
      return effects + [.after(milliseconds: waitMilliseconds, .waits)]
    case .waits: state.showsWait = state.isLoading
    case .received(.post, let result, _):
      guard case .held(let held) = state.subject else { return [] }
      state.subject = loaded(state, result).map { .post($0) } ?? .part(held)
      let effects = load(state)
      if effects.isEmpty || state.relationship != nil { (state.isLoading, state.showsWait) = (false, false) }
      return effects
    case .received(.relationship, let result, let time):
      (state.isLoading, state.showsWait) = (false, false)
      guard case .success(let response) = result else { return [] }
      state.held.add(
        state.context.store.receive(
          relationships: response.body, MastodonDecoder(origin: state.context.origin), asked: time))
    case .typed(let text): state.typed = text
    case .received(.note, let result, let time):
      guard case .success(let response) = result, response.isSuccess,
        let relationship = MastodonDecoder(origin: state.context.origin).relationship(body: response.body)
      else {
        (state.note, state.filling) = (.failed, state.typed)
        return []
      }
      state.context.store.receive(relationship: relationship, asked: time)
      return [.close]
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

  /// Returns the request for what the choices need; nothing if they need no more than is known.
  private static func load(_ state: State) -> [Effect] {
    if case .held(let post) = state.subject { return [.ask(Request.post, MastodonRequests.status(post.id))] }
    guard state.isOther, state.note == .no, !state.isQuestion else { return [] }
    return [.ask(Request.relationship, MastodonRequests.relationships(to: [state.subject.author.id]))]
  }

  private static func loaded(_ state: State, _ result: Result<Response, RequestFailure>) -> Post? {
    guard case .success(let response) = result, response.isSuccess else { return nil }
    return MastodonDecoder(origin: state.context.origin).status(body: response.body)
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    let author = state.subject.author
    if case .part(let post) = state.subject {
      switch tap {
      case .words: return copy(post)
      case .delete, .deleteNow: return delete(&state, post, tap)
      default: break
      }
    }
    if case .post(let post) = state.subject {
      switch tap {
      case .words: return copy(post)
      case .likedBy: return [.open(.people(.likedBy, id: post.id, handle: ""))]
      case .repostedBy: return [.open(.people(.repostedBy, id: post.id, handle: ""))]
      case .bookmark:
        return [.perform(.post(.bookmark), id: post.id, !post.interactions.isBookmarked), .close]
      case .pin: return [.perform(.post(.pin), id: post.id, !post.interactions.isPinned), .close]
      case .thread: return [.perform(.post(.muteThread), id: post.id, !post.interactions.isMuted), .close]
      case .edit: return [.open(.compose(ComposeStart(editing: post)))]
      case .delete, .deleteNow: return delete(&state, post, tap)
      case .audience: state.asksAudience = true
      case .albums: return [.open(.scrapbook(.choice([post.id])))]
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
    case .words, .bookmark, .likedBy, .repostedBy, .pin, .thread, .edit, .delete, .deleteNow, .audience,
      .albums, .unlisted, .members, .followers, .direct:
      break
    }
    return []
  }

  private static func delete(_ state: inout State, _ post: Post, _ tap: Tap) -> [Effect] {
    guard state.isOnMoments, tap == .delete else { return [.delete(post), .close] }
    state.asksDeletion = true
    return []
  }

  private static func copy(_ post: Post) -> [Effect] {
    [.copy(post.content.plainText), .toast(Toast(.copied)), .close]
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
}
