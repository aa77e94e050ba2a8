import Contracts
import Markup
import Social

extension HTML {
  /// Writes picture, name and address of an account that is signed in.
  @inline(never)
  mutating func account(_ session: Session, shownSize: String) {
    avatar(of: session.me.account, shownSize: shownSize)
    element("span", .class("names")) { html in
      html.nick(of: session.me.account)
      html.element("span", .class("handle"), .dir("ltr"), text: session.fullHandle)
    }
  }

  /// Writes a list item for an account that is signed in and can be chosen.
  @inline(never)
  mutating func accountRow(_ session: Session, _ tap: Attribute, _ isCurrent: Attribute? = nil) {
    element("li") { $0.accountButton(session, tap, isCurrent) }
  }

  /// Writes the button of an account. `unread`: the number of new notifications, and its label; `nil` if it
  /// is zero or unknown.
  @inline(never)
  mutating func accountButton(
    _ session: Session, _ tap: Attribute, _ isCurrent: Attribute?, _ remove: Attribute? = nil,
    unread: (count: Int, label: String)? = nil
  ) {
    element("button", .class("row person"), .type("button"), tap, isCurrent, remove) { html in
      html.account(session, shownSize: "40px")
      guard let unread else { return }
      html.element("b", .class("badge"), .aria(.hidden, "true"), text: TabBar.count(unread.count))
      html.element("span", .class("unseen"), text: unread.label)
    }
  }

  /// Writes a setting that is on or off.
  @inline(never)
  mutating func toggle(_ text: String, _ isOn: Bool, _ tap: Attribute) {
    element(
      "button", .class("row"), .type("button"), .role("switch"), .aria(.checked, isOn ? "true" : "false"),
      tap,
      text: text)
  }

  /// Writes a list item with a link.
  @inline(never)
  mutating func linkRow(_ text: String, _ link: Attribute, _ tap: Attribute) {
    element("li") { $0.element("a", .class("row leads"), link, tap, text: text) }
  }
}

extension HTML {
  /// Writes a person's two names, which link to their profile.
  @inline(never)
  mutating func names(of person: Profile, _ className: Attribute, _ tap: Attribute) {
    element("a", className, .href(Links.profile(person.handle)), tap) { html in
      html.nick(of: person.account)
      html.element("bdi", .class("handle"), text: "@" + person.handle)
    }
  }

  /// Writes a link to a list of people: followers, followed, muted or blocked ones.
  @inline(never)
  mutating func people(
    _ list: MastodonRequests.PeopleList, of person: Profile, _ attribute: Attribute?, _ text: String,
    number: String = "", label: Attribute? = nil
  ) {
    element(
      "a", attribute, Links.people(list, of: person.handle).map { .href($0) },
      .tap(AppTap.people(list, id: person.id, handle: person.handle)), label
    ) { $0.counted(text, number) }
  }

  /// Writes a text with a number set off in its placeholder. Arabic has words for one and two, so it may lack
  /// one.
  mutating func counted(_ template: String, _ number: String) {
    let parts = Array(template.utf8).split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
    for index in parts.indices {
      if index > 0 { element("b", text: number) }
      text(String(decoding: parts[index].dropFirst(index > 0 ? 2 : 0), as: UTF8.self))
    }
  }
}

extension Session {
  /// The handle with the server, so that two accounts of the same name can be told apart.
  var fullHandle: String { "@" + me.handle + "@" + server.host }
}
