import Contracts
import Social
import Testing

@testable import Screens

/// Posts that were published while no stream brought them.
extension ProfilePageTests {
  private static let missed = ask(
    .missed(.posts), "/api/v1/accounts/7/statuses?limit=20&exclude_replies=true")
  private static let missedMedia = ask(
    .missed(.media), "/api/v1/accounts/7/statuses?limit=20&only_media=true")
  private static let again = [profile, relationship, missed]
  private static let farDown = ProfilePage.Action.anchored(ReadingPosition(key: "s2", offset: -30))
  private static let atTop = ProfilePage.Action.anchored(ReadingPosition(key: "header", offset: 0))

  /// Returns the page with a third post, which is older, where the viewer reads the second one.
  private func readFarDown() -> TestStore<ProfilePage> {
    var store = loaded()
    store.given(
      .reachedEnd, .received(.older(.posts, before: "2"), SamplePosts.page([1]), at: noon), Self.farDown)
    return store
  }

  private static func received(_ ids: [Int]) -> ProfilePage.Action {
    .received(.missed(.posts), SamplePosts.page(ids), at: noon)
  }

  @Test func `NEW_06 a profile that may lack posts is loaded again, without a sign of it`() {
    var store = readFarDown()
    for (event, page) in [(ProfilePage.Action.returned, [5, 4, 3, 2]), (.ticked, [6, 5, 4, 3])] {
      #expect(store.effects(event) == [], "nothing was missed")
      #expect(store.effects(.missedEvents) == [])
      #expect(store.effects(event) == Self.again)
      #expect(store.page.status == "" && store.footer == readFarDown().footer)
      #expect(store.effects(event) == [], "the request is on its way")
      let effects = store.effects(Self.received(page))
      #expect(effects == Self.stored(store.state), "the viewer's position stays")
    }
    #expect(store.keys == ["header", "selection", "s6", "s5", "s4", "s3", "s2", "s1", "footer"])
    #expect(store.state.list.arrivals == 0)
  }

  @Test func `NEW_06 what a profile missed during a request for missed posts is loaded after it`() {
    var store = loaded()
    store.given(.missedEvents, .returned, .missedEvents)
    #expect(store.effects(.returned) == [], "one request at a time")
    store.given(Self.received([5, 3, 2]))
    #expect(store.effects(.ticked) == Self.again)
    store.given(Self.received([7, 6]))
    #expect(store.keys == ["header", "selection", "s7", "s6", "footer"], "at the top nothing is in the way")
  }

  @Test func `NEW_06 what was deleted meanwhile goes from a profile, and older posts stay`() {
    var store = readFarDown()
    store.given(.missedEvents, .returned, Self.received([5, 2]))
    #expect(store.keys == ["header", "selection", "s5", "s2", "s1", "footer"])
    store.given(.missedEvents, .returned, Self.received([]))
    #expect(store.keys == ["header", "selection", "footer"] && store.state.list.isComplete)
  }

  @Test func `NEW_06 more posts than a page holds wait until the viewer is at the top of the profile`() {
    var store = readFarDown()
    store.given(.missedEvents, .returned)
    let effects = store.effects(Self.received([30, 29]))
    #expect(effects == Self.stored(store.state))
    #expect(store.keys == ["header", "selection", "s3", "s2", "s1", "footer"])
    #expect(store.effects(.ticked) == [] && store.effects(Self.farDown) == [])
    store.given(.reachedEnd)
    #expect(store.effects(Self.atTop) == [Self.missed])
    let cancel = Effect.cancel(ProfilePage.Request.older(.posts, before: "1"))
    #expect(store.effects(Self.received([30, 29])).contains(cancel))
    #expect(store.keys == ["header", "selection", "s30", "s29", "footer"])
    let older = "/api/v1/accounts/7/statuses?limit=20&max_id=29&exclude_replies=true"
    #expect(store.effects(.reachedEnd) == [Self.ask(.older(.posts, before: "29"), older)])
  }

  @Test func `NEW_06 posts that came by themselves since stand above those that were missed`() throws {
    var store = readFarDown()
    store.given(.missedEvents, .changed(try ArrivingTests.entry(40)), .returned)
    store.given(.changed(try ArrivingTests.entry(41)))
    #expect(store.keys == ["header", "selection", "s41", "s40", "s3", "s2", "s1", "footer"])
    var other = store
    store.given(Self.received([40, 39, 3, 2]))
    #expect(store.keys == ["header", "selection", "s41", "s40", "s39", "s3", "s2", "s1", "footer"])
    other.given(Self.received([40, 39]))
    #expect(other.keys == ["header", "selection", "s41", "s40", "s3", "s2", "s1", "footer"], "a gap")
    other.given(Self.atTop, Self.received([41, 40, 39]))
    #expect(other.keys == ["header", "selection", "s41", "s40", "s39", "footer"])
  }

