import Localization
import Markup
import Social

extension Settings.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .languages: "languages"
    case .schemes: "schemes"
    case .textSizes: "text-sizes"
    case .notifications: "notifications"
    case .audience: "audience"
    case .home: "home"
    case .otherServer: "server"
    case .otherFeed: "feed"
    case .file: "file"
    case .shortcuts: "shortcuts"
    case .about: "about"
    }
  }

  func html(_ strings: Strings) -> HTML {
    if case .part(let part) = self { return part.html(strings) }
    return HTML { html in
      switch self {
      case .part: break
      case .languages: languages(strings, &html)
      case .schemes(let chosen): schemes(chosen, strings, &html)
      case .textSizes(let chosen): textSizes(chosen, strings, &html)
      case .notifications:
        html.element("section", .class("group"), .data("data-key", key)) { html in
          html.element("ul") { html in
            html.element("li") { html in
              html.element(
                "button", .class("row leads"), .type("button"), .tap(Settings.Tap.notifications),
                text: strings[.notifications])
            }
          }
        }
      case .audience(let chosen): audience(chosen, strings, &html)
      case .home(let showsComments):
        html.element("section", .class("group"), .data("data-key", key)) { html in
          html.element("h2", text: strings[.home])
          html.element("p", .class("help"), text: strings[later: .showCommentsHelp])
          html.element("ul") { html in
            html.element("li") {
              $0.toggle(
                strings[later: .showComments], showsComments, .tap(Settings.Tap.comments(!showsComments)))
            }
          }
        }
      case .otherServer(let address, let username, let problem):
        otherServer(address, username, problem, strings, &html)
      case .otherFeed(let address, let isInvalid): otherFeed(address, isInvalid, strings, &html)
      case .file: file(strings, &html)
      case .shortcuts(let areOn): shortcuts(areOn, strings, &html)
      case .about:
        html.element("section", .class("group"), .data("data-key", key)) { html in
          html.element("ul") { html in
            html.element("li") { html in
              html.element(
                "a", .class("row leads"), .href(Links.about), text: strings[later: .aboutCommunity])
            }
          }
          html.element("p", .class("about"), text: strings[.about])
        }
      }
    }
  }

  private func audience(_ chosen: Visibility, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.newPosts])
      html.element("p", .class("help"), text: strings[later: .newPostsHelp])
      html.element("ul") { html in
        for audience in Visibility.withoutCircles where audience != .direct || audience == chosen {
          html.element("li") { html in
            html.element(
              "button", .class("row"), .type("button"), .tap(Settings.Tap.audience(audience)),
              audience == chosen ? .aria(.current, "true") : nil, text: strings[audience.name])
          }
        }
      }
    }
  }

  private func file(_ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .timelineFile])
      html.element("p", .class("help"), text: strings[later: .timelineFileHelp])
      html.element("ul") { html in
        html.element("li") { $0.fileChooser("row leads", strings) }
        html.element("li") { html in
          html.element(
            "a", .class("row leads"), .href(Links.file), .tap(Settings.Tap.file),
            text: strings[later: .keptFile])
        }
      }
    }
  }

  private func shortcuts(_ areOn: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group keys"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.shortcuts])
      html.element("p", .class("help"), text: strings[later: .shortcutsHelp])
      html.element("ul") { html in
        html.element("li") {
          $0.toggle(strings[later: .useShortcuts], areOn, .tap(AppTap.useShortcuts(!areOn)))
        }
        html.shortcutRows(strings)
      }
    }
  }

  private func languages(_ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .language])
      html.element("ul") { html in
        for language in Language.allCases {
          let isCurrent = language == strings.language
          html.element("li") { html in
            html.element(
              "a", .class("row"), SafeURL("/settings?language=" + language.tag).map { .href($0) },
              .tap(Settings.Tap.language(language)), .lang(language.tag),
              isCurrent ? .aria(.current, "true") : nil, text: language.name)
          }
        }
      }
    }
  }

  private func schemes(_ chosen: ColorScheme?, _ strings: Strings, _ html: inout HTML) {
    let choices: [(ColorScheme?, Phrase)] = [
      (nil, .asOnDevice), (.light, .lightColors), (.dark, .darkColors),
    ]
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .appearance])
      html.element("ul") { html in
        for (scheme, phrase) in choices {
          html.element("li") { html in
            html.element(
              "a", .class("row"), SafeURL("/settings?scheme=" + (scheme?.rawValue ?? "")).map { .href($0) },
              .tap(Settings.Tap.scheme(scheme)), scheme == chosen ? .aria(.current, "true") : nil,
              text: strings[phrase])
          }
        }
      }
    }
  }

  /// Writes the text sizes: each step is an A of its size.
  private func textSizes(_ chosen: TextSize?, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.textSize])
      html.element("ul") { html in
        html.element("li") { textSize(nil, chosen, strings[.asOnDevice], label: nil, &$0) }
        html.element("li", .class("sizes")) { html in
          for step in TextSize.steps {
            textSize(
              TextSize(step: step), chosen, "A",
              label: strings[later: .textSizeStep, "\(step)", "\(TextSize.steps.upperBound)"], &html)
          }
        }
      }
    }
  }

  private func textSize(
    _ size: TextSize?, _ chosen: TextSize?, _ text: String, label: String?, _ html: inout HTML
  ) {
    let step = size.map { "\($0.step)" } ?? ""
    html.element(
      "a", .class(size == nil ? "row" : "size"), SafeURL("/settings?text-size=" + step).map { .href($0) },
      .tap(Settings.Tap.textSize(size)), Attribute.size(size), label.map { .aria(.label, $0) },
      size == chosen ? .aria(.current, "true") : nil, text: text)
  }

  private func otherServer(
    _ address: String, _ username: String, _ problem: Settings.Problem?, _ strings: Strings,
    _ html: inout HTML
  ) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.otherServer])
      html.element("p", .class("help"), text: strings[later: .otherServerHelp])
      html.element(
        "form", .named(.method, "get"), .action(SafeURL(trusted: "/open")), .data("data-submit", "open")
      ) {
        html in
        field(
          "server", label: strings[later: .serverAddress], value: address,
          placeholder: "https://moments.example.org",
          inputMode: "url", isInvalid: problem == .invalidAddress, &html)
        field(
          "username", label: strings[.username], value: username, placeholder: "jsmith", inputMode: "text",
          isInvalid: problem == .invalidUsername, &html)
        if let problem {
          self.problem(
            problem == .invalidAddress ? strings[later: .invalidAddress] : strings[.invalidUsername], &html)
        }
        html.element("button", .class("primary"), text: strings[.open])
      }
    }
  }

  private func otherFeed(_ address: String, _ isInvalid: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.otherFeed])
      html.element("p", .class("help"), text: strings[later: .otherFeedHelp])
      html.element(
        "form", .named(.method, "get"), .action(SafeURL(trusted: "/open")), .data("data-submit", "feed")
      ) {
        html in
        field(
          "feed", label: strings[later: .serverAddress], value: address,
          placeholder: "https://feed.example.org",
          inputMode: "url", isInvalid: isInvalid, &html)
        if isInvalid { problem(strings[later: .invalidAddress], &html) }
        html.element("button", .class("primary"), text: strings[.open])
      }
    }
  }

  private func problem(_ text: String, _ html: inout HTML) {
    html.element("p", .class("problem"), .id("problem"), .role("alert"), text: text)
  }

  private func field(
    _ name: String, label: String, value: String, placeholder: String, inputMode: String, isInvalid: Bool,
    _ html: inout HTML
  ) {
    html.element("label", .class("field")) { html in
      html.element("span", text: label)
      html.void(
        "input", .named(.name, name), .named(.value, value), .named(.placeholder, placeholder),
        .named(.inputMode, inputMode), .named(.autocomplete, "off"), .named(.spellcheck, "false"),
        .named(.maxLength, "512"), .dir("ltr"),
        isInvalid ? .aria(.invalid, "true") : nil, isInvalid ? .aria(.describedBy, "problem") : nil)
    }
  }
}
