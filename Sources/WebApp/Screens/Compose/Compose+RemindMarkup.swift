import Localization
import Markup
import Social

extension Compose {
  /// A person in the choice of those to remind.
  struct RemindRow: Equatable, Sendable {
    let person: Profile
    let isOn: Bool
    /// False for those who don't see the post.
    let sees: Bool
    /// False if as many people as possible are chosen.
    let isFree: Bool
  }

  /// Returns the page on which people to remind are chosen; `nil` if it isn't open.
  static func remindPage(_ state: State, _ environment: ViewEnvironment) -> Page<Cell>? {
    guard state.reminding.isOpen else { return nil }
    let chosen = state.draft.reminded
    let count = state.remindedPeople.count
    let rows = state.peopleToRemind.map { person in
      let isOn = chosen.contains { $0.id == person.id }
      return RemindRow(
        person: person, isOn: isOn, sees: state.sees(person) != false,
        isFree: isOn || count < Draft.maxReminded)
    }
    let isForNobody = state.draft.circles.isEmpty && state.audience == .direct
    return Page(
      title: environment.strings[later: .remind], frame: [.remindBar(count)],
      cells: [
        .remindField,
        .remindPeople(
          rows, isForNobody: isForNobody,
          isLoading: state.reminding.typed.isEmpty && state.reminding.followed == nil
            && !state.reminding.hasFailed),
      ])
  }
}

extension Compose.Cell {
  @inline(never)
  func remindBar(_ count: Int, _ strings: Strings, _ html: inout HTML) {
    html.element("header", .class("bar"), .data("data-key", key)) { html in
      html.element(
        "a", .class("control"), .href(Links.home), .tap(Compose.RemindTap.cancel),
        .escape(Compose.RemindTap.cancel.encoded), text: strings[.cancel])
      html.element("h1", .class("title"), text: strings[later: .remind])
      html.element("p", .class("left"), .role("status"), .dir("ltr"), text: "\(count)/\(Draft.maxReminded)")
      html.element(
        "button", .class("primary"), .type("button"), .tap(Compose.RemindTap.done), text: strings[.done])
    }
  }

  @inline(never)
  func remindField(_ strings: Strings, _ html: inout HTML) {
    html.element("label", .class("field remind-field"), .data("data-key", key)) { html in
      html.void(
        "input", .type("search"), .data("data-input", Compose.remindField), .named(.maxLength, "200"),
        .named(.autocomplete, "off"), .named(.placeholder, strings[.findPeople]),
        .aria(.label, strings[.findPeople]), .named(.spellcheck, "false"), .dir("auto"),
        .flag(.focus))
    }
  }

  @inline(never)
  func remindPeople(
    _ rows: [Compose.RemindRow], isForNobody: Bool, isLoading: Bool, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("section", .class("remind-people"), .data("data-key", key)) { html in
      html.element(
        "p", .class("circle-help"),
        text: isForNobody
          ? strings[later: .nobodyToRemind] : strings[later: .remindHelp, "\(Draft.maxReminded)"])
      if isLoading, rows.isEmpty {
        html.element("p", .class("spinner"), .role("status"), text: strings[.loading])
      }
      html.element("ul", .aria(.label, strings[later: .remind])) { html in
        for row in rows { html.element("li") { remindRow(row, strings, &$0) } }
      }
    }
  }

  private func remindRow(_ row: Compose.RemindRow, _ strings: Strings, _ html: inout HTML) {
    html.element(
      "button", .class("remind-row"), .type("button"), .role("checkbox"),
      .aria(.checked, row.isOn && row.sees ? "true" : "false"), .tap(Compose.RemindTap.turn(row.person.id)),
      row.sees && row.isFree ? nil : .flag(.disabled)
    ) { html in
      html.avatar(of: row.person.account, shownSize: "40px")
      html.element("span", .class("names")) { html in
        html.nick(of: row.person.account)
        html.element("bdi", .class("handle"), text: "@" + row.person.handle)
        if !row.sees { html.element("span", .class("help"), text: strings[later: .seesNot]) }
      }
    }
  }
}
