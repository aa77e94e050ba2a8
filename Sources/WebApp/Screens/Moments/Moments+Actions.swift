import Localization
import Markup
import Social

/// The line under a post: its age, its audience, and the actions on it.
extension Moments.MomentsPostCell {
  func meta(_ strings: Strings, _ html: inout HTML) {
    guard age != nil || actions != nil else { return }
    html.element(
      "div", .class("meta"), actions != nil && actions?.answered == post.id ? .flag(.answered) : nil
    ) {
      html in
      if let age, let date = post.createdAt {
        html.element("time", .datetime(date.iso8601), text: strings.text(age))
      }
      if post.editedAt != nil { html.element("span", .class("edited"), text: strings[.edited]) }
      post.visibility.append(to: &html, post.circles, strings)
      guard let actions else { return }
      if actions.isOwn {
        html.element(
          "button", .class("remove"), .type("button"), .tap(Moments.Tap.delete(key: key)),
          text: strings[.delete])
      }
      html.element("div", .class("post-actions")) { html in
        html.element(
          "button", .class("more-actions"), .type("button"), .tap(Moments.Tap.menu(key: key)),
          .aria(.label, strings[.likeOrComment]),
          .aria(.expanded, actions.menu?.isLeaving == false ? "true" : "false")
        ) { _ in }
        if let menu = actions.menu { self.menu(menu, isLiked: actions.isLiked, strings, &html) }
      }
      if actions.isMember { html.optionsButton(post.id, strings) }
    }
  }

  private func menu(_ menu: Moments.ActionMenu, isLiked: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element(
      "div", .class(menu.isLeaving ? "popover leaving" : "popover"), .role("group"),
      .aria(.label, strings[.likeOrComment]), menu.isLeaving ? nil : .dismiss(Moments.Tap.menu(key: key)),
      menu.isLeaving ? .flag(.inert) : .flag(.fleeting)
    ) { html in
      html.element("button", .type("button"), .tap(Moments.Tap.like(key: key))) { html in
        Icon.heart.append(to: &html)
        html.element("span", text: strings[isLiked ? .cancel : .like])
      }
      html.element("button", .type("button"), .tap(Moments.Tap.comment(key: key))) { html in
        Icon.comment.append(to: &html)
        html.element("span", text: strings[.comment])
      }
    }
  }
}

extension Moments.Cell {
  /// Returns the question before a post or comment of the viewer is deleted.
  static func question(_ text: String, _ strings: Strings) -> HTML {
    HTML { html in
      html.sheet(
        key: "asked", title: text.isEmpty ? strings[.picture] : text,
        dismiss: Moments.Tap.keepAsked.encoded, strings
      ) { html in
        html.element(
          "button", .class("option danger"), .type("button"), .tap(Moments.Tap.deleteAsked),
          text: strings[.delete])
      }
    }
  }
}
