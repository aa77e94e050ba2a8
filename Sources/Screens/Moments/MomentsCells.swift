public import Markup
import Social

extension Moments.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .notice: "notice"
    case .header: "header"
    case .post(let cell): cell.key
    case .foot: "foot"
    case .commentBar: "comment"
    case .askedComment: "asked"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    switch self {
    case .bar(let isRoot, let writes): Self.bar(isRoot: isRoot, writes: writes, strings)
    case .wheel: Self.wheel(strings)
    case .notice(let notice, let server, let username):
      HTML { html in
        html.element("div", .class("notice"), .data("data-key", key), .role("status")) { html in
          html.element("button", .type("button"), .data("data-tap", "notice")) { html in
            html.element("span", text: notice.text(strings, server: server, username: username))
            html.element("span", .class("dismiss"), .role("img"), .aria(.label, strings[.dismiss])) {
              Icon.close.append(to: &$0)
            }
          }
        }
      }
    case .header(let profile): Self.header(profile, strings)
    case .post(let cell): cell.html(strings)
    case .foot(let foot): foot.html(strings)
    case .commentBar(let receiver, let draft): Self.commentBar(receiver, draft, strings)
    case .askedComment(let text): Self.question(text, strings)
    }
  }

  private static func bar(isRoot: Bool, writes: Bool, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("header", .class("bar"), .data("data-key", "bar")) { html in
        html.element("div", .class("shade"), .aria(.hidden, "true")) { _ in }
        if isRoot {
          html.element("span", .class("control")) { _ in }
        } else {
          html.element(
            "a", .class("control"), .href(Links.home), .data("data-tap", "back"), .aria(.label, strings[.back])
          ) { Icon.back.append(to: &$0) }
        }
        html.element("span", .class("title"), text: strings[.moments])
        html.element("span", .class("controls")) { html in
          if writes {
            html.element(
              "a", .class("control"), .href(Links.compose), .data("data-tap", "compose"),
              .aria(.label, strings[.compose])
            ) { Icon.camera.append(to: &$0) }
          }
          html.element(
            "a", .class("control"), .href(Links.settings), .data("data-tap", "settings"),
            .aria(.label, strings[.settings])
          ) { Icon.settings.append(to: &$0) }
        }
      }
    }
  }

  private static func wheel(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("wheel"), .data("data-key", "wheel")) { html in
        html.element("button", .type("button"), .data("data-tap", "refresh"), .aria(.label, strings[.refresh])) {
          $0.element("span", .class("disc")) { _ in }
        }
      }
    }
  }

  private static func header(_ profile: Account?, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("header"), .data("data-key", "header")) { html in
        html.element("div", .class("cover")) { html in
          if let cover = profile?.cover {
            html.picture(
              cover, shape: .whole, shownSize: "(min-width: 700px) 700px, 100vw", class: "picture",
              alt: strings[.cover], isFirst: true)
          }
        }
        html.element("div", .class("owner")) { html in
          html.element("h1", .class("nick"), .dir("auto"), text: profile?.nick ?? strings[.moments])
          if let profile { html.avatar(of: profile, shownSize: "72px") }
        }
      }
    }
  }
}

extension Moments.Foot {
  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("foot"), .data("data-key", "foot")) { html in
        switch self {
        case .loading:
          html.element("p", .class("spinner"), .role("status")) { html in
            html.element("span", .class("spokes"), .aria(.hidden, "true")) { _ in }
            html.element("span", text: strings[.loading])
          }
        case .more(let username, let origin, let count):
          html.element(
            "a", .class("more"), .href(Links.moments(of: username, at: origin, showing: count)),
            .data("data-tap", "more"), text: strings[.loadMore])
        case .end: html.element("p", .class("end"), .aria(.hidden, "true")) { _ in }
        case .noPosts:
          html.element("h2", text: strings[.noPosts])
          html.element("p", text: strings[.noPostsHelp])
        case .failed(let notice, let server, let username):
          html.element("p", .role("alert"), text: notice.text(strings, server: server, username: username))
          html.element("button", .type("button"), .data("data-tap", "retry"), text: strings[.retry])
        }
      }
    }
  }
}

extension Moments.Notice {
  func text(_ strings: Strings, server: String, username: String) -> String {
    switch self {
    case .unreachable: strings[.unreachable, server]
    case .unreadable: strings[.unreadable, server]
    case .serverFailed(let status): strings[.serverFailed, server, "\(status)"]
    case .nobody: strings[.nobody, username, server]
    case .offlineCopy: strings[.offlineCopy]
    }
  }
}
