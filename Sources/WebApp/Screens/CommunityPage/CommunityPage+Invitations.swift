import Contracts
import Localization
import Markup
import Social

/// The markup of invitations.
extension CommunityPage.Cell {
  func invite(_ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .invitePeople])
      html.element("p", .class("help"), text: strings[later: .invitationHelp])
      html.element("form", .data("data-submit", "invite")) { html in
        formName("invite", &html)
        field("uses", .uses, "10", longest: 4, isNumber: true, strings, &html)
        field("days", .days, "7", longest: 3, isNumber: true, strings, &html)
        html.element("button", .class("primary"), text: strings[later: .makeLink])
      }
    }
  }

  func link(_ link: InvitationLink, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key), .role("status")) { html in
      html.element("div", .class("report made")) { html in
        html.element("p", text: strings[later: .linkOnce])
        if link.size > 0 {
          // The margin is a part of a code: readers look for it.
          let side = "\(link.size + 8)"
          html.element(
            "svg", .class("qr"), .named(.viewBox, "-4 -4 " + side + " " + side), .role("img"),
            .aria(.label, link.url)
          ) { $0.element("path", .named(.d, link.path), text: "") }
        }
        html.element("p", .class("link"), .dir("ltr"), text: link.url)
        html.element("p", .class("choices")) { html in
          html.element(
            "button", .class("choice"), .type("button"), .tap(CommunityPage.Tap.copy),
            text: strings[.copyLink])
          html.element(
            "button", .class("primary"), .type("button"), .tap(CommunityPage.Tap.share), .flag(.focus),
            text: strings[.share])
        }
      }
    }
  }

  func invitation(_ invitation: InvitationEntity, _ end: String?, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("div", .class("report")) { html in
        let joined = strings[
          later: .joinedSoFar, "\(invitation.uses - invitation.usesLeft)", "\(invitation.uses)"]
        let state = end.map { strings[later: .validUntil, $0] } ?? strings[later: .ended]
        html.element("p", text: joined + " · " + state)
        if let inviter = invitation.inviter {
          html.element("p", .class("help"), text: strings[later: .invitedBy, inviter.account.nick])
        }
        for person in invitation.joined { self.person(person, strings, &html) }
        if end != nil {
          html.element("p", .class("choices")) { html in
            html.element(
              "button", .class("choice danger"), .type("button"),
              .tap(CommunityPage.Tap.revoke(invitation: invitation.id)), text: strings[later: .revoke])
          }
        }
      }
    }
  }
}
