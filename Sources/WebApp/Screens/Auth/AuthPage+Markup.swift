import Localization
import Markup
import Social

extension AuthPage {
  func append(to html: inout HTML, _ strings: Strings) {
    switch self {
    case .authorize(let page):
      if let preview = page.preview {
        signIn(page, preview, strings, &html)
      } else {
        authorize(page, strings, &html)
      }
    case .code(let code, let client):
      html.element("h1", text: strings[auth: .authorizationCode])
      html.element("p", text: strings[auth: .authorizationCodeHelp, client])
      html.element("p", .class("code"), .id("oauth_pin")) { $0.element("code", text: code) }
    case .join(let page): join(page, strings, &html)
    case .joined(let username):
      html.element("h1", text: strings[auth: .welcome, username])
      html.element("p", text: strings[auth: .welcomeHelp])
      html.element("a", .class("primary"), .href(Links.signIn), text: strings[auth: .goOn])
    case .about(let page): about(page, strings, &html)
    case .forgotten(let data, let problem):
      html.element("h1", text: strings[auth: .forgottenPassword])
      html.element("p", text: strings[auth: .forgottenMailHelp])
      form(data, problem: problem, strings, &html) { html in
        field(.usernameOrEmail, name: "username", value: "", complete: "username", problem, strings, &html)
        button("send", .sendLink, isPrimary: true, strings, &html)
      }
    case .confirmEmail(let data, let username, let address, let problem):
      html.element("h1", text: strings[auth: .confirmEmail])
      html.element("p", .class("who"), .dir("ltr"), text: address)
      html.element("p", text: strings[auth: .confirmEmailHelp, username])
      form(data, problem: problem, strings, &html) {
        button("confirm", .confirm, isPrimary: true, strings, &$0)
      }
    case .newPassword(let page): newPassword(page, strings, &html)
    case .passwordChanged:
      html.element("h1", text: strings[auth: .passwordChanged])
      html.element("p", text: strings[auth: .passwordChangedHelp])
      html.element("a", .class("primary"), .href(Links.signIn), text: strings[auth: .signIn])
    case .emptyCommunity:
      html.element("h1", text: strings[auth: .emptyCommunity])
      html.element("p", text: strings[auth: .emptyCommunityHelp])
    case .filling(let done, let count):
      html.element("h1", text: strings[auth: .fillingDemo])
      html.element("p", .id("filling"), text: strings[auth: .fillingDemoHelp])
      html.element(
        "progress", count > 0 ? .named(.max, "\(count)") : nil, count > 0 ? .named(.value, "\(done)") : nil,
        .aria(.describedBy, "filling")
      ) { _ in }
      if count > 0 { html.element("p", .class("help"), .dir("ltr"), text: "\(done) / \(count)") }
    case .problem(let phrase, let help, let detail):
      html.element("h1", text: strings[auth: phrase])
      html.element("p", text: strings[auth: help])
      if let detail { html.element("p", .class("detail"), .lang("en"), .dir("ltr"), text: detail) }
    }
  }

  private func authorize(_ page: Authorization, _ strings: Strings, _ html: inout HTML) {
    html.element("h1", text: strings[auth: .letIn, page.client])
    if let target = page.target { html.element("p", .class("target"), .dir("ltr"), text: target) }
    html.element("p", text: strings[auth: .itMay])
    html.element("ul", .class("scopes")) { html in
      for line in ScopeWords.lines(of: page.scopes, strings) { html.element("li", text: line) }
    }
    form(page.form, problem: page.problem, suspension: page.suspension, strings, &html) { html in
      credentials(page, strings, &html)
      button("allow", page.member == nil ? .signInAndAllow : .allow, isPrimary: true, strings, &html)
      if page.member != nil { button("other", .anotherAccount, isPrimary: false, strings, &html) }
      button("deny", .dontAllow, isPrimary: false, strings, &html)
    }
  }

  /// Writes the sign-in form of the server's own app: a name and a password, and nothing to authorize.
  private func signIn(
    _ page: Authorization, _ preview: CommunityPreview, _ strings: Strings, _ html: inout HTML
  ) {
    html.landingCover(preview)
    html.element("h1", text: strings[auth: .signInTo, preview.title])
    form(page.form, problem: page.problem, suspension: page.suspension, strings, &html) { html in
      credentials(page, strings, &html)
      button("allow", page.member == nil ? .signIn : .goOn, isPrimary: true, strings, &html)
      if page.member != nil { button("other", .anotherAccount, isPrimary: false, strings, &html) }
    }
    if page.member == nil, preview.sendsMail {
      html.element("p", .class("ways")) { html in
        html.element("a", .class("link"), .href(Links.forgotten), text: strings[auth: .forgottenPassword])
      }
    } else if page.member == nil {
      html.element("details", .class("forgotten")) { html in
        html.element("summary", text: strings[auth: .forgottenPassword])
        html.element("p", text: strings[auth: .forgottenPasswordHelp])
      }
    }
    html.element("p", .class("ways")) { html in
      if let phrase = preview.joining.link {
        html.element("a", .class("link"), .href(Links.join), text: strings[auth: phrase])
      }
      if preview.hasAbout {
        html.element("a", .class("link"), .href(Links.about), text: strings[auth: .aboutCommunity])
      }
      html.element("a", .class("link"), .href(Links.signInElsewhere), text: strings[auth: .signInElsewhere])
      html.element("a", .class("link"), .href(Links.home), text: strings[auth: .lookAround])
    }
  }

