import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// NEW_04: tests hydration. The app makes the server's page its own and puts nothing into the document.
struct HydrationTests {
  static let contents: [InitialPage.Content] = [
    .moments(Samples.ada, Array(Samples.posts.prefix(5)), isComplete: false, shownCount: 5, isRoot: true),
    .moments(Samples.ada, Array(Samples.posts.prefix(10)), isComplete: false, shownCount: 10, isRoot: false),
    .moments(Samples.ada, Array(Samples.posts.prefix(3)), isComplete: true, shownCount: 5, isRoot: true),
    .moments(.made("ada"), [], isComplete: true, shownCount: 5, isRoot: true),
    .otherMoments(username: "a b", .made("https://moments.example/api")),
    .settings(typedAddress: nil), .settings(typedAddress: "\"ftp://x"), .shell,
    .addressed(path: "/search", isMember: false), .addressed(path: "/file", isMember: false),
    .addressed(path: "/moments", isMember: false), .addressed(path: "/sign-in", isMember: false),
  ]

  static let initialPages: [InitialPage] = contents.flatMap { content in
    Language.allCases.map {
      InitialPage(
        content, language: $0, now: noon, minutesEast: 480, homeUsername: "ada",
        appearance: Appearance(
          textSize: $0 == .english ? nil : TextSize(step: 12), scheme: $0 == .english ? nil : .dark))
    }
  }

