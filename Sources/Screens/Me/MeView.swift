import Contracts
public import Markup
import Social

extension Me {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    var cells: [Cell] = []
    if let session = state.session {
      cells.append(.profile(session))
      if !state.outbox.isEmpty { cells.append(.outbox(state.outbox)) }
      cells.append(.accounts(state.others))
      cells.append(.settings)
      cells.append(.signOut(asks: state.asksToSignOut))
    }
    return Page(title: reader.strings[.me], frame: [.bar], cells: cells)
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar
    case profile(Session)
    case outbox([OutboxItem])
    case accounts([Session])
    case settings
    case signOut(asks: Bool)
  }
}

extension Me.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .profile: "profile"
    case .outbox: "outbox"
    case .accounts: "accounts"
    case .settings: "settings"
    case .signOut: "sign-out"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar: html.titleBar(strings[.me], isRoot: true, strings)
      case .profile(let session): profile(session, strings, &html)
      case .outbox(let items): outbox(items, strings, &html)
      case .accounts(let sessions): accounts(sessions, strings, &html)
      case .settings:
        html.element("section", .class("group"), .data("data-key", key)) { html in
          html.element("ul") { html in
            row(strings[.myFeed], .href(Links.images(at: nil)), tap: "images", &html)
            row(strings[.settings], .href(Links.settings), tap: "settings", &html)
          }
        }
      case .signOut(let asks): signOut(asks, strings, &html)
      }
    }
  }

  private func profile(_ session: Session, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("card"), .data("data-key", key)) { html in
      html.element(
        "a", .class("person"), .href(Links.profile(session.me.handle)), .data("data-tap", "profile")
      ) { html in
        html.avatar(of: session.me.account, shownSize: "64px")
        names(session, &html)
      }
      if session.isRefused {
        html.element(
          "a", .class("problem"), .href(Links.signIn), .data("data-tap", "sign-in"), text: strings[.needsSignIn])
      }
    }
  }

  private func names(_ session: Session, _ html: inout HTML) {
    html.element("span", .class("names")) { html in
      html.element("bdi", .class("nick"), text: session.me.account.nick)
      html.element(
        "span", .class("handle"), .dir("ltr"),
        text: "@" + session.me.handle + "@" + session.server.host)
    }
  }

  private func accounts(_ sessions: [Session], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.accounts])
      html.element("ul") { html in
        for session in sessions {
          html.element("li") { html in
            html.element(
              "button", .class("row person"), .type("button"), .data("data-tap", "account:" + session.key)
            ) { html in
              html.avatar(of: session.me.account, shownSize: "40px")
              names(session, &html)
            }
          }
        }
        row(strings[.addAccount], .href(Links.signIn), tap: "sign-in", &html)
      }
    }
  }

  private func row(_ text: String, _ link: Attribute, tap: String, _ html: inout HTML) {
    html.element("li") { html in
      html.element("a", .class("row leads"), link, .data("data-tap", tap), text: text)
    }
  }

  private func outbox(_ items: [OutboxItem], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.waitingPosts])
      html.element("ul") { html in
        for item in items {
          html.element("li", .class("row waiting")) { html in
            html.element("p", .dir("auto"), text: item.draft?.text ?? strings[.deletion])
            switch item.state {
            case .waiting: html.element("p", .class("help"), text: strings[.waitingToSend])
            case .sending: html.element("p", .class("help"), text: strings[.sending])
            case .failed(let words): html.element("p", .class("problem"), text: strings[.refusedBy, words])
            }
            if item.state != .sending {
              html.element("p", .class("choices")) { html in
                if case .failed = item.state { choice(strings[.retry], "retry:" + item.id, &html) }
                choice(strings[.edit], "edit:" + item.id, &html)
                choice(strings[.cancel], "cancel:" + item.id, &html)
              }
            }
          }
        }
      }
    }
  }

  private func choice(_ text: String, _ tap: String, _ html: inout HTML) {
    html.element("button", .class("choice"), .type("button"), .data("data-tap", tap), text: text)
  }

  private func signOut(_ asks: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      if asks {
        html.element("p", .class("problem"), .role("alert"), text: strings[.signOutUnsent])
        html.element("p", .class("choices")) { html in
          choice(strings[.signOutAnyway], "sign-out-anyway", &html)
          choice(strings[.cancel], "stay", &html)
        }
      } else {
        html.element("ul") { html in
          html.element("li") { html in
            html.element(
              "button", .class("row centred"), .type("button"), .data("data-tap", "sign-out"), text: strings[.signOut])
          }
        }
      }
    }
  }
}
