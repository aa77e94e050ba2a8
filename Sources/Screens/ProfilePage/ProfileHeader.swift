import Contracts
import Markup
import Social

/// What stands over a person's posts.
struct ProfileHeader {
  let profile: Profile
  let follow: ProfilePage.Follow
  let followsReader: Bool
  let origin: Origin

  func write(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("banner")) { html in
      if let cover = profile.account.cover {
        html.picture(
          cover, shape: .whole, shownSize: "(min-width: 640px) 640px, 100vw", class: "picture", alt: strings[.cover],
          isFirst: true)
      }
    }
    html.element("div", .class("top")) { html in
      html.avatar(of: profile.account, shownSize: "76px")
      button(strings, &html)
    }
    html.element("h2", .class("nick"), .dir("auto"), text: profile.account.nick)
    html.element("p", .class("handle")) { html in
      html.element("bdi", text: "@" + profile.handle)
      if followsReader { badge(.followsYou, strings, &html) }
      if profile.isBot { badge(.bot, strings, &html) }
      if profile.isLocked { badge(.locked, strings, &html) }
    }
    let bio = ContentTargets(origin: origin).html(profile.bio)
    if !bio.bytes.isEmpty { html.element("div", .class("words bio"), .dir("auto")) { $0.append(bio) } }
    fields(&html)
    html.element("p", .class("counts")) { html in
      html.element("span", text: strings[.posts, profile.postsCount])
      html.element("span", text: strings[.followingCount, profile.followingCount])
      html.element("span", text: strings[.followers, profile.followersCount])
    }
  }

  private func badge(_ phrase: Phrase, _ strings: Strings, _ html: inout HTML) {
    html.element("span", .class("badge"), text: strings[phrase])
  }

  private func button(_ strings: Strings, _ html: inout HTML) {
    let (phrase, isOn): (Phrase, Bool)
    switch follow {
    case .none: return
    case .off: (phrase, isOn) = (.follow, false)
    case .requested: (phrase, isOn) = (.requested, true)
    case .on: (phrase, isOn) = (.following, true)
    }
    html.element(
      "button", .class(isOn ? "follow on" : "follow"), .type("button"), .data("data-tap", "follow"),
      .aria(.pressed, isOn ? "true" : "false"), text: strings[phrase])
  }

  private func fields(_ html: inout HTML) {
    guard !profile.fields.isEmpty else { return }
    html.element("dl", .class("fields")) { html in
      for field in profile.fields {
        html.element("dt", .dir("auto"), text: field.name)
        html.element("dd", .dir("auto")) { $0.append(ContentTargets(origin: origin).html(field.value)) }
      }
    }
  }
}
