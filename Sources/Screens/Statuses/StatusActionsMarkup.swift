import Markup
import Social

/// The row under a post: reply, repost, favourite, bookmark, and a menu.
extension StatusCell {
  func actions(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("actions")) { html in
      button("reply", .reply, label: strings[.reply], count: status.repliesCount, &html)
      if canBeReposted {
        mark("repost", .repost, status.viewer.isReposted, strings[.reposts, status.repostsCount], &html)
      } else {
        html.element("span", .class("action off"), .role("img"), .aria(.label, strings[.notRepostable])) {
          Icon.locked.append(to: &$0)
        }
      }
      mark("favourite", .favourite, status.viewer.isFavourite, strings[.favourites, status.favouritesCount], &html)
      mark("bookmark", .bookmark, status.viewer.isBookmarked, strings[.bookmark], &html)
      html.element(
        "button", .class("action"), .type("button"), .data("data-tap", "menu:" + status.id),
        .aria(.label, strings[.more]), .aria(.expanded, isMenuOpen ? "true" : "false")
      ) { Icon.more.append(to: &$0) }
    }
    if isMenuOpen { menu(strings, &html) }
  }

  /// Others than public posts are not passed on.
  private var canBeReposted: Bool {
    switch status.visibility {
    case .everybody, .unlisted: true
    case .followers: isOwn
    case .direct: false
    }
  }

  private func count(of verb: String) -> Int {
    switch verb {
    case "repost": status.repostsCount
    case "favourite": status.favouritesCount
    default: 0
    }
  }

  private func mark(_ verb: String, _ icon: Icon, _ isOn: Bool, _ label: String, _ html: inout HTML) {
    html.element(
      "button", .class(isOn ? "action \(verb) on" : "action \(verb)"), .type("button"),
      .data("data-tap", verb + ":" + status.id), .aria(.label, label), .aria(.pressed, isOn ? "true" : "false")
    ) { html in
      icon.append(to: &html)
      number(count(of: verb), &html)
    }
  }

  private func button(_ verb: String, _ icon: Icon, label: String, count: Int, _ html: inout HTML) {
    html.element(
      "button", .class("action"), .type("button"), .data("data-tap", verb + ":" + status.id), .aria(.label, label)
    ) { html in
      icon.append(to: &html)
      number(count, &html)
    }
  }

  private func number(_ count: Int, _ html: inout HTML) {
    html.element("span", .class("number"), .aria(.hidden, "true"), text: count > 0 ? "\(count)" : "")
  }

  private func menu(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("menu"), .role("group"), .aria(.label, strings[.more])) { html in
      if isOwn {
        html.element("button", .type("button"), .data("data-tap", "change:" + status.id), text: strings[.edit])
        html.element(
          "button", .class("dangerous"), .type("button"), .data("data-tap", "delete:" + status.id),
          text: strings[.delete])
      }
      if let url = SafeURL(status.url) {
        html.element(
          "a", .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"), text: strings[.originalPage])
      }
    }
  }
}
