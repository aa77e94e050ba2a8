import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the announcement over the home timeline: shown, dismissed, and what another response does then.
struct AnnouncementTests {
  private var app = App.member()

  private static let count = "/api/v1/notifications/unread_count"

  private func asked(_ commands: [Command], _ target: String) -> Identifier? {
    for case .send(let id, let request, _, let token) in commands
    where request.target == target && token != nil {
      return id
    }
    return nil
  }

  private static func body(_ id: String, _ text: String = "No rehearsal <b>on</b> Friday") -> Result<
    Response, RequestFailure
  > {
    .text(#"{"count":0,"announcement":{"id":"\#(id)","text":"\#(text)"}}"#)
  }

  private mutating func answer(_ response: Result<Response, RequestFailure>) throws -> [Command] {
    app.now = app.now.advanced(byMilliseconds: 30_000)
    let id = try #require(asked(app.handle(.clock(app.now, minutesEast: 0)), Self.count))
    return app.handle(.received(id, response))
  }

  private func dismissals(_ commands: [Command]) -> [String] {
    commands.compactMap { command in
      guard case .send(_, let request, _, _) = command, request.target.hasSuffix("/dismiss") else {
        return nil
      }
      return request.target
    }
  }

  private mutating func dismiss() throws -> [Command] {
    let screen = try #require(app.stack.last)
    return app.handle(.tapped(screen.id, AppTap.dismissAnnouncement.encoded.text))
  }

  @Test mutating func `NEW_20 an announcement shows over home until it is dismissed`() throws {
    _ = app.started()
    _ = try answer(Self.body("8"))
    let html = AnnouncementMarkup.html(
      try #require(app.environment.announcement), key: "a", Strings(.english)
    ).text
    #expect(html.contains("No rehearsal &lt;b") && !html.contains("<b>") && !html.contains(">8"))
    #expect(app.storedAnnouncement?.hasPrefix("8\n") == true)
    #expect(try answer(Self.body("8")) == [], "nothing has changed")
    let dismissed = try dismiss()
    #expect(dismissals(dismissed) == ["/api/v1/announcements/8/dismiss"])
    #expect(app.environment.announcement == nil && app.storedAnnouncement == nil)
    #expect(try dismiss().isEmpty, "twice")
  }

  @Test mutating func `NEW_20 a dismissal without a network is sent again, and the announcement stays away`()
    throws
  {
    _ = app.started()
    _ = try answer(Self.body("8"))
    _ = try dismiss()
    let again = try answer(Self.body("8"))
    #expect(dismissals(again) == ["/api/v1/announcements/8/dismiss"])
    #expect(app.environment.announcement == nil)
    _ = try answer(Self.body("9", "Another"))
    #expect(app.environment.announcement == "9\nAnother", "a new one shows")
    _ = try answer(.text(#"{"count":0}"#))
    #expect(app.environment.announcement == nil, "the owner has removed it")
  }

  @Test mutating func `NEW_20 what one tab dismisses goes from the others at once, and a new one comes`()
    throws
  {
    _ = app.started()
    _ = try answer(Self.body("8"))
    let key = app.memory.all.keys.first { $0.hasSuffix(" announcement") } ?? ""
    let dismissed = app.handle(.rememberedElsewhere(key, nil))
    #expect(
      app.environment.announcement == nil && dismissals(dismissed) == [], "the other tab tells the server")
    _ = app.handle(.rememberedElsewhere(key, "9\nAnother"))
    #expect(app.environment.announcement == "9\nAnother")
    _ = app.handle(.rememberedElsewhere("session 99 announcement", "7\nOf another account"))
    #expect(app.environment.announcement == "9\nAnother")
  }

  @Test mutating func `NEW_20 a response that can't be read hides nothing else, and shows no announcement`()
    throws
  {
    _ = app.started()
    for text in [
      #"{"count":0,"announcement":{"id":5,"text":"x"}}"#,
      #"{"count":0,"announcement":"xxxxxxxxxxxxxxxxxxxx"}"#,
      #"{"count":0,"announcement":{"id":"5"},"more":"xxxxxxxxxxxxxx"}"#,
      "[                                       ]",
    ] {
      _ = try answer(.text(text))
      #expect(app.environment.announcement == nil, "\(text)")
    }
  }
}