  @Test(arguments: initialPages.indices)
  func `NEW_04 what the app reads is what the server rendered`(index: Int) throws {
    let first = Self.initialPages[index]
    let read = try #require(InitialPage(json: first.json, server: .made()))
    #expect(read == first)

    let document = Document(server: .made(), assets: Samples.assets).html(first).text
    let screen = try #require(read.screen(1, at: .own(.made())))
    let rendered = screen.markup(read.environment, isWhole: true).text
    #expect(document.contains("<main id=\"app\">" + rendered))
    #expect(document.contains("type=\"application/json\" data-app=\"/app.wasm\" data-later=\"/later.wasm\""))
    #expect(document.contains(".txt\">" + String(decoding: first.json, as: UTF8.self) + "</script>"))
    #expect(
      first.language != .simplifiedChinese || document.contains("=\"/texts/zh-Hans.2.txt /texts/en.1.txt\""))
  }

  @Test(arguments: Language.allCases)
  func `NEW_05 a page that needs the app can say in its language that it does not run`(language: Language) {
    func document(_ content: InitialPage.Content) -> String {
      Document(server: .made(), assets: Samples.assets).html(
        InitialPage(content, language: language, now: noon)
      ).text
    }
    let strings = Strings(language)
    for content in Self.contents {
      let page = document(content)
      let speaks = "lang=\"\(language.tag)\" dir=\"\(language.direction)\""
      #expect(page.contains("<aside class=\"failure-banner\" role=\"alert\" \(speaks)>"))
      for phrase in [AuthPhrase.appNotStarted, .appStopped, .appIncomplete, .reload] {
        #expect(page.contains(">" + HTML { $0.text(strings[auth: phrase]) }.text + "<"))
      }
    }
    #expect(!document(.message(.pageNotFound, help: .pageNotFoundHelp)).contains("failure-banner"))
  }

  @Test func `NEW_01 the app waits for all of its program only where the first part can't show the page`() {
    func waits(_ content: InitialPage.Content) -> Bool {
      let first = InitialPage(content, language: .english, now: noon)
      return Document(server: .made(), assets: Samples.assets).html(first).text.contains(" data-whole=")
    }
    for path in ["/home", "/home?mark=1", "/moments", "/moments/ada"] {
      #expect(!waits(.addressed(path: path, isMember: true)), "\(path)")
    }
    for path in ["/search?q=a", "/notifications", "/@ada", "/@ada/1", "/@ada/followers"] {
      #expect(waits(.addressed(path: path, isMember: true)), "\(path)")
    }
    #expect(waits(.shell))
  }

  @Test(arguments: initialPages.indices)
  func `NEW_04 taking over puts nothing into the document`(index: Int) throws {
    let first = try #require(InitialPage(json: Self.initialPages[index].json, server: .made()))
    var app = App(first, server: .made())
    #expect(app.stack.map(\.id) == [1])
    #expect(app.started().filter(\.touchesDocument) == [])
    #expect(app.handle(.clock(noon, minutesEast: 480)) == [])
  }

  @Test func `NEW_04 the rest of the page is asked for once`() {
    var app = App.hydrated(Self.contents[0])
    #expect(app.started().filter { !$0.isPosition } == [.request(2, url: "/user/ada/tweets?covered=true")])
    app = App.hydrated(Self.contents[4])
    #expect(
      app.started().filter { !$0.isPosition } == [
        .load(2, key: "stranger moments https://moments.example/api a b"),
        .request(3, url: "https://moments.example/api/user/a%20b"),
        .request(4, url: "https://moments.example/api/user/a%20b/tweets"),
      ])
    app = App.hydrated(.settings(typedAddress: nil))
    #expect(app.started().filter { !$0.isPosition } == [])
  }

  @Test(arguments: [0, 1])
  func `NEW_04 the same posts from the network put nothing into the document`(index: Int) throws {
    var app = App.hydrated(Self.contents[index])
    #expect(app.started().filter { !$0.isPosition } == [.request(2, url: "/user/ada/tweets?covered=true")])
    let commands = app.handle(.received(2, .posts(Samples.posts)))
    #expect(commands.count == 1)
    guard case .save(momentsKey, _)? = commands.first else {
      Issue.record("the page is not kept on the device: \(commands)")
      return
    }
  }

  @Test func `NEW_04 one post that changed meanwhile is one replacement`() {
    var app = App.hydrated(Self.contents[0])
    _ = app.started()
    var posts = Samples.posts
    posts[1].likes.append(.made("eve"))
    let operations = app.handle(.received(2, .posts(posts))).compactMap(\.operation)
    guard case .replace("p11", let html)? = operations.first, operations.count == 1 else {
      Issue.record("\(operations)")
      return
    }
    #expect(html.text.contains("EVE"))
  }

  @Test(arguments: [
    ("/moments/ada", "ada", Origin.own(.made())),
    ("/moments/a%20b%2F%E6%9C%8B?show=10", "a b/朋", .own(.made())),
    (
      "/moments/ada?server=https%3A%2F%2Fmoments.example%2Fapi&show=5", "ada",
      .other(.made("https://moments.example/api"))
    ),
    ("/", "", .own(.made())),
    ("/moments/ada?server=ftp%3A%2F%2Fx", "", .own(.made())),
  ])
  func `NEW_04 without a network the address says which page the shell is`(
    path: String, username: String, origin: Origin
  ) {
    let first = InitialPage(.shell, language: .english, now: noon)
    var app = App(first, server: .made(), path: path)
    guard case .load(2, let key)? = app.started().first(where: { !$0.isPosition }) else {
      Issue.record("the page is not looked for on the device")
      return
    }
    #expect(key == "stranger moments " + origin.address.text + " " + username)
  }

  @Test(arguments: ["ada", "a b/c?d&e#f", "%41", "朋友", "a:b"])
  func `the address of a page leads back to it`(username: String) throws {
    for origin in [Origin.own(.made()), .other(.made("https://moments.example:8443/a%20b"))] {
      for count in [nil, 10] {
        let path = Links.moments(of: username, at: origin, showing: count).text
        #expect(Destination(path, own: .own(.made())) == .moments(username: username, origin))
      }
    }
  }

  @Test func `a message is not hydrated`() {
    let first = InitialPage(.message(.pageNotFound, help: .pageNotFoundHelp), language: .english, now: noon)
    #expect(InitialPage(json: first.json, server: .made()) == nil)
    var app = App(first, server: .made())
    #expect(app.started().filter { !$0.isPosition } == [])
    #expect(app.handle(.tapped(1, "back")) == [])
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"language":"en","now":0,"minutesEast":0}"#,
    #"{"language":"xx","now":0,"minutesEast":0,"screen":"settings"}"#,
    #"{"language":"en","now":"0","minutesEast":0,"screen":"settings"}"#,
    #"{"language":"en","now":0,"minutesEast":0,"screen":"moments"}"#,
    #"{"language":"en","now":0,"minutesEast":0,"screen":"other","username":"ada","server":"javascript:alert(1)"}"#,
  ])
  func `what the server did not write is not hydrated`(json: String) {
    #expect(InitialPage(json: Array(json.utf8), server: .made()) == nil)
  }

  @Test func `what a person wrote cannot end the script`() {
    let text = "</script><script>alert(1)</script><!--\u{2028}"
    func screen(_ text: String) -> InitialPage {
      InitialPage(
        .moments(.made("ada"), [.made("1", text: text)], isComplete: true, shownCount: 5, isRoot: true),
        language: .english, now: noon)
    }
    let first = screen(text)
    let document = Document(server: .made(), assets: Samples.assets).html(first).text
    #expect(document.components(separatedBy: "<script").count == 3)
    #expect(document.components(separatedBy: "</script>").count == 3)
    #expect(!document.contains("<!--"))
    #expect(InitialPage(json: first.json, server: .made()) == screen(CleanText.text(text)))
  }
}
