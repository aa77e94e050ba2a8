import Contracts
import JSON
import Localization
import Markup
import Social

/// The part with the clients of the Twitter API, which can't register themselves.
extension CommunityPage {
  struct Clients: Equatable, Sendable {
    /// `nil` until they are loaded.
    var list: [SigningClientEntity]?
    /// The number of clients that were registered here, so that the form is empty after each.
    var addedCount = 0
    /// The form that was sent last.
    var sent = SigningClientForm()
    var problem: ClientProblem?
    /// The key and the secret of the client that was just registered.
    var keys: SigningClientKeys?
  }

  enum ClientField: String, Equatable, Sendable {
    case name, website, key, secret, callbacks
  }

  /// The reason why the server refuses a registration.
  struct ClientProblem: Equatable, Sendable {
    let field: ClientField
    let message: Message
    /// The form as it was typed.
    let form: SigningClientForm
  }

  struct ClientRow: Equatable, Sendable {
    let client: SigningClientEntity
    let age: String
    let question: Question?
  }

  static func register(_ state: inout State, _ form: SigningClientForm) -> [Effect] {
    guard !state.isRunning else { return [] }
    state.isRunning = true
    state.outcome = nil
    state.clients.sent = form
    return [.ask(Request.client, CommunityRequests.register(form))]
  }

  static func registered(_ state: inout State, _ response: Response) {
    state.isRunning = false
    state.clients.keys = SigningClientKeys(response.body)
    state.clients.problem = nil
    state.clients.sent = SigningClientForm()
    state.clients.addedCount += 1
  }

  /// Forgets what was typed, and what the server shows once.
  static func leaveClients(_ state: inout State) { state.clients = Clients(list: state.clients.list) }

  /// Hides the key and the secret of a client that was removed.
  static func forgetKeys(_ state: inout State) {
    if case .removeClient(let id)? = state.question, state.clients.keys?.id == id { state.clients.keys = nil }
  }

  /// Shows a refusal beside the field that it is about. Returns false if it is about none.
  static func explain(_ state: inout State, _ result: Result<Response, RequestFailure>) -> Bool {
    guard state.section == .clients, case .success(let response) = result else { return false }
    let field: ClientField
    switch (try? JSON(parsing: response.body))?.text("code") ?? "" {
    case Refusal.invalidClientName.rawValue: field = .name
    case Refusal.invalidWebsite.rawValue: field = .website
    case Refusal.invalidKey.rawValue, Refusal.keyTaken.rawValue: field = .key
    case Refusal.invalidSecret.rawValue: field = .secret
    case Refusal.invalidCallback.rawValue: field = .callbacks
    default: return false
    }
    state.clients.problem = ClientProblem(
      field: field, message: Message(.refusedBy, response.errorText), form: state.clients.sent)
    return true
  }

  /// Returns the cells of the part; `waiting` stands for a list that isn't loaded.
  static func clients(_ state: State, _ waiting: [Cell], age: (Timestamp?) -> String) -> [Cell] {
    var cells: [Cell] = []
    if let keys = state.clients.keys { cells.append(.keys(keys, server: state.session?.server.text ?? "")) }
    cells.append(.newClient(after: state.clients.addedCount, state.clients.problem))
    guard let list = state.clients.list else { return cells + waiting }
    for client in list {
      var question: Question?
      if case .removeClient(client.id)? = state.question { question = state.question }
      cells.append(.client(ClientRow(client: client, age: age(client.createdAt), question: question)))
    }
    return cells + [.passwords(areAllowed: state.community?.allowsPasswords == true)]
  }
}

