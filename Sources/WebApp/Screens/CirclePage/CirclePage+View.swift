import Contracts
import Localization
import Markup
import Social

extension CirclePage {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = state.circle?.name ?? environment.strings[.circles]
    var frame: [Cell] = [.bar(title)]
    if state.asksToDelete { frame.append(.question(title)) }
    var cells: [Cell] = []
    if state.circle == nil, state.failure != nil {
      cells = [.footer(.failed((state.failure ?? .unreadable).message))]
    } else if let circle = state.circle {
      let store = state.context.store
      let people = (state.people ?? []).map { store.newest($0) }
      let found = state.found.filter { person in !people.contains { $0.id == person.id } }
        .map { store.newest($0) }
      cells = [.search]
      if !found.isEmpty { cells.append(.found(found)) }
      if let failure = state.failure, state.people == nil {
        cells.append(.footer(.failed(failure.message)))
      } else if state.people == nil {
        cells.append(.footer(.loading))
      } else {
        cells.append(.people(people, hasMore: state.next != nil))
      }
      cells.append(.settings(circle, state.problem))
    }
    return Page(title: title, frame: frame, cells: cells)
  }

  indirect enum Cell: PageCell {
    case bar(String)
    /// The field. The results are a cell of their own, because replacing the field would lose what is being
    /// typed.
    case search
    case found([Profile])
    case people([Profile], hasMore: Bool)
    case footer(ListFooter)
    case settings(Circle, Message?)
    /// The question before deleting the circle with that name.
    case question(String)

    var key: String {
      switch self {
      case .bar: "bar"
      case .search: "search"
      case .found: "found"
      case .people: "people"
      case .footer: "footer"
      case .settings: "settings"
      case .question: "question"
      }
    }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        switch self {
        case .bar(let title): html.titleBar(title, isRoot: false, strings)
        case .footer(let footer): html.append(ListPart.footer(footer).html(strings))
        case .search: search(strings, &html)
        case .found(let people):
          html.element("section", .class("group"), .data("data-key", key)) { html in
            html.element("ul") { html in
              for person in people { row(person, isIn: false, strings, &html) }
            }
          }
        case .people(let people, let hasMore):
          group(.people, strings, &html) { html in
            html.element("ul") { html in
              for person in people { row(person, isIn: true, strings, &html) }
              if people.isEmpty { html.element("li", .class("row help"), text: strings[.nobodyInCircle]) }
              if hasMore {
                html.element("li") {
                  $0.element(
                    "button", .class("row centred"), .type("button"), .tap(ListTap.more),
                    text: strings[.loadMore])
                }
              }
            }
          }
        case .settings(let circle, let problem): settings(circle, problem, strings, &html)
        case .question(let name):
          html.sheet(
            key: key, title: strings[later: .deleteCircle] + strings[.colon] + name,
            dismiss: Tap.stay.encoded,
            strings
          ) {
            html in
            html.element("p", .class("help"), text: strings[later: .deleteCircleHelp])
            html.element(
              "button", .class("option danger"), .type("button"), .tap(Tap.deleteNow),
              text: strings[later: .deleteCircle])
          }
        }
      }
    }

    private func group(
      _ title: Phrase, _ strings: Strings, _ html: inout HTML, _ content: (inout HTML) -> Void
    ) {
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[title])
        content(&html)
      }
    }

    private func search(_ strings: Strings, _ html: inout HTML) {
      group(.addPeople, strings, &html) { html in
        html.element("form", .role("search"), .data("data-submit", "search")) { html in
          html.element("label", .class("field")) { html in
            html.void(
              "input", .type("search"), .data("data-input", CirclePage.field), .named(.maxLength, "200"),
              .named(.autocomplete, "off"), .named(.placeholder, strings[.findPeople]),
              .aria(.label, strings[.findPeople]),
              .named(.spellcheck, "false"), .dir("auto"))
          }
        }
      }
    }

    private func row(_ person: Profile, isIn: Bool, _ strings: Strings, _ html: inout HTML) {
      html.element("li", .class("row in-circle")) { html in
        html.avatar(of: person.account, shownSize: "40px")
        html.names(of: person, .class("names"), .tap(Tap.person(person.id)))
        html.element(
          "button", .class("choice"), .type("button"), .tap(isIn ? Tap.remove(person.id) : .add(person.id)),
          .aria(.label, strings[isIn ? .removePicture : .addPerson] + " " + person.account.nick),
          text: strings[isIn ? .removePicture : .addPerson])
      }
    }

    private func settings(_ circle: Circle, _ problem: Message?, _ strings: Strings, _ html: inout HTML) {
      group(.settings, strings, &html) { html in
        html.element("form", .data("data-submit", "rename")) { html in
          html.element("label", .class("field")) { html in
            html.element("span", text: strings[.profileName])
            html.void(
              "input", .named(.name, "name"), .named(.value, circle.name), .named(.maxLength, "100"),
              .named(.autocomplete, "off"), .dir("auto"), .flag(.required))
          }
          if let problem { html.element("p", .class("problem"), .role("alert"), text: problem.text(strings)) }
          html.element("button", .class("primary"), text: strings[.save])
        }
        html.element("h3", .class("circle-heading"), text: strings[later: .repliesShown])
        html.element("ul", .aria(.label, strings[later: .repliesShown])) { html in
          for policy in Circle.RepliesPolicy.allCases {
            html.element("li") {
              $0.element(
                "button", .class("row"), .type("button"), .tap(Tap.replies(policy)),
                policy == circle.repliesPolicy ? .aria(.current, "true") : nil,
                text: strings[later: policy.name])
            }
          }
        }
        html.element("ul") { html in
          html.element("li") { $0.toggle(strings[.hideFromHome], circle.isExclusive, .tap(Tap.exclusive)) }
          html.element("li") {
            $0.element(
              "button", .class("row centred danger"), .type("button"), .tap(Tap.delete),
              text: strings[later: .deleteCircle])
          }
        }
      }
    }
  }
}

extension Circle.RepliesPolicy {
  fileprivate var name: LaterPhrase {
    switch self {
    case .followed: .repliesToFollowed
    case .people: .repliesToCircle
    case .none: .noReplies
    }
  }
}
