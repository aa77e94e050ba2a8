import Localization
import Markup

extension SignIn {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let cell: Cell =
      if state.isElsewhere {
        .form(address: state.address, isBusy: state.phase != .asking, state.problem)
      } else if let problem = state.problem { .problem(problem) } else { .waiting }
    return Page(title: environment.strings[.signIn], frame: [bar(environment)], cells: [cell])
  }

  private static func bar(_ environment: ViewEnvironment) -> Cell {
    .part(.bar(environment.strings[.signIn], isRoot: false))
  }

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    case form(address: String, isBusy: Bool, Problem?)
    case waiting
    case problem(Problem)
  }
}

extension SignIn.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .form: "form"
    case .waiting: "waiting"
    case .problem: "problem"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .part(let part): part.html(strings)
    case .waiting: HTML { $0.spinner(strings, .signingIn, key: key) }
    case .problem(let problem): HTML { failure(problem, strings, &$0) }
    case .form(let address, let isBusy, let problem): HTML { form(address, isBusy, problem, strings, &$0) }
    }
  }

  /// Writes the reason of the failure, and a possible solution.
  private func failure(_ problem: SignIn.Problem, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("p", .class("problem"), .role("alert"), text: problem.text(strings))
      html.element("a", .class("primary"), .href(Links.signIn), text: strings[.retry])
      html.element("a", .class("link"), .href(Links.signInElsewhere), text: strings[.otherServer])
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
          html.element("span", text: strings[later: .serverAddress])
          html.void(
            "input", .named(.name, "server"), .named(.value, address), .named(.placeholder, "example.org"),
            .named(.inputMode, "url"), .named(.autocomplete, "url"), .named(.spellcheck, "false"),
            .named(.maxLength, "512"), .dir("ltr"),
            problem == .invalidAddress ? .aria(.invalid, "true") : nil,
            problem == nil ? nil : .aria(.describedBy, "sign-in-problem"))
        }
        if let problem {
          html.element(
            "p", .class("problem"), .id("sign-in-problem"), .role("alert"), text: problem.text(strings))
        }
        html.element("button", .class("primary"), text: strings[isBusy ? .connecting : .signInContinue])
      }
      html.element("p", .class("help"), text: strings[later: .signInHelp])
    }
  }
}

extension SignIn.Problem {
  func text(_ strings: Strings) -> String {
    switch self {
    case .invalidAddress: strings[later: .invalidAddress]
    case .unusable(let server): server.isEmpty ? strings[.unreachable] : strings[later: .notMastodon, server]
    case .refused(let server, let reason): strings.refusal(reason, by: server)
    case .denied: strings[later: .signInDenied]
    case .stale: strings[later: .signInStale]
    }
  }
}
