import Contracts
import Localization
import Markup
import Social

/// The member's account: the password, the devices that are signed in, addresses for old clients, and
/// deleting the account.
enum AccountPage: Screen {
  static let name: StaticString = "settings account-page"

  struct State: Equatable, Sendable {
    var session: Session?
    /// The sessions of the account; `nil` until the server has answered.
    var signedIn: [SessionEntity]?
    var hasFailed = false
    /// The latest request, which runs while `isRunning` is true.
    var form = Form.password
    var isRunning = false
    /// The outcome of that request.
    var message: Message?
    /// The read-only address that was just made. The server shows it once.
    var address: String?
    /// The e-mail address; `nil` until the server has answered.
    var email: EmailEntity?
    /// True if the member wants to delete the account and is asked for the password.
    var asksToRemove = false

    init(_ context: ScreenContext) { session = context.session }
  }

  enum Form: String, Equatable, Sendable {
    case password, removal, email
  }

  enum Request: Equatable, Sendable {
    case sessions
    case form(Form)
    case end, export, address, email
  }

  indirect enum Tap: ScreenTap {
    case retry, remove, stay, export
    /// Makes a read-only address.
    case address
    case copy
    /// Ends that session.
    case end(String)

    private enum Verb: String { case retry, remove, stay, export, address, copy, end }

    var encoded: EncodedTap {
      switch self {
      case .retry: EncodedTap(Verb.retry.rawValue)
      case .remove: EncodedTap(Verb.remove.rawValue)
      case .stay: EncodedTap(Verb.stay.rawValue)
      case .export: EncodedTap(Verb.export.rawValue)
      case .address: EncodedTap(Verb.address.rawValue)
      case .copy: EncodedTap(Verb.copy.rawValue)
      case .end(let id): EncodedTap(Verb.end.rawValue, id)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .retry: self = .retry
      case .remove: self = .remove
      case .stay: self = .stay
      case .export: self = .export
      case .address: self = .address
      case .copy: self = .copy
      case .end: self = .end(tap.value)
      case nil: return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case changePassword(from: String, to: String)
    case remove(password: String)
    /// Changes the e-mail address; an empty one removes it.
    case changeEmail(to: String, password: String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      // The first field of all forms is the username, for password managers.
      case .submitted(let fields) where fields.count == 4 && fields[1] == "email":
        self = .changeEmail(to: fields[2], password: fields[3])
      case .submitted(let fields) where fields.count == 3:
        self = .changePassword(from: fields[1], to: fields[2])
      case .submitted(let fields) where fields.count == 2: self = .remove(password: fields[1])
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.retry):
      state.hasFailed = false
      return [refresh, .ask(Request.email, MembershipRequests.email)]
    case .tapped(.remove): state.asksToRemove = true
    case .tapped(.stay):
      state.asksToRemove = false
      state.message = nil
    case .tapped(.end(let id)):
      state.signedIn?.removeAll { $0.id == id }
      return [.ask(Request.end, MembershipRequests.endSession(id))]
    case .tapped(.export): return [.ask(Request.export, MembershipRequests.export)]
    case .tapped(.address): return [.ask(Request.address, MembershipRequests.makeReadingAddress)]
    case .tapped(.copy): return state.address.map { [.copy($0), .toast(Toast(.copied))] } ?? []
    case .changePassword(let current, let new):
      return send(&state, .password, MembershipRequests.changePassword(from: current, to: new))
    case .changeEmail(let address, let password):
      return send(&state, .email, MembershipRequests.changeEmail(to: address, password: password))
    case .remove(let password):
      return send(&state, .removal, MembershipRequests.removeAccount(password: password))
    case .received(let request, let result, _): return received(&state, request, result)
    }
    return []
  }

  private static func send(_ state: inout State, _ form: Form, _ request: APIRequest) -> [Effect] {
    guard !state.isRunning else { return [] }
    state.form = form
    state.isRunning = true
    state.message = nil
    return [.ask(Request.form(form), request)]
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    let failure = failure(of: result)
    switch request {
    case .sessions:
      if case .success(let response) = result, failure == nil {
        state.signedIn = SessionEntity.list(response.body)
      }
      state.hasFailed = state.signedIn == nil
    case .email:
      if case .success(let response) = result, failure == nil { state.email = EmailEntity(response.body) }
    case .end:
      // Refreshes the list to the server's state, even after a failure.
      return failure.map { [.toast(Toast($0)), refresh] } ?? []
    case .export:
      guard failure == nil, case .success(let response) = result, let session = state.session,
        let address = MembershipRequests.exportAddress(response.body, at: session.server)
      else { return failure.map { [.toast(Toast($0))] } ?? [] }
      return [.visit(url: address)]
    case .address:
      guard failure == nil, case .success(let response) = result else {
        return failure.map { [.toast(Toast($0))] } ?? []
      }
      state.address = MembershipRequests.readingAddress(response.body)
      return [refresh]
    case .form(let form):
      state.isRunning = false
      state.message = failure
      guard failure == nil else { return [] }
      if form == .removal, let key = state.session?.key {
        return [.session(.leave(key))]
      }
      if form == .email, case .success(let response) = result {
        state.email = EmailEntity(response.body) ?? state.email
        return []
      }
      state.message = Message(.passwordChanged)
      return [refresh]
    }
    return []
  }

  private static var refresh: Effect { .ask(Request.sessions, MembershipRequests.sessions) }

  private static func failure(of result: Result<Response, RequestFailure>) -> Message? {
    switch result {
    case .success(let response): response.isSuccess ? nil : Message(.refusedBy, response.errorText)
    case .failure: Message(.unreachable)
    }
  }

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
          html.element("div", .class("reading-address"), .role("status")) { html in
            html.element("p", text: strings[later: .linkOnce])
            html.element("p", .class("reading-address-url"), .dir("ltr"), text: made)
            html.element("p", .class("choices")) { html in
              html.element(
                "button", .class("choice"), .type("button"), .tap(AccountPage.Tap.copy),
                text: strings[.copyLink])
            }
          }
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
        "button", .class(isRemoval ? "primary danger" : "primary"),
        text: strings[isRemoval ? .deleteAccount : form == .email ? .save : .changePassword])
      if isRemoval {
        html.element(
          "button", .class("choice"), .type("button"), .tap(AccountPage.Tap.stay), text: strings[.cancel])
      }
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
