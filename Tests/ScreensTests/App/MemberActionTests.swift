import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// NEW_12: tests a change that is undone while its request runs. It is requested afterwards, even if the page
/// is left in between.
struct MemberActionTests {
  private static let key = "session 1 waits mute:9"
  private static let mute = MemberAction.person(.mute(name: "Ben", seconds: 60))
  private var app = App.member()

  private static func requests(_ commands: [Command]) -> [(id: Identifier, target: String)] {
    commands.compactMap(\.sent).compactMap { id, call in
      guard case .send(_, let request, _, _) = call else { return nil }
      return request.target.contains("/9/") ? (id, request.target) : nil
    }
  }

  private static func targets(_ commands: [Command]) -> [String] { requests(commands).map(\.target) }

  @Test mutating func `NEW_12 a mute that is taken back before the response is stored until that is done`()
    throws
  {
    let muting = try #require(app.performing(.perform(Self.mute, id: "9", true)).compactMap(\.sent).first?.0)
    #expect(app.memory[Self.key] == "on", "other tabs show it")
    #expect(Self.targets(app.performing(.perform(Self.mute, id: "9", false))) == [])
    #expect(app.memory[Self.key] == "off")
    let answered = app.handle(.received(muting, .text("{}")))
    #expect(Self.targets(answered) == ["/api/v1/accounts/9/unmute"] && app.memory[Self.key] == "off")
    let taken = try #require(Self.requests(answered).first?.id)
    _ = app.handle(.received(taken, .text(#"{"id":"9"}"#)))
    #expect(app.memory[Self.key] == nil)
  }

  @Test mutating func `NEW_12 the page that was left is followed by one that takes it back`() throws {
    _ = app.performing(.perform(Self.mute, id: "9", true))
    _ = app.performing(.perform(Self.mute, id: "9", false))
    var later = App.member(memory: app.memory)
    let started = later.started()
    #expect(Self.targets(started) == ["/api/v1/accounts/9/unmute"])
    let request = try #require(Self.requests(started).first?.id)
    _ = later.handle(.received(request, .failure(.unreachable)))
    #expect(later.toast == Toast(.notSaved), "the device kept no name")
    #expect(later.memory[Self.key] == "stays on", "other tabs read it until the next start")
    var last = App.member(memory: later.memory)
    #expect(Self.targets(last.started()) == [] && last.memory[Self.key] == nil)
  }

  @Test mutating func `NEW_12 a mute that is cut off may have arrived, and is taken back all the same`()
    throws
  {
    let muting = try #require(app.performing(.perform(Self.mute, id: "9", true)).compactMap(\.sent).first?.0)
    _ = app.performing(.perform(Self.mute, id: "9", false))
    _ = app.handle(.received(muting, .failure(.unreachable)))
    #expect(app.memory[Self.key] == "off" && app.toast != Toast(.notSaved))
    #expect(Self.targets(app.handle(.online)) == ["/api/v1/accounts/9/unmute"])
  }

  @Test mutating func `NEW_12 what is wanted again needs no request`() throws {
    let muting = try #require(app.performing(.perform(Self.mute, id: "9", true)).compactMap(\.sent).first?.0)
    _ = app.performing(.perform(Self.mute, id: "9", false))
    _ = app.performing(.perform(Self.mute, id: "9", true))
    #expect(Self.targets(app.handle(.received(muting, .text(#"{"id":"9"}"#)))) == [])
    #expect(app.memory[Self.key] == nil)
  }

  @Test(arguments: [
    MemberAction.post(.favourite), .post(.repost), .post(.bookmark), .post(.pin), .post(.muteThread),
    .person(.follow(name: "")), .person(.hideReposts(name: "")), .person(.notify(name: "")),
    .person(.mute(name: "")), .person(.block(name: "")),
  ])
  func `NEW_12 every member action is decoded as it was stored`(action: MemberAction) {
    #expect(MemberAction(storedName: action.storedName) == action)
  }
}
