import Contracts
import Localization
import Markup
import Social

extension AccountPage {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.account]
    var cells: [Cell] = []
    if let session = state.session {
      let handle = session.me.handle
      cells.append(.password(message(state, .password), handle))
      if let list = state.signedIn {
        cells.append(.signedIn(list.map { described($0, environment) }))
      } else {
        cells.append(.footer(state.hasFailed ? .failed(LoadFailure.unreadable.message) : .loading))
      }
      if let email = state.email, email.sendsMail || !email.address.isEmpty {
        cells.append(.email(email, message(state, .email), handle))
      }
      cells.append(.address(state.address))
      if state.hasAppPasswords {
        cells.append(.appPassword(state.appPassword, message(state, .appPassword), handle))
      }
      cells.append(.export)
      cells.append(.removal(message(state, .removal), asks: state.asksToRemove, handle))
    }
    return Page(title: title, frame: [.bar(title)], cells: cells)
  }

  private static func message(_ state: State, _ form: Form) -> Message? {
    state.form == form ? state.message : nil
  }

  /// Returns the session with all details that its row shows about the device.
  private static func described(_ session: SessionEntity, _ environment: ViewEnvironment) -> SessionEntity {
    var session = session
    let age = session.lastUsedAt.map { environment.strings.text(environment.age($0)) } ?? ""
    let device = session.device.map { $0 + " · " } ?? ""
    session.device = device + (session.isCurrent ? environment.strings[later: .thisDevice] : age)
    return session
  }

  indirect enum Cell: Equatable, Sendable {
    case bar(String)
    /// The outcome to show, and the username.
    case password(Message?, String)
    case signedIn([SessionEntity])
    case footer(ListFooter)
    /// The e-mail address, the outcome to show, and the username.
    case email(EmailEntity, Message?, String)
    /// The read-only address that was just made.
    case address(String?)
    /// The app password that was just made, the outcome to show, and the username.
    case appPassword(String?, Message?, String)
    case export
    case removal(Message?, asks: Bool, String)
  }
}

extension AccountPage.Cell: PageCell {
  var key: String {
    switch self {
    case .bar: "bar"
    case .password: "password"
    case .signedIn: "signed-in"
    case .footer: "footer"
    case .email: "email"
    case .address: "address"
    // Another cell takes the place of the form, and so gets the focus.
    case .appPassword(let made, _, _): made == nil ? "app-password" : "app-password-made"
    case .export: "export"
    case .removal: "removal"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .bar(let title): ListPart.bar(title, isRoot: false).html(strings)
    case .footer(let footer): ListPart.footer(footer).html(strings)
    case .password(let message, let handle):
      group(.changePassword, strings) { html in
        form(.password, handle, message, strings, &html) { html in
          field("current-password", strings[.currentPassword], &html)
          field("new-password", strings[.newPassword], &html)
        }
      }
    case .signedIn(let sessions):
      group(.signedInWhere, strings) { html in
        html.element("ul") { html in
          for session in sessions { row(session, strings, &html) }
        }
      }
    case .email(let email, let message, let handle): self.email(email, message, handle, strings)
    case .address(let made): address(made, strings)
    case .appPassword(let made, let message, let handle): appPassword(made, message, handle, strings)
    case .export:
      HTML { html in
        html.element("section", .class("group"), .data("data-key", key)) {
          button("row centred", .export, .downloadData, strings, &$0)
        }
      }
    case .removal(let message, let asks, let handle):
      group(.deleteAccount, strings) { html in
        html.element("p", .class("help"), text: strings[later: .deleteAccountHelp])
        if asks {
          form(.removal, handle, message, strings, &html) {
            field("current-password", strings[.currentPassword], &$0)
          }
        } else {
          button("row centred danger", .remove, .deleteAccount, strings, &html)
        }
      }
    }
  }

