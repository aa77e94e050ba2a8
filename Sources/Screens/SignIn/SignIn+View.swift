import Markup

extension SignIn {
  static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    var isBusy = true
    if case .asking = state.phase { isBusy = false }
    if case .returning = state.phase {
      return Page(title: reader.strings[.signIn], frame: [bar(reader)], cells: [.waiting])
    }
    return Page(
      title: reader.strings[.signIn], frame: [bar(reader)],
      cells: [.form(address: state.address, isBusy: isBusy, state.problem)])
  }

  private static func bar(_ reader: Reader) -> Cell { .part(.bar(reader.strings[.signIn], isRoot: false)) }

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    case form(address: String, isBusy: Bool, Problem?)
    case waiting
  }
}

extension SignIn.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .form: "form"
    case .waiting: "waiting"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .part(let part): part.html(strings)
    case .waiting: HTML { $0.spinner(strings, .signingIn, key: key) }
    case .form(let address, let isBusy, let problem): HTML { form(address, isBusy, problem, strings, &$0) }
    }
  }

  private func form(
    _ address: String, _ isBusy: Bool, _ problem: SignIn.Problem?, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element(
        "form", .named(.method, "get"), .action(Links.signIn), .data("data-submit", "sign-in")
      ) { html in
        html.element("label", .class("field")) { html in
          html.element("span", text: strings[.serverAddress])
          html.void(
            "input", .named(.name, "server"), .named(.value, address), .named(.placeholder, "example.org"),
            .named(.inputMode, "url"), .named(.autocomplete, "url"), .named(.spellcheck, "false"),
            .named(.maxLength, "512"), .dir("ltr"), problem == .invalidAddress ? .aria(.invalid, "true") : nil,
            problem == nil ? nil : .aria(.describedBy, "sign-in-problem"))
        }
        if let problem {
          html.element(
            "p", .class("problem"), .id("sign-in-problem"), .role("alert"), text: problem.text(strings))
        }
        html.element("button", .class("primary"), text: strings[isBusy ? .connecting : .signInContinue])
      }
      html.element("p", .class("help"), text: strings[.signInHelp])
      html.element("p", .class("help"), text: strings[.invitationHelp])
    }
  }
}

extension SignIn.Problem {
  func text(_ strings: Strings) -> String {
    switch self {
    case .invalidAddress: strings[.invalidAddress]
    case .unreachable(let server): strings[.unreachable, server]
    case .unknownLanguage(let server): strings[.notMastodon, server]
    case .refused(let server, let words): strings[.signInRefused, server, words]
    case .denied: strings[.signInDenied]
    case .stale: strings[.signInStale]
    }
  }
}
