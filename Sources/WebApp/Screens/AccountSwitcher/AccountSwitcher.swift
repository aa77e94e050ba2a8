import Localization
import Markup
import Social

/// The account switcher: it lists the accounts that are signed in on this device, switches between them, adds
/// one and signs one out.
enum AccountSwitcher: Screen {
  static let name: StaticString = "sheet accounts"

  struct State: Equatable, Sendable {
    var sessions: [Session]
    /// The key of the session that is in front.
    let current: String?
    /// The keys of the sessions that have posts waiting to be sent.
    let unsent: [String]
    /// The session whose signing out has to be confirmed.
    var asked: Session?

    init(_ context: ScreenContext, unsent: [String]) {
      sessions = context.sessions.all
      current = context.session?.key
      self.unsent = unsent
    }
  }

  enum Verb: String {
    /// Signs out; asks first if the session is in front or would lose something.
    case remove
    /// Always asks first.
    case ask
    case removeAnyway = "remove-anyway"
    case stay
  }

  struct Tap: ScreenTap {
    let verb: Verb
    /// The key of a session.
    let key: String

    init(_ verb: Verb, _ key: String) {
      self.verb = verb
      self.key = key
    }

    var encoded: EncodedTap { EncodedTap(verb.rawValue, key) }

    init?(_ tap: EncodedTap) {
      guard let verb = Verb(rawValue: tap.verb) else { return nil }
      self.init(verb, tap.value)
    }
  }

  indirect enum Action: ScreenAction {
    typealias Request = Never

    case tapped(Tap)
    /// The sessions that are left.
    case left([Session])

    init?(_ event: ScreenEvent) {
      guard case .changed(.sessionsChanged(let sessions)) = event else { return nil }
      self = .left(sessions)
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .sheet }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    state.asked = nil
    switch action {
    case .left(let sessions): state.sessions = sessions
    case .tapped(let tap):
      let key = tap.key
      let asks =
        tap.verb == .ask || tap.verb == .remove && (key == state.current || state.unsent.contains(key))
      if asks {
        state.asked = state.sessions.first { $0.key == key }
      } else if tap.verb != .stay {
        return [.session(.signOut(key))]
      }
    }
    return []
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    Page(
      title: environment.strings[.accounts],
      frame: [
        .list(
          state.sessions, current: state.current,
          unread: state.sessions.map {
            $0.key == state.current ? environment.unread : environment.unread(of: $0.key)
          })
      ],
      cells: state.asked.map {
        [.question($0, isCurrent: $0.key == state.current, isUnsent: state.unsent.contains($0.key))]
      } ?? [])
  }

  indirect enum Cell: PageCell {
    /// `unread` is the number of new notifications of each session.
    case list([Session], current: String?, unread: [Int])
    case question(Session, isCurrent: Bool, isUnsent: Bool)

    var key: String {
      switch self {
      case .list: "list"
      case .question: "question"
      }
    }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        switch self {
        case .list(let sessions, let current, let unread): list(sessions, current, unread, strings, &html)
        case .question(let session, let isCurrent, let isUnsent):
          html.signOutQuestion(
            session, isUnsent: isUnsent, key: key, dismiss: Tap(.stay, "").encoded,
            // All screens start over without the session in front, so the account switcher closes first.
            isCurrent ? .tap(AppTap.signOut(session.key)) : .tap(Tap(.removeAnyway, session.key)), strings)
        }
      }
    }

    private func list(
      _ sessions: [Session], _ current: String?, _ unread: [Int], _ strings: Strings, _ html: inout HTML
    ) {
      html.panel(key: key, title: strings[.accounts], .flag(.focus)) { html in
        html.element("h2", text: strings[.accounts])
        html.element("ul") { html in
          for (index, session) in sessions.enumerated() {
            html.element("li", .class("account")) { html in
              let isCurrent = session.key == current
              html.accountButton(
                session, isCurrent ? .tap(AppTap.back) : .tap(AppTap.account(session.key)),
                isCurrent ? .aria(.current, "true") : nil, .remove(Tap(.remove, session.key)),
                unread: unread[index] > 0 ? (unread[index], strings[.newNotifications, unread[index]]) : nil)
              html.element(
                "button", .class("control"), .type("button"), .tap(Tap(.ask, session.key)),
                .aria(.label, strings[.signOut] + ", " + session.fullHandle)
              ) { Icon.close.append(to: &$0) }
              // The button that a swipe uncovers; the button before it does the same for everyone.
              html.element(
                "button", .class("remove"), .type("button"), .tap(Tap(.remove, session.key)),
                .aria(.hidden, "true"),
                .named(.tabIndex, "-1"), text: strings[.signOut])
            }
          }
          html.linkRow(strings[.addAccount], .href(Links.signIn), .tap(AppTap.signIn))
        }
      }
    }
  }
}