  private func email(_ email: EmailEntity, _ message: Message?, _ handle: String, _ strings: Strings) -> HTML
  {
    HTML { html in
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[later: .emailAddress])
        html.element("p", .class("help"), text: strings[later: .emailHelp])
        if !email.pending.isEmpty {
          html.element(
            "p", .class("help"), .role("status"), text: strings[later: .emailPending, email.pending])
        }
        form(.email, handle, message, strings, &html) { html in
          html.void("input", .type("hidden"), .named(.name, "form"), .named(.value, "email"))
          html.element("label", .class("field")) { html in
            html.element("span", text: strings[later: .emailAddress])
            html.void(
              "input", .type("email"), .named(.name, "email"), .named(.value, email.address),
              .named(.autocomplete, "email"), .named(.maxLength, "254"), .dir("ltr"))
          }
          field("current-password", strings[.currentPassword], &html)
        }
      }
    }
  }

  private func address(_ made: String?, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[later: .readingAddress])
        html.element("p", .class("help"), text: strings[later: .readingAddressHelp])
        if let made {
          once(made, "reading-address-url", strings[later: .linkOnce], .copy, strings[.copyLink], &html)
        } else {
          html.element("ul") { html in
            html.element("li") { html in
              html.element(
                "button", .class("row centred"), .type("button"), .tap(AccountPage.Tap.address),
                text: strings[later: .makeLink])
            }
          }
        }
      }
    }
  }

  private func appPassword(
    _ made: String?, _ message: Message?, _ handle: String, _ strings: Strings
  ) -> HTML {
    HTML { html in
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[later: .appPassword])
        html.element("p", .class("help"), text: strings[later: .appPasswordHelp])
        if let made {
          once(
            made, "app-password", strings[later: .appPasswordOnce, handle], .copyPassword,
            strings[later: .copyPassword], &html)
        } else {
          form(.appPassword, handle, message, strings, &html) { html in
            html.void(
              "input", .type("hidden"), .named(.name, "form"),
              .named(.value, AccountPage.Form.appPassword.rawValue))
            html.element("label", .class("field")) { html in
              html.element("span", text: strings[later: .appPasswordName])
              html.void(
                "input", .type("text"), .named(.name, "app"), .named(.autocomplete, "off"),
                .named(.maxLength, "100"), .flag(.required), .dir("auto"))
            }
            field("current-password", strings[.currentPassword], &html)
          }
        }
      }
    }
  }

  /// Writes a secret that the server shows once.
  private func once(
    _ secret: String, _ look: String, _ help: String, _ tap: AccountPage.Tap, _ copy: String,
    _ html: inout HTML
  ) {
    html.element("div", .class("reading-address"), .role("status")) { html in
      html.element("p", text: help)
      html.element("p", .class(look), .dir("ltr"), text: secret)
      html.element("p", .class("choices")) { html in
        html.element("button", .class("choice"), .type("button"), .tap(tap), .flag(.focus), text: copy)
      }
    }
  }

  /// Writes a row that is alone in its list.
  private func button(
    _ look: String, _ tap: AccountPage.Tap, _ text: Phrase, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("ul") { html in
      html.element("li") { html in
        html.element("button", .class(look), .type("button"), .tap(tap), text: strings[text])
      }
    }
  }

  private func group(_ title: Phrase, _ strings: Strings, _ content: (inout HTML) -> Void) -> HTML {
    HTML { html in
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[title])
        content(&html)
      }
    }
  }

  private func form(
    _ form: AccountPage.Form, _ handle: String, _ message: Message?, _ strings: Strings, _ html: inout HTML,
    _ fields: (inout HTML) -> Void
  ) {
    html.element("form", .data("data-submit", form.rawValue)) { html in
      // Password managers use it to identify the account.
      html.void(
        "input", .class("unseen"), .named(.name, "username"), .named(.autocomplete, "username"),
        .named(.value, handle), .named(.tabIndex, "-1"), .aria(.hidden, "true"))
      fields(&html)
      if let message {
        let isGood = message.phrase == .passwordChanged
        html.element("p", .class(isGood ? "help" : "problem"), .role("alert"), text: message.text(strings))
      }
      let isRemoval = form == .removal
      html.element(
        "button", .class(isRemoval ? "primary danger" : "primary"), text: label(of: form, strings))
      if isRemoval {
        html.element(
          "button", .class("choice"), .type("button"), .tap(AccountPage.Tap.stay),
          .escape(AccountPage.Tap.stay.encoded), text: strings[.cancel])
      }
    }
  }

  private func label(of form: AccountPage.Form, _ strings: Strings) -> String {
    switch form {
    case .password: strings[.changePassword]
    case .removal: strings[.deleteAccount]
    case .email: strings[.save]
    case .appPassword: strings[later: .makeAppPassword]
    }
  }

  private func row(_ session: SessionEntity, _ strings: Strings, _ html: inout HTML) {
    html.element("li", .class("row place")) { html in
      html.element("div") { html in
        let name =
          session.kind == .address ? strings[later: .readingAddress] : strings[later: .browserSession]
        html.element("p", .dir("auto"), text: session.client ?? name)
        html.element("p", .class("help"), text: session.device ?? "")
      }
      if !session.isCurrent {
        html.element(
          "button", .class("choice"), .type("button"), .tap(AccountPage.Tap.end(session.id)),
          text: strings[.signOut])
      }
    }
  }

  private func field(_ kind: String, _ label: String, _ html: inout HTML) {
    html.element("label", .class("field")) { html in
      html.element("span", text: label)
      html.void(
        "input", .type("password"), .named(.name, kind), .named(.autocomplete, kind),
        .named(.maxLength, "200"),
        .flag(.required), .dir("ltr"))
    }
  }
}
