import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests servers that say that they are overloaded.
struct RequestPausesTests {
  @Test(
    arguments: [
      ("120", 120_000), ("0", 0), ("2026-11-21T12:05:00.000Z", 300_000),
      ("Sat, 21 Nov 2026 12:01:30 GMT", 90_000),
      ("Sat, 21 Nov 2026 11:59:00 GMT", -60_000), ("1795262460", 60_000), ("soon", nil), ("", nil),
      ("Sat, 31 Feb 2026 12:01:30 GMT", nil),
      ("Sat, 21 Xyz 2026 12:01:30 GMT", nil), ("99999999999999999999", nil),
    ] as [(String, Int64?)])
  func `NEW_05 how long a server asks to wait is read`(text: String, milliseconds: Int64?) {
    #expect(RequestPauses.milliseconds(Array(text.utf8), at: noon) == milliseconds)
  }

  private static func busy(_ wait: String, _ status: Int = 429, reset: String = "") -> Response {
    Response(status: status, body: [], retryAfter: Array(wait.utf8), rateLimitReset: Array(reset.utf8))
  }

  @Test(
    arguments: [
      ("", 429, 90), ("30", 429, 30), ("soon", 429, 60), ("", 503, 0), ("30", 503, 30), ("", 200, 0),
    ] as [(String, Int, Int64)])
  func `NEW_05 the end of a rate limit counts where a busy server doesn't say how long to wait`(
    wait: String, status: Int, seconds: Int64
  ) {
    var pauses = RequestPauses()
    let server = ServerAddress.made("https://a.example")
    pauses.received(Self.busy(wait, status, reset: "2026-11-21T12:01:30.000Z"), from: server, at: noon)
    #expect(pauses.holds(server, at: SamplePosts.at(seconds - 1)) == (seconds > 0))
    #expect(!pauses.holds(server, at: SamplePosts.at(seconds)))
  }

  @Test(
    arguments: [
      ("30", 429, 30), ("", 429, 60), ("0", 429, 1), ("-5", 429, 1), ("999999", 429, 900), ("30", 503, 30),
      ("", 503, 0), ("30", 200, 0),
      ("30", 404, 0),
    ] as [(String, Int, Int64)])
  func `NEW_05 a busy server is left alone as long as it says, within bounds`(
    wait: String, status: Int, seconds: Int64
  ) {
    var pauses = RequestPauses()
    let (one, other) = (ServerAddress.made("https://a.example"), ServerAddress.made("https://b.example"))
    pauses.received(Self.busy(wait, status), from: one, at: noon)
    #expect(!pauses.holds(other, at: noon))
    #expect(pauses.holds(one, at: SamplePosts.at(seconds - 1)) == (seconds > 0))
    #expect(!pauses.holds(one, at: SamplePosts.at(seconds)))
  }

  private func targets(_ commands: [Command]) -> [String] {
    commands.compactMap { command in
      guard case .send(_, let request, _, _) = command else { return nil }
      return request.target
    }
  }

  @Test func `NEW_05 polls wait until a busy server may be asked again`() throws {
    var app = App.member()
    let first = app.started()
    let id = try #require(
      first.compactMap { command -> Identifier? in
        guard case .send(let id, let request, _, _) = command, request.target.contains("unread_count") else {
          return nil
        }
        return id
      }.first)
    _ = app.handle(.received(id, .success(Self.busy("100"))))
    for _ in 0..<3 {
      app.now = app.now.advanced(byMilliseconds: 30_000)
      #expect(targets(app.handle(.clock(app.now, minutesEast: 0))) == [])
    }
    app.now = app.now.advanced(byMilliseconds: 30_000)
    #expect(targets(app.handle(.clock(app.now, minutesEast: 0))).contains { $0.contains("unread_count") })
  }

  @Test func `NEW_05 a screen that asks a busy server is told so, and can be asked again later`() throws {
    var app = App.member()
    _ = app.started()
    let opened = app.performing(.open(.tag("birds")))
    let id = try #require(
      opened.compactMap { command -> Identifier? in
        guard case .send(let id, let request, _, _) = command, request.target.contains("tag/birds") else {
          return nil
        }
        return id
      }.first)
    _ = app.handle(.received(id, .success(Self.busy("100"))))
    let again = app.performing(.open(.tag("bees")))
    #expect(targets(again) == [])
    let timer = try #require(
      again.compactMap { command -> Identifier? in
        guard case .startTimer(let id, milliseconds: 0) = command else { return nil }
        return id
      }.first)
    _ = app.handle(.timerFired(timer))
    let state = try #require((app.stack.last as? ScreenHost<Timeline>)?.state)
    #expect(state.failure == .serverFailed(status: 429) && state.loading == .no)
    app.now = app.now.advanced(byMilliseconds: 100_000)
    #expect(targets(app.performing(.open(.tag("ants")))).contains { $0.contains("tag/ants") })
  }
}
