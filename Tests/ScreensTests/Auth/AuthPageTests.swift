import Markup
import Testing
import Texts

@testable import Localization
@testable import Screens

@Suite struct AuthPageTests {
  private func html(_ page: AuthPage, _ language: Language = .english) -> String {
    AuthDocument(styleSheet: Array("body{}".utf8)).html(page, Strings(language)).text
  }

  static func authorization(
    member: String? = nil, problem: AuthPhrase? = nil, preview: CommunityPreview? = nil
  )
    -> AuthPage
  {
    .authorize(
      .init(
        form: .init(action: "/oauth/authorize", hidden: [.init("state", "a\"b<c>")]),
        client: "A <b>program</b>",
        target: "https://app.example", scopes: ["read", "write:statuses", "follow", "new:thing"],
        member: member,
        username: "an\"na", problem: problem, preview: preview))
  }

  static let about = AuthPage.about(
    .init(
      title: "The Hill Choir", description: "We sing.\nOn Thursdays.", owner: Samples.ada,
      contact: "choir@example.org",
      rules: ["Be kind.", "No photos of others’ children."],
      text: "We began in 1990.\n\nMore: https://choir.example",
      privacyPolicy: "Nothing leaves this server.", preview: Looks.preview(.open)))

  @Test func `NEW_19 the sign-in page leads to the way back that the server has`() {
    func preview(sendsMail: Bool) -> CommunityPreview {
      CommunityPreview(title: "Choir", line: "", people: [], joining: .closed, sendsMail: sendsMail)
    }
    let mailed = html(Self.authorization(preview: preview(sendsMail: true)))
    #expect(mailed.contains(#"href="/forgotten""#) && !mailed.contains("<details"))
    let asked = html(Self.authorization(preview: preview(sendsMail: false)))
    #expect(!asked.contains(#"href="/forgotten""#) && asked.contains("Ask whoever runs this community"))
  }

  @Test func `NEW_20 the page about the community has only what was written`() {
    let text = html(
      .about(
        .init(
          title: "Choir", description: "", owner: nil, contact: "", rules: [], text: "", privacyPolicy: "",
          preview: Looks.closedPreview)))
    for word in ["<h2", "mailto:", "/@", "<ol"] { #expect(!text.contains(word), "\(word)") }
  }

  @Test func `NEW_12 the own app is not let in but signed in to`() {
    let text = html(Self.authorization(preview: Looks.preview(.open)))
    #expect(text.contains("<h1>Sign in to "))
    #expect(text.contains(#"autocomplete="current-password""#))
    for word in ["program", "https://app.example", "see everything", "allow</button>", "<ul"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains(#"href="/join""#) && text.contains(#"href="/sign-in?other=""#))
    #expect(!html(Self.authorization(preview: Looks.preview(.invitation))).contains(#"href="/join""#))
  }

  @Test func `what clients and people write is text`() {
    let text = html(Self.authorization(problem: .wrongPassword))
    #expect(text.contains("A &lt;b&gt;program&lt;/b&gt;"))
    #expect(text.contains(#"name="state" value="a&quot;b&lt;c&gt;""#))
    #expect(text.contains(#"value="an&quot;na""#))
    #expect(!text.contains("<script"))
  }

  @Test func `a problem is said and tied to the fields`() {
    let text = html(Self.authorization(problem: .wrongPassword))
    #expect(
      text.contains(
        #"<p class="problem" id="problem" role="alert">The username or the password is wrong.</p>"#))
    #expect(text.contains(#"aria-describedby="problem""#))
    #expect(!html(Self.authorization()).contains("problem"))
  }

  @Test func `password managers know what the fields are`() {
    let signIn = html(Self.authorization())
    #expect(signIn.contains(#"autocomplete="username""#))
    #expect(signIn.contains(#"autocomplete="current-password""#))
    let join = html(
      .join(.init(form: .init(action: "/join/x", hidden: []), title: "Choir", isOwner: false)),
      .simplifiedChinese)
    #expect(join.contains(#"autocomplete="new-password""#))
    #expect(join.contains("加入Choir"))
    #expect(join.contains(#"lang="zh-Hans""#))
  }

  @Test func `who is signed in types nothing`() {
    let text = html(Self.authorization(member: "anna"))
    #expect(text.contains("You are signed in as @anna."))
    #expect(!text.contains("password"))
    #expect(text.contains(#"value="other""#))
  }

  @Test func `scopes are in words`() {
    let strings = Strings(.english)
    #expect(
      ScopeWords.lines(of: ["read:statuses", "push", "read:lists", "write:media"], strings)
        == ["send you notifications", "see: posts, lists", "change: pictures"])
  }
}
