import Localization
import Markup
import Social

/// The row under a post: reply, repost, like, bookmark. The menu button is at the end of the line with the
/// name.
extension PostCell {
  func actions(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("actions")) { html in
      html.element(
        "button", .class("action"), .type("button"), .tap(PostTap.reply(id: post.id)),
        .aria(.label, label(.reply, .replies, post.repliesCount, strings)), .aria(.keyShortcuts, "r")
      ) { html in
        Icon.reply.append(to: &html)
        number(post.repliesCount, strings, &html)
      }
      if canBeReposted {
        interactionButton(
          "repost", "t", .repost, .interact(.repost, id: post.id), post.interactions.isReposted,
          .repost, .reposts, post.repostsCount, strings, &html)
      } else {
        html.element("span", .class("action off"), .role("img"), .aria(.label, strings[.notRepostable])) {
          Icon.locked.append(to: &$0)
        }
      }
      interactionButton(
        "favourite", "l", .favourite, .interact(.favourite, id: post.id), post.interactions.isFavourite,
        .like, .favourites, post.favouritesCount, strings, &html)
      interactionButton(
        "bookmark", "b", .bookmark, .interact(.bookmark, id: post.id), post.interactions.isBookmarked,
        .bookmark, .posts, 0, strings, &html)
    }
  }

  func options(_ strings: Strings, _ html: inout HTML) {
    html.element(
      "button", .class("dots-menu"), .type("button"), .tap(PostTap.menu(id: post.id)),
      .aria(.label, strings[.moreAbout, post.author.account.nick]), .aria(.hasPopup, "dialog")
    ) { Icon.more.append(to: &$0) }
  }

  /// True for public posts, and for the viewer's own posts to members or followers.
  private var canBeReposted: Bool {
    switch post.visibility {
    case .everybody, .unlisted: true
    case .members, .followers: isOwn
    case .circles, .direct: false
    }
  }

  private func interactionButton(
    _ className: String, _ key: String, _ icon: Icon, _ tap: PostTap, _ isOn: Bool, _ name: Phrase,
    _ counted: CountPhrase,
    _ count: Int, _ strings: Strings, _ html: inout HTML
  ) {
    html.element(
      "button", .class(isOn ? "action \(className) on" : "action \(className)"), .type("button"), .tap(tap),
      .aria(.label, label(name, counted, count, strings)), .aria(.pressed, isOn ? "true" : "false"),
      .aria(.keyShortcuts, key)
    ) { html in
      icon.append(to: &html)
      number(count, strings, &html)
    }
  }

  /// Returns a label as “Like, 12 likes”.
  private func label(_ name: Phrase, _ counted: CountPhrase, _ count: Int, _ strings: Strings) -> String {
    strings[name] + (count > 0 ? strings[.nameSeparator] + strings[counted, count] : "")
  }

  /// Writes the short number; the label has the full one.
  private func number(_ count: Int, _ strings: Strings, _ html: inout HTML) {
    html.element(
      "span", .class("number"), .aria(.hidden, "true"), text: count > 0 ? strings.short(count) : "")
  }
}
