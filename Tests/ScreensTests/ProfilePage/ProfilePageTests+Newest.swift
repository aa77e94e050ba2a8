import Contracts
import Social
import Testing

@testable import Screens

/// The top of a profile shows the newest response, wherever that came.
extension ProfilePageTests {
  private static func author(_ name: String, followers: Int = 5, posts: Int = 0) -> String {
    #"{"id":"7","username":"user7","display_name":"\#(name)","note":"<p>\#(name)</p>","followers_count":"#
      + #"\#(followers),"statuses_count":\#(posts),"header":"https://a.example/\#(posts).png"}"#
  }

  private static func profile(_ name: String, followers: Int = 5, posts: Int = 0) throws -> Profile {
    let body = Array(author(name, followers: followers, posts: posts).utf8)
    return try #require(SamplePosts.decoder.profile(body: body))
  }

  private static func title(_ state: ProfilePage.State) -> String { ProfilePage.view(state, .made()).title }

  @Test func `NEW_15 a newer name shows on top of a profile, and an older one does not`() throws {
    var store = loaded()
    let known = store.state.postsState.store
    known.hasChanged = false
    known.receive(person: try Self.profile("New"), asked: SamplePosts.at(2))
    #expect(known.hasChanged && Self.title(store.state) == "New")
    #expect(store.state.newest?.bio.plainText == "Bio", "a server may say little of authors")
    #expect(store.state.newest?.account.cover == nil)
    known.receive(person: try Self.profile("Old"), asked: SamplePosts.at(1))
    #expect(Self.title(store.state) == "New")
    store.given(.received(.profile, .text(Self.author("Late")), at: SamplePosts.at(1)))
    #expect(Self.title(store.state) == "New", "it was asked before")
    store.given(.received(.profile, .text(Self.author("Newest")), at: SamplePosts.at(3)))
    #expect(Self.title(store.state) == "Newest")
    store.given(.changed(.profileChanged(try Self.profile("Older"), at: SamplePosts.at(2))))
    #expect(Self.title(store.state) == "Newest")
    store.given(.changed(.profileChanged(try Self.profile("Changed"), at: SamplePosts.at(4))))
    #expect(Self.title(store.state) == "Changed")
  }

  @Test func `NEW_15 a page that opens with an author is as new as that, and a cached one no newer`() throws {
    let context = SamplePosts.context(isRoot: false)
    let author = context.store.receive(person: try Self.profile("Now"), asked: SamplePosts.at(5)).profile
    var store = TestStore<ProfilePage>(ProfilePage.State(id: "7", handle: "user7", author, context))
    store.given(.changed(.profileChanged(try Self.profile("Old"), at: SamplePosts.at(4))))
    #expect(Self.title(store.state) == "Now")
    var cached = TestStore<ProfilePage>(ProfilePage.State(id: "7", handle: "user7", nil, context))
    let parts = [Array(Self.author("Cached").utf8), Array("[]".utf8), Array("[]".utf8), Array("[]".utf8)]
    cached.given(.appeared, .loaded(CachedResponse(savedAt: SamplePosts.at(3), parts: parts).bytes))
    #expect(cached.state.profile?.account.nick == "Cached" && Self.title(cached.state) == "Now")
  }

  @Test func `NEW_15 newer numbers come under the viewer's own follow`() throws {
    var store = loaded()
    let known = store.state.postsState.store
    known.receive(person: try Self.profile("User 7", followers: 9, posts: 3), asked: SamplePosts.at(2))
    #expect(store.state.newest?.followersCount == 9 && store.state.newest?.account.cover != nil)
    store.given(
      .tapped(.follow), .changed(SamplePosts.memberActed(Self.follow, "7", true, at: 3)))
    #expect(store.state.newest?.followersCount == 10)
    known.receive(person: try Self.profile("User 7", followers: 9, posts: 4), asked: SamplePosts.at(4))
    #expect(store.state.newest?.followersCount == 10 && store.state.newest?.postsCount == 4, "it waits")
    store.given(.changed(SamplePosts.memberActed(Self.follow, "7", true, at: 5, isConfirmed: true)))
    known.receive(person: try Self.profile("User 7", followers: 11, posts: 4), asked: SamplePosts.at(6))
    #expect(store.state.newest?.followersCount == 11)
  }
}
