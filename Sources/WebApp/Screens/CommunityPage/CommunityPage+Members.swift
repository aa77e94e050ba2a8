import Contracts
import Localization
import Markup
import Social

/// The markup of members and their actions.
extension CommunityPage.Cell {
  func search(_ text: String, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("form", .class("finds"), .role("search"), .data("data-submit", "search")) { html in
        formName("search", &html)
        html.void(
          "input", .type("search"), .named(.name, "q"), .named(.value, text), .named(.maxLength, "100"),
          .named(.placeholder, strings[later: .searchMembers]),
          .aria(.label, strings[later: .searchMembers]), .named(.autocomplete, "off"), .dir("auto"))
        html.element("button", .class("choice"), text: strings[.search])
      }
    }
  }

  func member(_ row: CommunityPage.MemberRow, _ strings: Strings, _ html: inout HTML) {
    let (person, id) = (row.person, row.person.id)
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("div", .class("member")) { html in
        html.element(
          "button", .class("row person"), .type("button"), .tap(CommunityPage.Tap.unfold(id)),
          .aria(.expanded, row.isUnfolded ? "true" : "false")
        ) { html in
          html.avatar(of: person.profile.account, shownSize: "40px")
          html.element("span", .class("names")) { html in
            html.nick(of: person.profile.account)
            html.element("bdi", .class("handle"), text: "@" + person.profile.handle)
            html.element("span", .class("help"), text: state(row, strings))
          }
        }
        guard row.isUnfolded else { return }
        if let question = row.question { return ask(question, person.profile.account.nick, strings, &html) }
        html.element("p", .class("choices")) { html in
          html.element(
            "a", .class("choice"), .href(Links.profile(person.profile.handle)),
            .tap(AppTap.handle(person.profile.handle)), text: "@" + person.profile.handle)
          actions(row, strings, &html)
        }
      }
    }
  }

  /// Writes the actions that the viewer's role allows on this member.
  private func actions(_ row: CommunityPage.MemberRow, _ strings: Strings, _ html: inout HTML) {
    let (person, id) = (row.person, row.person.id)
    let viewer: Role = row.permissions.contains(.manageRoles) ? .owner : .moderator
    guard !row.isMe, viewer.isAbove(person.role), person.request == nil else { return }
    if person.isSuspended {
      choice(.liftSuspension, .unsuspend(id), strings, &html)
    } else {
      choice(.suspend, .ask(.suspend(account: id, report: nil)), strings, &html)
      choice(.signOutEverywhere, .signOut(id), strings, &html)
    }
    if row.permissions.contains(.manageRoles) {
      if person.role != .owner { choice(.makeOwner, .ask(.makeOwner(account: id)), strings, &html) }
      if person.role != .moderator { choice(.makeModerator, .setRole(id, .moderator), strings, &html) }
      if person.role != .member { choice(.makeMember, .setRole(id, .member), strings, &html) }
    }
    if row.permissions.contains(.manageRoles), !person.isSuspended {
      choice(.newPasswordLink, .ask(.newPassword(account: id)), strings, &html)
    }
    if row.permissions.contains(.removeMembers) {
      html.element(
        "button", .class("choice danger"), .type("button"), .tap(CommunityPage.Tap.ask(.remove(account: id))),
        text: strings[later: .removeMember])
    }
  }

  private func state(_ row: CommunityPage.MemberRow, _ strings: Strings) -> String {
    var parts: [String] = []
    switch row.person.role {
    case .owner: parts.append(strings[later: .owner])
    case .moderator: parts.append(strings[later: .moderator])
    case .member: break
    }
    if row.person.request != nil { parts.append(strings[later: .requests]) }
    if row.person.isSuspended { parts.append(strings[later: .suspended]) }
    if !row.suspensionEnd.isEmpty { parts.append(strings[later: .validUntil, row.suspensionEnd]) }
    if !row.seen.isEmpty { parts.append(strings[later: .lastSeen, row.seen]) }
    if let bytes = row.person.pictureBytes {
      parts.append(strings[later: .spaceUsed, megabytes(bytes, strings)])
    }
    var text = ""
    for part in parts { text += (text.isEmpty ? "" : " · ") + part }
    return text
  }
}
