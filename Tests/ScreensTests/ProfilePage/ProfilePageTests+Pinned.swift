import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Pinned posts, which stand above a person's posts.
extension ProfilePageTests {
  @Test func `NEW_12 what is pinned stands on top of the posts, and of them alone`() throws {
    var store = loaded()
    store.given(.received(.pinned, SamplePosts.page([1]), at: noon))
    #expect(store.keys == ["header", "selection", "pinned-s1", "s3", "s2", "footer"])
    guard case .post(let cell) = ProfilePage.view(store.state, .made()).cells.row(0) else {
      Issue.record("no post")
      return
    }
    #expect(cell.isPinned && cell.html(Strings(.english)).text.contains("Pinned"))
    let post = try SamplePosts.post(1)
    #expect(store.effects(.tapped(.post(.open(id: "1")))) == [.open(.thread(id: "1", post))])
    store.given(.tapped(.choose(.media)))
    #expect(!store.keys.contains("pinned-s1"))
    store.given(.tapped(.choose(.posts)), .changed(.postRemoved(id: "1")))
    #expect(!store.keys.contains("pinned-s1"))
  }

  @Test func `NEW_12 no post shows before it is known what is pinned, so that none is pushed down`() {
    var store = store()
    store.given(
      .appeared, .received(.profile, .text(SamplePosts.author(7)), at: noon),
      .received(.newest(.posts), SamplePosts.page([3, 2]), at: noon))
    let waiting = ["header", "selection", "skeleton0", "skeleton1", "skeleton2", "skeleton3"]
    #expect(store.keys == waiting)
    store.given(.received(.pinned, .failure(.unreachable), at: noon))
    #expect(store.keys == ["header", "selection", "s3", "s2", "footer"])
  }

  @Test func `NEW_12 one's own page asks for what is pinned when that has changed`() {
    var other = loaded()
    #expect(other.effects(.changed(SamplePosts.memberActed(.post(.pin), "3", true, isConfirmed: true))) == [])
    var store = TestStore<ProfilePage>(
      ProfilePage.State(id: "1", handle: "anna", nil, SamplePosts.context(isRoot: false)))
    store.given(.appeared)
    #expect(store.effects(.changed(SamplePosts.memberActed(.post(.pin), "3", true))) == [])
    #expect(
      store.effects(.changed(SamplePosts.memberActed(.post(.pin), "3", true, isConfirmed: true)))
        == [Self.ask(.pinned, "/api/v1/accounts/1/statuses?pinned=true")])
  }

  @Test(arguments: [MastodonRequests.Selection.posts, .media])
  func `NEW_15 nor does it where posts are pinned, or among media`(selection: MastodonRequests.Selection) {
    var store = selection == .media ? TestStore<ProfilePage>(Looks.mediaOfProfile()) : loaded()
    store.given(.received(.pinned, SamplePosts.page([2]), at: noon))
    let before = ProfilePage.view(store.state, .made()).cells.rows
    #expect(before.first == (selection == .media ? "media-0" : "pinned-s2"))
    store.given(
      .changed(SamplePosts.memberActed(.post(.favourite), "3", true)),
      .anchored(ReadingPosition(key: "s3", offset: 1)))
    #expect(isSame(before, ProfilePage.view(store.state, .made()).cells.rows))
    store.given(.changed(.postRemoved(id: "2")))
    #expect(!ProfilePage.view(store.state, .made()).cells.rows.contains("pinned-s2"))
  }

  @Test func `NEW_12 what is pinned stands once, and folds on top`() {
    var store = TestStore<ProfilePage>(Looks.pinnedProfile())
    func keys() -> [String] {
      ProfilePage.view(store.state, .made()).cells.all.compactMap {
        if case .post = $0 { $0.key } else { nil }
      }
    }
    #expect(keys() == ["pinned-s1", "s3", "s2"])
    store.given(.received(.pinned, SamplePosts.page([2]), at: noon))
    #expect(keys() == ["pinned-s2", "s3"])
    #expect(store.effects(.tapped(.post(.warning(id: "2")))) == [])
    #expect(store.effects(.tapped(.post(.warning(id: "2")))) == [.reveal(key: "pinned-s2")])
    #expect(store.effects(.tapped(.post(.warning(id: "3")))) == [])
    #expect(store.effects(.tapped(.post(.warning(id: "3")))) == [.reveal(key: "s3")])
  }
}
