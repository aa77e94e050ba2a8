import Contracts
import JSON
import Markup
import Social
import TestSupport
import Texts

@testable import Localization
@testable import Screens

/// A page that shows every layout, and the app's commands in a form for tests.
enum Samples {
  static let ada = Account.made(
    "ada", nick: "Ada Lovelace", avatar: "/media/ada.jpg", cover: "/media/cover.jpg")
  /// The author as the sender of a post, which has no cover.
  static let author = Account.made("ada", nick: "Ada Lovelace", avatar: "/media/ada.jpg")
  static let bob = Account.made("bob", nick: "Bob <b>")
  static let li = Account.made("小李", nick: "李雷")

  static let assets = Document.Assets(
    bridge: SafeURL(trusted: "/bridge.js"), app: SafeURL(trusted: "/app.wasm"),
    later: SafeURL(trusted: "/later.wasm"),
    texts: [SafeURL(trusted: "/texts/en.1.txt"), SafeURL(trusted: "/texts/zh-Hans.2.txt")],
    styleSheet: Array("p{margin:0}".utf8), laterStyles: SafeURL(trusted: "/later.css"))

  static let posts: [MomentsPost] = [
    .made(
      "10", by: author, text: "See https://example.org/a?b=c&d. Fine!",
      pictures: [.made("wide", width: 1600, height: 900)],
      comments: [
        Comment(id: "1", sender: bob, text: "Nice & <i>short</i>"),
        Comment(id: "2", sender: author, text: "谢谢", replyTo: .init(id: "1", sender: bob)),
      ], likes: [bob, li], at: .at("2026-11-21T11:59:30Z")),
    .made("11", by: bob, text: "  Two pictures  ", pictures: sized(2), at: .at("2026-11-21T11:30:00Z")),
    .made(
      "12", by: li, text: "九张图\n第二行", pictures: sized(9), likes: [author], at: .at("2026-11-21T02:00:00Z")),
    .made("13", by: li, text: "", pictures: sized(4), at: .at("2026-11-20T10:00:00Z")),
    .made("14", by: bob, text: String(repeating: "long ", count: 60), at: .at("2026-03-09T10:00:00Z")),
    .made(
      "15", by: author, text: "مرحبا", pictures: [Picture(url: "https://img.example.org/unknown.jpg")],
      at: .at("2025-03-09T10:00:00Z")),
    .made("16", by: bob, text: "No date"),
    .made("17"), .made("18"), .made("19"), .made("20"), .made("21"),
  ]

  private static func sized(_ count: Int) -> [Picture] {
    (0..<count).map { index in
      var picture = Picture.made("\(index)")
      if index == 0 { picture.description = "A \"bird\"" }
      picture.variants = [
        (82, 82, Picture.Variant.Shape.square), (164, 164, .square), (400, 300, .whole), (800, 600, .whole),
      ].compactMap { width, height, shape in
        PixelSize(width: width, height: height).map {
          Picture.Variant(url: "/media/\(index)-\(width).jpg", size: $0, shape: shape)
        }
      }
      return picture
    }
  }
}

extension InitialPage {
  /// Reads the JSON as the app does, with the texts of the page's language.
  init?(json bytes: [UInt8], server: ServerAddress) {
    guard let language = (try? JSON(parsing: bytes))?["language"]?.string.flatMap({ Language(tag: $0) })
    else {
      return nil
    }
    self.init(json: bytes, server: server, strings: Strings(language))
  }
}

extension App {
  /// Returns an app that has hydrated the server's page.
  static func hydrated(
    _ content: InitialPage.Content, language: Language = .english, memory: Memory = Memory()
  ) -> App {
    let written = InitialPage(content, language: language, now: noon)
    return App(
      InitialPage(json: written.json, server: .made()) ?? written, server: .made(),
      memory: memory, textAddresses: Samples.assets.texts.map(\.text))
  }

  /// Returns a page of twelve posts, all in memory.
  static func loaded() -> App {
    var app = App.hydrated(
      .moments(Samples.ada, Samples.posts, isComplete: true, shownCount: 5, isRoot: true))
    _ = app.started()
    _ = app.handle(.received(2, .posts(Samples.posts)))
    return app
  }
}

extension Command {
  /// The operation; `nil` also if it only sets a row's position.
  var operation: PageOperation? {
    guard case .patch(_, let operation) = self else { return nil }
    switch operation {
    case .position, .feed: return nil
    default: break
    }
    return operation
  }

  /// True if the command only sets a row's position or announces rows, or cleans up the device.
  var isPosition: Bool {
    switch self {
    case .patch(_, .position), .patch(_, .feed), .claimTab, .removeOtherSaved: true
    default: false
    }
  }

  /// True if the command changes the visible page.
  var touchesDocument: Bool {
    switch self {
    case .patch(_, .position), .patch(_, .feed): false
    case .openScreen, .closeScreen, .patch, .setVariable, .title, .reveal, .scrollToTop: true
    default: false
    }
  }
}
