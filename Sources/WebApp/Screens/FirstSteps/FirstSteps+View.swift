import Contracts
import Localization
import Markup
import Social

extension FirstSteps {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[later: (state.step ?? .homeScreen).title]
    guard let step = state.step else {
      return Page(title: title, frame: [.part(.bar(title, isRoot: false))], cells: [.guides(isAll: true)])
    }
    var cells: [Cell] = [.help(step)]
    switch step {
    case .profile: if let me = state.me { cells.append(.profile(me)) }
    case .people:
      if let failure = state.failure {
        cells.append(.part(.footer(.failed(failure.message))))
      } else if let people = state.people {
        if people.isEmpty { cells.append(.nobody) }
        if state.canFollow { cells.append(.followAll) }
        for person in people {
          let store = state.context.store
          let listed = ListedPerson(profile: store.newest(person), follow: store.follow(person))
          cells.append(.person(PersonCell(person: listed, origin: state.context.origin)))
        }
      } else {
        cells.append(.part(.footer(.loading)))
      }
    case .homeScreen: cells.append(.guides(isAll: false))
    }
    cells.append(.next(isLast: step == .homeScreen))
    return Page(title: title, frame: [.bar(step)], cells: cells)
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    case bar(Step)
    case help(Step)
    case profile(Profile)
    case followAll
    case nobody
    case person(PersonCell)
    /// `isAll`: every guide shows, not that of the viewer's device alone.
    case guides(isAll: Bool)
    case next(isLast: Bool)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .bar: "bar"
      case .help: "help"
      case .profile: "profile"
      case .followAll: "follow-all"
      case .nobody: "nobody"
      case .person(let cell): cell.key
      case .guides: "guides"
      case .next: "next"
      }
    }

    func html(_ strings: Strings) -> HTML {
      if case .part(let part) = self { return part.html(strings) }
      if case .person(let cell) = self { return cell.html(strings) }
      return HTML { html in
        switch self {
        case .part, .person: break
        case .bar(let step): bar(step, strings, &html)
        case .help(let step):
          html.element("p", .class("lead"), .data("data-key", key), text: strings[later: step.help])
        case .profile(let me):
          html.element("section", .class("group own-face"), .data("data-key", key)) { html in
            html.avatar(of: me.account, shownSize: "96px")
            html.element("p", .class("names")) { html in
              html.nick(of: me.account)
              html.element("bdi", .class("handle"), text: "@" + me.handle)
            }
            html.element(
              "button", .class("primary"), .type("button"), .tap(Tap.edit), text: strings[.editProfile])
          }
        case .followAll:
          html.element(
            "button", .class("primary"), .type("button"), .data("data-key", key), .tap(Tap.followAll),
            text: strings[later: .followAll])
        case .nobody: html.element("p", .data("data-key", key), text: strings[later: .nobodyElseHere])
        case .guides(let isAll):
          html.element("div", .class(isAll ? "guides" : "guides own"), .data("data-key", key)) { html in
            // The bridge handles it, where the browser offers to install the app.
            html.element(
              "button", .class("primary"), .type("button"), .data("data-install", ""),
              text: strings[later: .installApp])
            for system in System.allCases { guide(system, strings, &html) }
          }
        case .next(let isLast):
          html.element(
            "button", .class(isLast ? "primary" : "secondary"), .type("button"), .data("data-key", key),
            .tap(Tap.next), text: strings[isLast ? .done : .signInContinue])
        }
      }
    }

    private func bar(_ step: Step, _ strings: Strings, _ html: inout HTML) {
      html.element("header", .class("bar"), .data("data-key", key)) { html in
        html.element(
          "button", .class("control"), .type("button"), .tap(Tap.close), .aria(.label, strings[.close])
        ) {
          Icon.close.append(to: &$0)
        }
        html.element("h1", .class("title"), text: strings[later: step.title])
        html.element("span", .class("control"), .dir("ltr"), text: "\(step.rawValue)/\(Step.allCases.count)")
      }
    }

    private func guide(_ system: System, _ strings: Strings, _ html: inout HTML) {
      html.element("section", .class("group guide " + system.rawValue)) { html in
        html.element("h2", text: strings[later: system.title])
        html.element("div", .class("way-there")) { html in
          system.drawing(&html)
          html.element("ol") { html in
            for phrase in system.steps { html.element("li", text: strings[later: phrase]) }
          }
        }
      }
    }
  }

  /// The systems for which there is a guide; the style sheet knows the viewer's.
  enum System: String, CaseIterable {
    case iPhone = "on-iphone"
    case android = "on-android"
    case computer = "on-computer"

    var title: LaterPhrase {
      switch self {
      case .iPhone: .onIPhone
      case .android: .onAndroid
      case .computer: .onComputer
      }
    }

    var steps: [LaterPhrase] {
      switch self {
      case .iPhone: [.iPhoneShare, .iPhoneAdd]
      case .android: [.androidMenu, .androidAdd]
      case .computer: [.computerInstall]
      }
    }

    /// Draws where to tap: in the browser, then in its menu. What to tap is marked.
    func drawing(_ html: inout HTML) {
      switch self {
      case .iPhone:
        html.literal(
          #"<svg class="drawing mirrored" viewBox="0 0 200 120" aria-hidden="true"><rect x="24" y="6" width="60" height="108" rx="10"/><path d="M24 94h60"/><path class="mark" d="M54 107V98m-3 3 3-3 3 3m-5.500 2.500h-2v6h11v-6h-2"/><path d="M94 60h14m-5-5 5 5-5 5"/><rect x="118" y="6" width="60" height="108" rx="10"/><path d="M118 46h60m-52 16h34m-34 34h34"/><path class="mark" d="M126 79h26m8-6h11v11h-11Zm5.500 2.500v6m-3-3h6"/></svg>"#
        )
      case .android:
        html.literal(
          #"<svg class="drawing mirrored" viewBox="0 0 200 120" aria-hidden="true"><rect x="24" y="6" width="60" height="108" rx="6"/><path d="M24 26h60M31 16h34"/><path class="mark" d="M76 11v.1m0 4.900v.1m0 4.900v.1"/><path d="M94 60h14m-5-5 5 5-5 5"/><rect x="118" y="6" width="60" height="108" rx="6"/><path d="M138 14h34v76h-34Zm6 12h22m-22 14h22m-22 36h22"/><path class="mark" d="M144 58h22"/></svg>"#
        )
      case .computer:
        html.literal(
          #"<svg class="drawing mirrored" viewBox="0 0 200 120" aria-hidden="true"><rect x="20" y="14" width="160" height="92" rx="6"/><path d="M20 38h160M30 26h.1m7.900 0h.1m7.900 0h.1"/><rect x="58" y="20" width="112" height="12" rx="6"/><path class="mark" d="M160 22v5.500m-2.500-2.500 2.500 2.500 2.500-2.500m-6 5h7"/></svg>"#
        )
      }
    }
  }
}

extension FirstSteps.Step {
  fileprivate var title: LaterPhrase {
    switch self {
    case .profile: .showYourself
    case .people: .findYourPeople
    case .homeScreen: .homeScreenTitle
    }
  }

  fileprivate var help: LaterPhrase {
    switch self {
    case .profile: .showYourselfHelp
    case .people: .findYourPeopleHelp
    case .homeScreen: .homeScreenHelp
    }
  }
}
