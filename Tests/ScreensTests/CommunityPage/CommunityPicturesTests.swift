import Contracts
import Social
import Testing

@testable import Screens

struct CommunityPicturesTests {
  @Test func `NEW_20 an owner cuts a picture of the community, sends it, and removes it`() throws {
    var store = CommunityPageTests.store()
    store.given(.tapped(.section(.settings)))
    #expect(CommunityPageTests.html(store.state).contains("data-tap=\"picture:cover\""))
    store.given(.tapped(.pictures(.picture(.cover))), .picked("1-x"))
    let size = try #require(PixelSize(width: 600, height: 200))
    let crop = Crop(of: size, isCover: true)
    #expect(store.effects(.prepared(id: "1-xa", size, failure: nil)) == [.setCrop(crop)])
    #expect(CommunityPage.gesture(store.state) == .crop)
    #expect(store.effects(.tapped(.pictures(.cut))) == [.pictures(.cut("1-xa", as: "1-xb", crop.area))])
    let form = APIRequest(.form, "/api/swiftlet/v1/community", body: Array(#"[["cover","1-xb",true]]"#.utf8))
    #expect(
      store.effects(.prepared(id: "1-xb", size, failure: nil)) == [
        .pictures(.remove("1-xa")), CommunityPageTests.asks(.change, form),
      ])
    #expect(
      store.effects(.received(.change, .text("{}"), at: noon)) == [
        CommunityPageTests.asks(.community, CommunityRequests.community), .pictures(.remove("1-xb")),
      ])
    store.given(.tapped(.pictures(.picture(.avatar))))
    let removal = APIRequest(.delete, "/api/swiftlet/v1/community/picture")
    #expect(store.effects(.tapped(.pictures(.remove))) == [CommunityPageTests.asks(.change, removal)])
    let refused = #"{"error":"No","code":"unusable_picture"}"#
    #expect(store.effects(.received(.change, .text(refused, status: 422), at: noon)).count == 1)
    #expect(store.state.sentSave == nil && store.state.cutter == PictureCutter())
  }

  /// Chooses a picture that is used whole.
  private func choose(
    _ kind: PictureCutter.Kind, _ id: String, _ store: inout TestStore<CommunityPage>
  ) -> [Effect] {
    store.given(.tapped(.pictures(.picture(kind))), .picked(id))
    return store.effects(.prepared(id: id + "a", nil, failure: nil))
  }

  private func sends(_ name: String, _ id: String) -> Effect {
    let body = Array("[[\"\(name)\",\"\(id)\",true]]".utf8)
    return CommunityPageTests.asks(.change, APIRequest(.form, "/api/swiftlet/v1/community", body: body))
  }

  @Test func `NEW_20 pictures that are chosen while a change is sent follow it, each kind once`() {
    var store = CommunityPageTests.store()
    store.given(.tapped(.section(.settings)))
    let reload = CommunityPageTests.asks(.community, CommunityRequests.community)
    #expect(store.effects(.wrote(.about, "We sing.")).count == 1)
    let chosen = [choose(.cover, "1-x", &store), choose(.avatar, "1-y", &store)]
    #expect(chosen == [[], []])
    let changed = choose(.cover, "1-z", &store)
    #expect(changed == [.pictures(.remove("1-xa"))], "the last choice counts")
    let first = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(first == [reload, sends("picture", "1-ya")])
    // A refused picture doesn't keep the next one back, and neither does a backup that fails meanwhile.
    store.given(.tapped(.backUp))
    #expect(store.effects(.received(.backup, .text("{}", status: 503), at: noon)).count == 1)
    let refused = store.effects(.received(.change, .text("{}", status: 422), at: noon))
    #expect(Array(refused.dropFirst()) == [.pictures(.remove("1-ya")), sends("cover", "1-za")])
    #expect(
      store.effects(.received(.change, .text("{}"), at: noon)) == [reload, .pictures(.remove("1-za"))])
    #expect(store.state.waitingSaves.isEmpty && !store.state.isRunning)
  }

  @Test func `NEW_20 a picture that was sent goes from the device also when another part shows`() {
    var store = CommunityPageTests.store()
    store.given(.tapped(.section(.settings)))
    let chosen = choose(.cover, "1-x", &store)
    #expect(chosen == [sends("cover", "1-xa")])
    store.given(.tapped(.section(.reports)))
    let effects = store.effects(.received(.change, .text("{}"), at: noon))
    #expect(effects.contains(.pictures(.remove("1-xa"))))
  }
}
