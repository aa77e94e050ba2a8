public import Localization
public import Markup

/// The whole document around an `AuthPage`: no script, one style sheet.
public struct AuthDocument: Sendable {
  /// The style sheet inside the page; if empty, the browser's defaults apply.
  public let styleSheet: [UInt8]

  public init(styleSheet: [UInt8]) { self.styleSheet = styleSheet }

  public func html(_ page: AuthPage, _ strings: Strings, appearance: Appearance = Appearance()) -> HTML {
    HTML { html in
      html.literal("<!doctype html>")
      html.element(
        "html", .lang(strings.language.tag), .dir(strings.language.direction),
        Attribute.size(appearance.textSize),
        .scheme(appearance.scheme)
      ) { html in
        html.element("head") { html in
          html.literal(
            """
            <meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
            <meta name="robots" content="noindex">
            """)
          html.element("title", text: page.title(strings))
          if !styleSheet.isEmpty { html.element("style") { $0.rawText(styleSheet) } }
          html.themeColors(appearance.scheme)
          html.literal(
            """
            <link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
            """)
        }
        html.element("body") { html in
          html.element("main", .class("auth")) { html in
            html.element("div", .class("sheet")) { page.append(to: &$0, strings) }
          }
        }
      }
    }
  }
}
