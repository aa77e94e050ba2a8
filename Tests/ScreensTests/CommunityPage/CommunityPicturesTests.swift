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
    let crop = Crop(.wide, of: size)
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
    #expect(store.state.sentPicture == nil && store.state.cutter == PictureCutter())
  }
}
