import Contracts
import Localization
import Markup
import Social

/// The markup of announcements, and of the longer texts about the community.
extension CommunityPage.Cell {
  func announce(_ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .announcements])
      html.element("p", .class("help"), text: strings[later: .announceHelp])
      html.element("form", .data("data-submit", "announce")) { html in
        formName("announce", &html)
        html.element("label", .class("field")) { html in
          html.element("span", text: strings[later: .lastDay])
          html.void("input", .type("date"), .named(.name, "until"))
        }
        textArea("text", .announcementText, "", longest: 1000, strings, &html)
        html.element("button", .class("primary"), text: strings[later: .announce])
      }
    }
  }

  func announcement(
    _ announcement: AnnouncementEntity, _ age: String, _ end: String?, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("div", .class("report")) { html in
        html.element("p", .class("comment"), .dir("auto"), text: announcement.text)
        let until = end.map { " · " + strings[later: .validUntil, $0] } ?? ""
        html.element("p", .class("help"), text: age + until)
        html.element("p", .class("choices")) { html in
          html.element(
            "button", .class("choice danger"), .type("button"),
            .tap(CommunityPage.Tap.removeAnnouncement(announcement.id)),
            text: strings[later: .removeAnnouncement])
        }
      }
    }
  }

  func text(_ name: CommunityTextName, _ value: String, _ strings: Strings, _ html: inout HTML) {
    let (title, help, longest): (LaterPhrase, LaterPhrase, Int) =
      switch name {
      case .rules: (.rules, .rulesHelp, 9_300)
      case .about: (.aboutCommunity, .aboutCommunityHelp, 10_000)
      case .privacyPolicy: (.privacyPolicy, .privacyPolicyHelp, 10_000)
      }
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: title])
      html.element("form", .data("data-submit", name.rawValue)) { html in
        formName(name.rawValue, &html)
        textArea("text", help, value, longest: longest, strings, &html)
        html.element("button", .class("primary"), text: strings[.save])
      }
    }
  }

  func request(_ person: ManagedPerson, _ age: String, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("div", .class("report")) { html in
        html.element("p") { html in
          html.nick(of: person.profile.account)
          html.text(" ")
          html.element("bdi", .class("handle"), text: "@" + person.profile.handle)
        }
        if let reason = person.request, !reason.isEmpty {
          html.element("p", .class("comment"), .dir("auto"), text: reason)
        }
        html.element("p", .class("help"), text: age)
        html.element("p", .class("choices")) { html in
          html.element(
            "button", .class("choice"), .type("button"),
            .tap(CommunityPage.Tap.answer(person.id, isWelcome: false)), text: strings[later: .refuse])
          html.element(
            "button", .class("primary"), .type("button"),
            .tap(CommunityPage.Tap.answer(person.id, isWelcome: true)), text: strings[later: .letIn])
        }
      }
    }
  }

  /// Writes a field of several lines. It has to be the last one of its form.
  func textArea(
    _ name: String, _ label: LaterPhrase, _ value: String, longest: Int, isRequired: Bool = false,
    _ strings: Strings, _ html: inout HTML
  ) {
    html.element("label", .class("field")) { html in
      html.element("span", text: strings[later: label])
      html.element(
        "textarea", .named(.name, name), .named(.rows, "3"), .named(.maxLength, "\(longest)"), .dir("auto"),
        .flag(.grows), isRequired ? .flag(.required) : nil, text: "\n" + value)
    }
  }
}