  @Test func `NEW_06 without a network a profile says so, and loads again once there is one`() {
    var store = loaded()
    store.given(.missedEvents, .returned)
    for request in [ProfilePage.Request.profile, .relationship, .missed(.posts)] {
      store.given(.received(request, .failure(.unreachable), at: noon))
    }
    #expect(store.text.contains("You are offline.") && store.footer == loaded().footer)
    #expect(store.keys == ["header", "selection", "s3", "s2", "footer"])
    #expect(store.effects(.ticked) == [], "not each half minute")
    #expect(store.effects(.returned) == Self.again)
    #expect(!store.frameKeys.contains("notice"), "at once")
  }

  @Test func `NEW_06 a profile whose posts never came loads them once there is a network`() {
    var store = store()
    store.given(
      .appeared, .received(.profile, .text(SamplePosts.author(7)), at: noon),
      .received(.newest(.posts), .failure(.unreachable), at: noon))
    #expect(store.state.list.failure == .unreachable)
    #expect(store.effects(.returned).contains(Self.posts))
    #expect(store.state.list.failure == nil)
  }

  @Test func `NEW_06 pulling takes the place of the request for missed posts`() {
    var store = loaded()
    store.given(.missedEvents, .returned)
    #expect(store.effects(.pulledDown).first == Effect.cancel(ProfilePage.Request.missed(.posts)))
    #expect(store.effects(Self.received([9, 3])) == [], "too late")
    store.given(.received(.newest(.posts), SamplePosts.page([5, 3]), at: noon))
    #expect(store.keys == ["header", "selection", "s5", "s3", "footer"])
    #expect(store.effects(.returned) == [])
  }

  @Test func `NEW_06 each tab of a profile loads what it missed when it is chosen`() {
    var store = loaded()
    store.given(
      .tapped(.choose(.media)), .received(.newest(.media), SamplePosts.page([3, 2]), at: noon),
      .tapped(.choose(.posts)), .missedEvents)
    #expect(store.effects(.returned) == Self.again)
    #expect(store.effects(.tapped(.choose(.media))) == [Self.missedMedia, Self.mediaAddress])
    store.given(.tapped(.choose(.posts)))
    #expect(store.effects(.tapped(.choose(.media))) == [Self.mediaAddress])
  }

  @Test func `NEW_06 new pictures wait until the viewer is at the top: they move all others`() throws {
    let picture =
      #","media_attachments":[{"id":"1","type":"image","url":"https://a.example/1.jpg"}]"#
    var store = loaded()
    store.given(
      .tapped(.choose(.media)), .received(.newest(.media), SamplePosts.page([3, 2]), at: noon),
      .anchored(ReadingPosition(key: "media-0", offset: -30)))
    func shown() -> [String] { store.state.lists[2].entries.entries.map(\.id) }
    store.given(.changed(try ArrivingTests.entry(5, more: picture)))
    #expect(shown() == ["3", "2"] && store.state.lists[0].entries.entries.map(\.id) == ["5", "3", "2"])
    store.given(
      .missedEvents, .returned, .received(.missed(.media), SamplePosts.page([6, 5, 3, 2]), at: noon))
    #expect(shown() == ["3", "2"])
    #expect(store.effects(Self.atTop) == [Self.missedMedia])
    store.given(.received(.missed(.media), SamplePosts.page([6, 5, 3, 2]), at: noon))
    #expect(shown() == ["6", "5", "3", "2"])
    store.given(.changed(try ArrivingTests.entry(7, more: picture)))
    #expect(shown() == ["7", "6", "5", "3", "2"], "at the top they show at once")
  }

  @Test func `NEW_06 pinned posts are loaded again where the server marks them`() {
    var store = loaded()
    let pinned = SamplePosts.json(2, more: #","pinned":true"#)
    store.given(.received(.pinned, .text("[\(pinned)]"), at: noon), .missedEvents)
    #expect(store.effects(.returned) == [Self.profile, Self.relationship, Self.pinned, Self.missed])
  }
}