  private func credentials(_ page: Authorization, _ strings: Strings, _ html: inout HTML) {
    if let member = page.member {
      html.element("p", .class("who"), text: strings[auth: .signedInAs, "@" + member])
    } else {
      field(
        .username, name: "username", value: page.username, complete: "username", page.problem, strings, &html)
      password(complete: "current-password", help: nil, page.problem, strings, &html)
    }
  }

  private func join(_ page: Joining, _ strings: Strings, _ html: inout HTML) {
    if let preview = page.preview { html.landingCover(preview) }
    html.element("h1", text: strings[auth: page.isOwner ? .setUpCommunity : .joinCommunity, page.title])
    html.element(
      "p", text: strings[auth: page.isOwner ? .setUpHelp : page.reason == nil ? .joinHelp : .askToJoinHelp])
    form(page.form, problem: page.problem, strings, &html) { html in
      field(
        .username, name: "username", value: page.username, complete: "username", page.problem, strings, &html)
      html.element("p", .class("help"), .id("username-help"), text: strings[auth: .usernameHelp])
      field(.shownName, name: "nick", value: page.nick, complete: "name", page.problem, strings, &html)
      password(complete: "new-password", help: .passwordHelp, page.problem, strings, &html)
      if let reason = page.reason {
        html.element("label", .class("field")) { html in
          html.element("span", text: strings[auth: .reasonToJoin])
          html.element(
            "textarea", .named(.name, "reason"), .named(.rows, "3"), .named(.maxLength, "500"), .dir("auto"),
            text: "\n" + reason)
        }
      }
      if let preview = page.preview { html.houseRules(preview.rules[...], strings) }
      button("join", page.reason == nil ? .join : .askToJoin, isPrimary: true, strings, &html)
    }
    if page.preview?.hasAbout == true {
      html.element("p", .class("ways")) { html in
        html.element("a", .class("link"), .href(Links.about), text: strings[auth: .aboutCommunity])
      }
    }
  }

  private func newPassword(_ page: NewPassword, _ strings: Strings, _ html: inout HTML) {
    html.element("h1", text: strings[auth: .newPassword])
    html.element("p", text: strings[auth: .newPasswordHelp])
    form(page.form, problem: page.problem, strings, &html) { html in
      html.element("p", .class("who"), .dir("ltr"), text: "@" + page.username)
      // Password managers store the new password under this name.
      html.void(
        "input", .class("unseen"), .type("text"), .named(.autocomplete, "username"),
        .named(.value, page.username),
        .named(.tabIndex, "-1"), .aria(.hidden, "true"))
      password(complete: "new-password", help: .passwordHelp, page.problem, strings, &html)
      button("set", .setPassword, isPrimary: true, strings, &html)
    }
  }

  private func form(
    _ form: Form, problem: AuthPhrase?, suspension: Suspension? = nil, _ strings: Strings, _ html: inout HTML,
    content: (inout HTML) -> Void
  ) {
    html.element("form", .named(.method, "post"), SafeURL(form.action).map { .action($0) }) { html in
      for field in form.hidden {
        html.void("input", .type("hidden"), .named(.name, field.name), .named(.value, field.value))
      }
      if let problem {
        html.element("p", .class("problem"), .id("problem"), .role("alert"), text: strings[auth: problem])
        if let day = suspension?.until {
          html.element(
            "p", .class("help"), text: strings[auth: .suspendedUntil, strings.text(.dayOfYear(day))])
        }
        if let reason = suspension?.reason, !reason.isEmpty {
          html.element("p", .class("help"), .dir("auto"), text: reason)
        }
      }
      content(&html)
    }
  }

  private func field(
    _ label: AuthPhrase, name: String, value: String, complete: String, _ problem: AuthPhrase?,
    _ strings: Strings,
    _ html: inout HTML
  ) {
    let isUsername = name == "username"
    html.element("label", .class("field")) { html in
      html.element("span", text: strings[auth: label])
      html.void(
        "input", .named(.name, name), .named(.value, value), .named(.autocomplete, complete),
        .named(.spellcheck, "false"), .named(.maxLength, "100"),
        isUsername ? .named(.autocapitalize, "none") : nil,
        isUsername ? .dir("ltr") : .dir("auto"), isUsername ? .flag(.required) : nil,
        problem == nil ? nil : .aria(.describedBy, "problem"))
    }
  }

  private func password(
    complete: String, help: AuthPhrase?, _ problem: AuthPhrase?, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("label", .class("field")) { html in
      html.element("span", text: strings[auth: .password])
      html.void(
        "input", .type("password"), .named(.name, "password"), .named(.autocomplete, complete),
        .named(.maxLength, "200"), .dir("ltr"), .flag(.required),
        problem == nil ? nil : .aria(.describedBy, "problem"))
    }
    if let help { html.element("p", .class("help"), text: strings[auth: help]) }
  }

  /// Writes a button that submits a decision. `deny` and `other` need no password, so they skip the browser's
  /// validation of the fields.
  private func button(
    _ decision: String, _ label: AuthPhrase, isPrimary: Bool, _ strings: Strings, _ html: inout HTML
  ) {
    html.element(
      "button", .type("submit"), .class(isPrimary ? "primary" : "secondary"), .named(.name, "decision"),
      .named(.value, decision), isPrimary ? nil : .flag(.noValidation), text: strings[auth: label])
  }
}
