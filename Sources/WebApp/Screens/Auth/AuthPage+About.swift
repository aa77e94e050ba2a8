import Localization
import Markup
public import Social

extension AuthPage {
  /// The page about the community, which everybody may read.
  public struct About: Equatable, Sendable {
    public var title: String
    public var description: String
    /// The owner; `nil` where strangers don't learn who that is.
    public var owner: Account?
    /// The e-mail address for questions; empty without one.
    public var contact: String
    public var rules: [String]
    public var text: String
    public var privacyPolicy: String
    public var preview: CommunityPreview

    public init(
      title: String, description: String, owner: Account?, contact: String, rules: [String], text: String,
      privacyPolicy: String, preview: CommunityPreview
    ) {
      self.title = title
      self.description = description
      self.owner = owner
      self.contact = contact
      self.rules = rules
      self.text = text
      self.privacyPolicy = privacyPolicy
      self.preview = preview
    }
  }

  func about(_ page: About, _ strings: Strings, _ html: inout HTML) {
    html.landingCover(page.preview)
    html.landingPicture(page.preview)
    html.element("h1", .dir("auto"), text: page.title)
    if !page.description.isEmpty { longText(page.description, &html) }
    if let owner = page.owner {
      html.element("p", .class("about-owner")) { html in
        html.element(
          "a", .class("link"), .href(Links.profile(owner.username)), text: strings[auth: .runBy, owner.nick])
      }
    }
    if let address = SafeURL(mailTo: page.contact) {
      html.element("p") { html in
        html.text(strings[auth: .forQuestions] + " ")
        html.element("a", .class("link"), .dir("ltr"), .href(address), text: page.contact)
      }
    }
    html.houseRules(page.rules[...], strings)
    section(.aboutCommunity, page.text, strings, &html)
    section(.privacyPolicy, page.privacyPolicy, strings, &html)
    html.element("p", .class("ways")) { html in
      if let phrase = page.preview.joining.link {
        html.element("a", .class("link"), .href(Links.join), text: strings[auth: phrase])
      }
      html.element("a", .class("link"), .href(Links.home), text: strings[.goHome])
    }
  }

  private func section(_ title: AuthPhrase, _ text: String, _ strings: Strings, _ html: inout HTML) {
    guard !text.isEmpty else { return }
    html.element("section", .class("about-section")) { html in
      html.element("h2", text: strings[auth: title])
      longText(text, &html)
    }
  }

  private func longText(_ text: String, _ html: inout HTML) {
    html.element("p", .class("about-text"), .dir("auto")) { $0.postText(text) }
  }
}

extension HTML {
  /// Writes rules of the community as a numbered list; nothing without any.
  mutating func houseRules(_ rules: ArraySlice<String>, _ strings: Strings) {
    guard !rules.isEmpty else { return }
    element("section", .class("house-rules")) { html in
      html.element("h2", text: strings[auth: .rules])
      html.element("ol") { html in
        // The number stands on the page's side, whatever the script of the rule.
        for rule in rules { html.element("li") { $0.element("bdi", text: rule) } }
      }
    }
  }
}
