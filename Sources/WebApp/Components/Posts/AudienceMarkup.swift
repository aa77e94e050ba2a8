import Localization
import Markup
import Social

extension Visibility {
  /// The key under which the device stores the audience that the viewer chose last.
  static let lastChoiceKey = "audience"

  var name: Phrase {
    switch self {
    case .everybody: .everybody
    case .unlisted: .unlisted
    case .members: .membersOnly
    case .followers: .followersOnly
    case .circles: .somePeople
    case .direct: .mentionedOnly
    }
  }

  var explanation: Phrase {
    switch self {
    case .everybody: .everybodyHelp
    case .unlisted: .unlistedHelp
    case .members: .membersOnlyHelp
    case .followers: .followersOnlyHelp
    case .circles: .somePeople
    case .direct: .mentionedOnlyHelp
    }
  }

  private var icon: Icon {
    switch self {
    case .everybody, .unlisted: .globe
    case .members, .circles: .accounts
    case .followers: .locked
    case .direct: .mentions
    }
  }

  /// Writes the audience in words on a post that isn't for everyone; for its author the circles.
  func append(to html: inout HTML, _ circles: [Post.ChosenCircle], _ strings: Strings) {
    guard self != .everybody else { return }
    html.element("span", .class("seers")) { html in
      icon.append(to: &html)
      html.element("span", .class("unseen"), text: strings[.audience] + strings[.colon])
      if circles.isEmpty {
        html.element("span", text: strings[name])
      } else {
        html.element("bdi", text: circles.text(strings))
      }
    }
  }
}

extension HTML {
  /// Writes an audience to choose, with its explanation.
  mutating func audienceOption(_ audience: Visibility, _ tap: Attribute, isCurrent: Bool, _ strings: Strings)
  {
    element(
      "button", .class("option"), .type("button"), tap, isCurrent ? .aria(.current, "true") : nil
    ) { html in
      html.element("span", .class("name"), text: strings[audience.name])
      html.element("span", .class("help"), text: strings[audience.explanation])
    }
  }
}