/// The markup of clients.
extension CommunityPage.Cell {
  func newClient(_ problem: CommunityPage.ClientProblem?, _ strings: Strings, _ html: inout HTML) {
    let form = problem?.form ?? SigningClientForm()
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .clients])
      html.element("p", .class("help"), text: strings[later: .clientsHelp])
      html.element("form", .data("data-submit", "client")) { html in
        formName("client", &html)
        clientField(.name, .name, form.name, longest: 200, problem, strings, &html)
        clientField(.website, .clientWebsite, form.website, longest: 2000, problem, strings, &html)
        choices(
          "access", .clientAccess, [("write", .readsAndPosts), ("read", .readsOnly)],
          form.isReadOnly ? "read" : "write", strings, &html)
        clientField(.key, .builtInKey, form.key, longest: 100, problem, strings, &html)
        clientField(.secret, .builtInSecret, form.secret, longest: 200, problem, strings, &html)
        clientField(.callbacks, .callbacks, form.callbacks, longest: 10_000, problem, strings, &html)
        html.element("button", .class("primary"), text: strings[later: .addClient])
      }
    }
  }

  /// Writes a field, and the problem that the server has with it.
  private func clientField(
    _ name: CommunityPage.ClientField, _ label: LaterPhrase, _ value: String, longest: Int,
    _ problem: CommunityPage.ClientProblem?, _ strings: Strings, _ html: inout HTML
  ) {
    let isInvalid = problem?.field == name
    let invalid: Attribute? = isInvalid ? .aria(.invalid, "true") : nil
    let describedBy: Attribute? = isInvalid ? .aria(.describedBy, "client-problem") : nil
    let focus: Attribute? = isInvalid ? .flag(.focus) : nil
    let fieldName = Attribute.named(.name, name.rawValue)
    let maxLength = Attribute.named(.maxLength, "\(longest)")
    let capitals = Attribute.named(.autocapitalize, "off")
    let spelling = Attribute.named(.spellcheck, "false")
    html.element("label", .class("field")) { html in
      html.element("span", text: strings[later: label])
      switch name {
      case .name:
        html.void(
          "input", fieldName, .named(.value, value), maxLength, .named(.autocomplete, "off"), .dir("auto"),
          .flag(.required), invalid, describedBy, focus)
      case .website, .key, .secret:
        html.void(
          "input", fieldName, .named(.value, value), maxLength, .named(.autocomplete, "off"), .dir("ltr"),
          capitals, spelling, invalid, describedBy, focus)
      case .callbacks:
        html.element(
          "textarea", fieldName, .named(.rows, "2"), maxLength, .dir("ltr"), capitals, spelling,
          .flag(.grows), invalid, describedBy, focus, text: "\n" + value)
      }
    }
    guard isInvalid, let problem else { return }
    html.element(
      "p", .class("problem"), .id("client-problem"), .role("alert"), text: problem.message.text(strings))
  }

  /// Writes all that a member has to type into the client.
  func keys(_ keys: SigningClientKeys, _ server: String, _ strings: Strings, _ html: inout HTML) {
    let rows: [(LaterPhrase, String)] = [
      (.clientKey, keys.key), (.clientSecret, keys.secret), (.serverAddress, server),
    ]
    html.element("section", .class("group"), .data("data-key", key), .role("status")) { html in
      html.element("div", .class("report")) { html in
        html.element("p", text: strings[later: .keysOnce])
        for (label, value) in rows { fact(label, value, strings, &html) }
        html.element("p", .class("choices")) { html in
          html.element(
            "button", .class("choice"), .type("button"), .tap(CommunityPage.Tap.copyKey), .flag(.focus),
            text: strings[later: .copyKey])
          choice(.copySecret, .copySecret, strings, &html)
        }
      }
    }
  }

  private func fact(_ label: LaterPhrase, _ value: String, _ strings: Strings, _ html: inout HTML) {
    html.element("p", .class("help"), text: strings[later: label])
    html.element("p", .class("client-fact"), .dir("ltr"), text: value)
  }

  func client(_ row: CommunityPage.ClientRow, _ strings: Strings, _ html: inout HTML) {
    let client = row.client
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("div", .class("report")) { html in
        html.element("p", .dir("auto")) { $0.element("b", text: client.name) }
        var facts = strings[later: .members] + strings[.colon] + "\(client.members)"
        if client.isReadOnly { facts += " · " + strings[later: .readsOnly] }
        if !row.age.isEmpty { facts += " · " + row.age }
        html.element("p", .class("help"), text: facts)
        fact(.clientKey, client.key, strings, &html)
        if let url = SafeURL(client.website) {
          html.element(
            "a", .class("link client-page"), .href(url), .rel("noopener noreferrer nofollow ugc"),
            .named(.target, "_blank"), .dir("ltr"), text: client.website)
        }
        for callback in client.callbacks {
          html.element("p", .class("help client-fact"), .dir("ltr"), text: callback)
        }
        if client.callbacks.isEmpty {
          html.element("p", .class("help"), text: strings[later: .signsInWithPIN])
        }
        if !client.isUsable { html.element("p", .class("problem"), text: strings[later: .unusableClient]) }
        if let question = row.question { return ask(question, client.name, strings, &html) }
        html.element("p", .class("choices")) { html in
          html.element(
            "button", .class("choice danger"), .type("button"),
            .tap(CommunityPage.Tap.ask(.removeClient(client.id))), text: strings[later: .removeClient])
        }
      }
    }
  }

  func passwords(_ areAllowed: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("ul") { html in
        html.element("li") {
          $0.toggle(
            strings[later: .allowPasswords], areAllowed,
            .tap(CommunityPage.Tap.allowPasswords(!areAllowed)))
        }
      }
      html.element("p", .class("help"), text: strings[later: .allowPasswordsHelp])
    }
  }
}
