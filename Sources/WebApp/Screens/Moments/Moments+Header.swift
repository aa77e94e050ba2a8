import Contracts
import Localization
import Markup
import Social

extension Moments {
  /// The places to which the header of a page leads.
  enum HeaderLinks: Equatable, Sendable {
    /// None, as the person belongs to another server.
    case none
    /// The avatar leads to the person's profile.
    case profile
    /// The viewer's own page: the cover leads to its change, and the avatar to their album.
    case own
  }
}

extension Moments.State {
  var headerLinks: Moments.HeaderLinks {
    guard profile != nil, case .own = origin else { return .none }
    return isOwnPage ? .own : .profile
  }
}

extension Moments.Cell {
  static func header(_ profile: Account?, _ links: Moments.HeaderLinks, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("header"), .data("data-key", "header")) { html in
        html.element("div", .class("cover")) { html in
          if let cover = profile?.cover {
            html.picture(
              cover, shape: .whole, shownSize: "(min-width: 700px) 700px, 100vw", class: "picture",
              alt: strings[.cover], isFirst: true)
          }
          if links == .own {
            html.element(
              "a", .class("change"), .href(Links.editProfile), .tap(AppTap.editProfile),
              .aria(.label, strings[.editProfile])
            ) { _ in }
          }
        }
        html.element("div", .class("owner")) { html in
          html.element("h1", .class("nick"), .dir("auto"), text: profile?.nick ?? strings[.moments])
          if let profile {
            if links == .none {
              html.avatar(of: profile, shownSize: "72px")
            } else {
              let (name, isOwn) = (profile.username, links == .own)
              html.element(
                "a", .href(isOwn ? Links.album(of: name) : Links.profile(name)),
                .tap(isOwn ? AppTap.album(name) : .handle(name)),
                .aria(.label, isOwn ? strings[.album] : strings[.avatarOf, profile.nick])
              ) { $0.avatar(of: profile, shownSize: "72px") }
            }
          }
        }
      }
    }
  }
}
