import Contracts
import Markup
import Testing
import Texts

@testable import Localization
@testable import Screens

/// FOL_11: tests that another language's texts are loaded first, and that everything is rendered anew then.
struct AppLanguageTests {
  private var app: App
  private static let chinese = Result<Response, RequestFailure>.success(
    Response(status: 200, body: Strings(.simplifiedChinese).file(laterFileAt: "/texts/zh-Hans.3.txt")))
  private static let laterChinese = Result<Response, RequestFailure>.success(
    Response(status: 200, body: Strings(.simplifiedChinese).laterFile))

  init() {
    app = .loaded()
    _ = app.handle(.tapped(1, "settings"))
  }

  /// Returns the number of the request for a language's texts.
  private mutating func asked(_ language: Language, _ address: String) throws -> Identifier {
    let commands = app.handle(.tapped(3, "language:" + language.tag))
    guard case .request(let id, address)? = commands.last else {
      Issue.record("\(commands)")
      throw RequestFailure.unreachable
    }
    return id
  }

  @Test mutating func `FOL_11 another language replaces the cells of every screen`() throws {
    let request = try asked(.simplifiedChinese, "/texts/zh-Hans.2.txt")
    #expect(app.environment.strings.language == .english)
    let next = app.handle(.received(request, Self.chinese))
    guard next.count == 1, case .request(let second, "/texts/zh-Hans.3.txt")? = next.first else {
      Issue.record("\(next)")
      return
    }
    #expect(app.environment.strings.language == .english)
    let commands = app.handle(.received(second, Self.laterChinese))
    #expect(commands.first == .rememberLanguage(.simplifiedChinese))
    #expect(commands.last == .title("设置"))
    let environment = ViewEnvironment.made(.simplifiedChinese)
    let settings = AnyPage(Settings.view(Settings.State(), environment))
    let cells = settings.frame + settings.head
    #expect(
      Array(commands.suffix(cells.count + 1).dropLast())
        == cells.map { .patch(3, .replace(key: $0.key, $0.html(environment.strings))) })
    #expect(commands.count { if case .patch(1, .replace) = $0 { true } else { false } } == 11)
    #expect(app.handle(.tapped(3, "language:zh-Hans")) == [])
    #expect(app.environment.strings.language == .simplifiedChinese)
  }

  @Test mutating func `FOL_11 without a network the language stays and a line says why`() throws {
    let request = try asked(.simplifiedChinese, "/texts/zh-Hans.2.txt")
    let commands = app.handle(.received(request, .failure(.unreachable)))
    #expect(
      commands.contains { if case .toast(let html?) = $0 { html.text.contains("connect") } else { false } })
    #expect(!commands.contains(.rememberLanguage(.simplifiedChinese)))
    #expect(app.environment.strings.language == .english)
  }

  @Test(
    arguments: [
      .success(Response(status: 200, body: [])), .success(Response(status: 200, body: Array("<html>".utf8))),
      .success(Response(status: 200, body: Strings(.greek).file(laterFileAt: ""))),
      .success(Response(status: 503, body: [])),
      .success(Response(status: 500, body: Strings(.simplifiedChinese).file(laterFileAt: ""))),
      .failure(.tooLarge),
    ] as [Result<Response, RequestFailure>])
  mutating func `FOL_11 what is not that language's file changes nothing`(
    result: Result<Response, RequestFailure>
  )
    throws
  {
    let request = try asked(.simplifiedChinese, "/texts/zh-Hans.2.txt")
    let commands = app.handle(.received(request, result))
    #expect(!commands.contains(.rememberLanguage(.simplifiedChinese)))
    #expect(app.environment.strings.language == .english)
  }

  @Test(
    arguments: [
      .success(Response(status: 200, body: [])),
      .success(Response(status: 200, body: Strings(.greek).laterFile)),
      .success(Response(status: 503, body: [])), .failure(.unreachable),
    ] as [Result<Response, RequestFailure>])
  mutating func `FOL_11 without the second file the language stays`(result: Result<Response, RequestFailure>)
    throws
  {
    let request = try asked(.simplifiedChinese, "/texts/zh-Hans.2.txt")
    guard case .request(let second, _)? = app.handle(.received(request, Self.chinese)).first else {
      Issue.record("the second file is not asked for")
      return
    }
    let commands = app.handle(.received(second, result))
    #expect(commands.contains { if case .toast(.some) = $0 { true } else { false } })
    #expect(app.environment.strings.language == .english)
  }

  @Test mutating func `FOL_11 texts that come with the second part are added`() throws {
    let takesGreek = app.addTexts(laterFile: Strings(.greek).laterFile)
    let takesEnglish = app.addTexts(laterFile: Strings(.english).laterFile)
    #expect(!takesGreek && takesEnglish)
    #expect(app.environment.strings[later: .community] == Strings(.english)[later: .community])
  }

  @Test mutating func `FOL_11 a server that has become another version is asked for a page anew`() throws {
    let request = try asked(.simplifiedChinese, "/texts/zh-Hans.2.txt")
    #expect(
      app.handle(.received(request, .text("", status: 404))) == [
        .rememberLanguage(.simplifiedChinese), .visit(url: "/settings"),
      ])
  }

  @Test mutating func `FOL_11 the last choice counts`() throws {
    let request = try asked(.simplifiedChinese, "/texts/zh-Hans.2.txt")
    #expect(app.handle(.tapped(3, "language:en")) == [.cancel(request)])
    #expect(app.handle(.received(request, Self.chinese)) == [])
    #expect(app.environment.strings.language == .english)
  }

  /// Without a network the page comes from the cache, which may be older than the change of language.
  @Test func `FOL_11 a page of another language is hydrated and drawn anew`() throws {
    let written = InitialPage(.settings(typedAddress: nil), language: .english, now: noon)
    let read = try #require(InitialPage(json: written.json, server: .made(), strings: Strings(.arabic)))
    var app = App(read, server: .made())
    let commands = app.started()
    #expect(commands.contains(.rememberLanguage(.arabic)))
    let environment = ViewEnvironment.made(.arabic)
    let settings = AnyPage(Settings.view(Settings.State(isRoot: true), environment))
    for cell in settings.frame + settings.head {
      #expect(commands.contains(.patch(1, .replace(key: cell.key, cell.html(environment.strings)))))
    }
  }
}
