import Contracts
import Social
import Testing

@testable import Screens

/// Saves of the settings while another one is being sent.
struct CommunitySavingTests {
  private let reload = CommunityPageTests.asks(.community, CommunityRequests.community)

  private func settings(_ title: String) -> CommunitySettings {
    CommunitySettings(
      title: title, description: "We sing", privacy: "members", registration: "invitation",
      invitations: "owners", audience: "members", contact: "ann@choir.example", quota: "50")
  }

  private func sends(_ title: String) -> Effect {
    CommunityPageTests.asks(.change, CommunityRequests.change(settings(title)))
  }

  private func settingsStore() -> TestStore<CommunityPage> {
    var store = CommunityPageTests.store()
    store.given(.tapped(.section(.settings)))
    return store
  }

  @Test func `NEW_20 settings that are saved while a picture is sent follow it`() {
    var store = settingsStore()
    store.given(.tapped(.pictures(.picture(.cover))), .picked("1-x"))
    let picture = store.effects(.prepared(id: "1-xa", nil, failure: nil))
    let body = Array(#"[["cover","1-xa",true]]"#.utf8)
    #expect(
      picture == [
        CommunityPageTests.asks(.change, APIRequest(.form, "/api/swiftlet/v1/community", body: body))
      ])
    let saves = [
      store.effects(.changed(settings("The Quire"))), store.effects(.wrote(.about, "We sing.")),
      store.effects(.changed(settings("The Great Choir"))),
    ]
    #expect(saves == [[], [], []])
    let about = CommunityPageTests.asks(.change, CommunityRequests.change(.about, to: "We sing."))
    let first = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(first == [reload, .pictures(.remove("1-xa")), about])
    let second = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(second == [reload, sends("The Great Choir")], "the last save of each form counts")
    let third = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(third == [reload] && store.state.waitingSaves.isEmpty && !store.state.isRunning)
  }

  @Test func `NEW_20 a form that is saved twice loads again after the second save, not under it`() {
    var store = settingsStore()
    #expect(store.effects(.changed(settings("The Quire"))) == [sends("The Quire")])
    let again = store.effects(.changed(settings("The Great Choir")))
    #expect(again == [])
    let first = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(first == [sends("The Great Choir")], "what is typed stays")
    let second = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(second == [reload])
  }

  @Test func `NEW_20 a refused save doesn't keep the next one back`() {
    var store = settingsStore()
    #expect(store.effects(.changed(settings(""))) == [sends("")])
    let again = store.effects(.changed(settings("The Choir")))
    #expect(again == [])
    let refused = store.effects(.received(.change, .text("{}", status: 422), at: noon))
    #expect(refused.count == 2 && refused.last == sends("The Choir"))
    let unreachable = store.effects(.received(.change, .failure(.unreachable), at: noon))
    #expect(unreachable.count == 1 && store.state.sentSave == nil && !store.state.isRunning)
  }
}
