import Contracts
import Localization
import Markup
import Social

extension NotificationSettings {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.notifications]
    let obstacle = state.obstacle
    let canTry = obstacle == nil || obstacle == .failed
    var cells: [Cell] = [
      .device(
        isOn: state.isOn && obstacle == nil, canTurn: canTry && state.key != nil && !state.isTurning,
        state.isOn ? state.test : nil, obstacle)
    ]
    // The choices show before the browser asks, so that the viewer knows what will come.
    if canTry {
      cells += [
        .topics(state.choices.topics), .policy(state.choices.policy), .detail(state.choices.detail),
      ]
    }
    if state.isOn && obstacle == nil { cells.append(.quiet(state.drawnQuiet, drawing: state.drawing)) }
    return Page(title: title, frame: [.part(.bar(title, isRoot: false))], cells: cells)
  }

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    case device(isOn: Bool, canTurn: Bool, Test?, Obstacle?)
    case topics([PushTopic])
    case policy(PushSubscription.Policy)
    case detail(PushSubscription.Detail)
    case quiet(PushSubscription.QuietHours?, drawing: Int)
  }
}

extension NotificationSettings.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .device: "device"
    case .topics: "topics"
    case .policy: "policy"
    case .detail: "detail"
    case .quiet: "quiet"
    }
  }

  func html(_ strings: Strings) -> HTML {
    if case .part(let part) = self { return part.html(strings) }
    return HTML { html in
      html.element("section", .class("group"), .data("data-key", key)) { html in
        switch self {
        case .part: break
        case .device(let isOn, let canTurn, let test, let obstacle):
          device(isOn, canTurn, test, obstacle, strings, &html)
        case .topics(let chosen):
          html.element("h2", text: strings[later: .pushTopics])
          html.element("ul") { html in
            for topic in PushTopic.allCases {
              html.element("li") { html in
                html.toggle(
                  topic.name(strings), chosen.contains(topic), .tap(NotificationSettings.Tap.topic(topic)))
              }
            }
          }
        case .policy(let chosen):
          html.element("h2", text: strings[later: .pushFrom])
          html.element("ul") { html in
            choice(strings[later: .everybody], .policy(.all), chosen == .all, &html)
            choice(strings[later: .pushFromFollowed], .policy(.followed), chosen == .followed, &html)
            choice(strings[later: .pushFromNobody], .policy(.none), chosen == .none, &html)
          }
        case .detail(let chosen):
          html.element("h2", text: strings[later: .pushDetail])
          html.element("p", .class("help"), text: strings[later: .pushDetailHelp])
          html.element("ul") { html in
            choice(strings[later: .pushKindOnly], .detail(.kind), chosen == .kind, &html)
            choice(strings[later: .pushWithName], .detail(.name), chosen == .name, &html)
            choice(strings[later: .pushWithText], .detail(.text), chosen == .text, &html)
          }
        case .quiet(let hours, _): quiet(hours, strings, &html)
        }
      }
    }
  }

  private func quiet(_ hours: PushSubscription.QuietHours?, _ strings: Strings, _ html: inout HTML) {
    html.element("h2", text: strings[later: .pushWhen])
    html.element("p", .class("help"), text: strings[later: .quietHoursHelp])
    html.element("ul") { html in
      html.element("li") { html in
        html.toggle(
          strings[later: .quietHours], hours != nil, .tap(NotificationSettings.Tap.quiet(hours == nil)))
      }
    }
    guard let hours else { return }
    time(strings[later: .quietFrom], NotificationSettings.fromField, hours.from, &html)
    time(strings[later: .quietTo], NotificationSettings.toField, hours.to, &html)
  }

  private func time(_ label: String, _ field: String, _ value: String, _ html: inout HTML) {
    html.element("label", .class("field")) { html in
      html.element("span", text: label)
      html.void("input", .type("time"), .data("data-input", field), .named(.value, value))
    }
  }

  private func choice(
    _ text: String, _ tap: NotificationSettings.Tap, _ isChosen: Bool, _ html: inout HTML
  ) {
    html.element("li") { html in
      html.element(
        "button", .class("row"), .type("button"), .tap(tap), isChosen ? .aria(.current, "true") : nil,
        text: text)
    }
  }

  private func device(
    _ isOn: Bool, _ canTurn: Bool, _ test: NotificationSettings.Test?,
    _ obstacle: NotificationSettings.Obstacle?, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("h2", text: strings[later: .thisDevice])
    html.element(
      "p", .class("help"), .role("status"), text: strings[later: obstacle?.help ?? .pushHelp])
    html.element("ul") { html in
      html.element("li") { html in
        html.element(
          "button", .class("row"), .type("button"), .role("switch"), .aria(.checked, isOn ? "true" : "false"),
          canTurn ? nil : .flag(.disabled), .tap(NotificationSettings.Tap.turn(!isOn)),
          text: strings[later: .pushOnDevice])
      }
      if isOn {
        html.element("li") { html in
          html.element(
            "button", .class("row"), .type("button"), test == .sending ? .flag(.disabled) : nil,
            .tap(NotificationSettings.Tap.test), text: strings[later: .pushTest])
        }
      }
      switch obstacle {
      case .needsSignIn:
        html.element("li") { html in
          html.element(
            "button", .class("row leads"), .type("button"), .tap(AppTap.signIn), text: strings[.signIn])
        }
      case .needsHomeScreen:
        html.linkRow(
          strings[later: .homeScreenTitle], .href(Links.homeScreen), .tap(NotificationSettings.Tap.guide))
      case .otherServer, .denied, .missing, .failed, nil: break
      }
    }
    if isOn {
      html.element(
        "p", .class("help"), .role("status"),
        text: test == .sent
          ? strings[later: .pushTestSent] : test == .failed ? strings[later: .pushTestFailed] : "")
    }
  }
}

extension NotificationSettings.Obstacle {
  /// The text with the reason and the remedy.
  fileprivate var help: LaterPhrase {
    switch self {
    case .otherServer: .pushElsewhere
    case .needsSignIn: .pushSignIn
    case .denied: .pushDenied
    case .missing: .pushMissing
    case .needsHomeScreen: .pushNeedsHomeScreen
    case .failed: .pushFailed
    }
  }
}

extension PushTopic {
  fileprivate func name(_ strings: Strings) -> String {
    switch self {
    case .mentions: strings[later: .pushMentions]
    case .favourites: strings[.likesTitle]
    case .reposts: strings[.repostsTitle]
    case .follows: strings[.followersTitle]
    case .polls: strings[later: .pushPolls]
    case .posts: strings[later: .pushPosts]
    case .edits: strings[later: .pushEdits]
    case .reports: strings[later: .pushReports]
    }
  }
}
