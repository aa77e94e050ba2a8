import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that all Moments pages of a session show the same of a post.
struct MomentsRecordTests {
  private static let origin = SamplePosts.context().origin

  /// Returns two pages of the same person, with a store in common.
  private static func pages(_ posts: [MomentsPost]) -> (TestStore<Moments>, TestStore<Moments>) {
    let context = SamplePosts.context()
    let state = Moments.State(
      rendered: .made("bob"), posts: posts, isComplete: true, origin: origin, isRoot: false)
    return (TestStore(state.seen(by: context)), TestStore(state.seen(by: context)))
  }

  private static func texts(_ page: TestStore<Moments>) -> [String] { page.state.posts.map(\.text) }

  private static func item(_ text: String, answering id: String) -> OutboxItem {
    let draft = Draft(
      text: text, visibility: nil, replyTo: .init(id: id, nick: "Bob", handle: "bob", text: "Hello"))
    return OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
  }

  @Test func `NEW_15 what one page loads shows on the other one, and the newest response wins`() {
    var (one, two) = Self.pages(MomentsActionsTests.posts)
    one.given(
      .pulledDown, .received(.profile, .profile(.made("bob")), at: SamplePosts.at(5)),
      .received(.posts, .posts([.made("7", text: "Newer")]), at: SamplePosts.at(5)))
    #expect(Self.texts(one) == ["Newer"] && Self.texts(two) == ["Newer", "My own"])
    two.given(
      .pulledDown, .received(.profile, .profile(.made("bob")), at: SamplePosts.at(4)),
      .received(.posts, .posts([.made("7", text: "Older")]), at: SamplePosts.at(4)))
    #expect(Self.texts(one) == ["Newer"] && Self.texts(two) == ["Newer"])
  }

  @Test func `NEW_15 a comment, a like and an edit come to all pages at once, and stay`() throws {
    let (one, two) = Self.pages(MomentsActionsTests.posts)
    let store = one.state.writing.store
    var sent = Post(id: "72", author: SamplePosts.me, content: .text("Nice"))
    sent.language = "en"
    store.apply(.itemSent(Self.item("Nice", answering: "70"), sent, body: [], at: SamplePosts.at(2)))
    store.apply(try ArrivingTests.notification(Notices.json(1, "favourite", by: 5, of: 7), at: 2))
    store.receive(changed: try SamplePosts.post(8), asked: SamplePosts.at(2))
    #expect(store.hasChanged)
    for page in [one, two] {
      #expect(page.state.posts[0].comments.map(\.text) == ["First", "Mine", "Nice"])
      #expect(page.state.posts[0].comments.map(\.language) == [nil, nil, "en"])
      #expect(page.state.posts[0].comments.last?.replyTo?.sender == MomentsActionsTests.bob)
      #expect(page.state.posts[0].likes.map(\.username) == ["bob", "user5"])
      #expect(Self.texts(page) == ["Hello", "Post 8"])
    }
    _ = store.receive(MomentsActionsTests.posts, asked: SamplePosts.at(1))
    #expect(Self.texts(two) == ["Hello", "Post 8"] && two.state.posts[0].comments.count == 3)
    _ = store.receive(MomentsActionsTests.posts, asked: SamplePosts.at(3))
    #expect(two.state.posts == MomentsActionsTests.posts, "taken back elsewhere since")
  }

  @Test func `NEW_15 an edit keeps the pictures that are the same, and changes a comment`() throws {
    let picture = Picture(url: "/media/1.jpg", size: PixelSize(width: 8, height: 8))
    var post = MomentsActionsTests.posts[0]
    post.pictures = [picture]
    let (page, _) = Self.pages([post])
    var edited = Post(id: "7", author: SamplePosts.me, content: .text("Edited"))
    edited.attachments = [.init(id: "1", kind: .image, picture: Picture(url: "/media/1.jpg"), url: "")]
    let store = page.state.writing.store
    store.receive(changed: edited, asked: SamplePosts.at(1))
    #expect(page.state.posts[0].pictures == [picture] && Self.texts(page) == ["Edited"])
    edited.attachments = [.init(id: "2", kind: .image, picture: Picture(url: "/media/2.jpg"), url: "")]
    store.receive(changed: edited, asked: SamplePosts.at(2))
    #expect(page.state.posts[0].pictures.map(\.url) == ["/media/2.jpg"])
    var comment = Post(id: "70", author: SamplePosts.me, content: .text("Second"))
    comment.language = "en"
    store.receive(changed: comment, asked: SamplePosts.at(3))
    #expect(page.state.posts[0].comments.map(\.text) == ["Second", "Mine"])
    #expect(page.state.posts[0].comments.map(\.language) == ["en", nil])
  }

  @Test func `NEW_22 an edit brings another card, or none`() {
    let preview = Post.LinkPreview(
      url: "https://a.example/", title: "A page", site: "The News", picture: Picture(url: "/media/1.jpg"))
    let (page, _) = Self.pages([.made("7")])
    var edited = Post(id: "7", author: SamplePosts.me, content: .text("Look: https://a.example/"))
    edited.linkPreview = preview
    let store = page.state.writing.store
    store.receive(changed: edited, asked: SamplePosts.at(1))
    let expected = MomentsPost.LinkPreview(url: preview.url, title: "A page", picture: preview.picture)
    #expect(page.state.posts[0].linkPreview == expected)
    edited.linkPreview = nil
    store.receive(changed: edited, asked: SamplePosts.at(2))
    #expect(page.state.posts[0].linkPreview == nil)
  }

  @Test func `NEW_15 a confirmed like is a part of the post, however many follow`() {
    let (one, _) = Self.pages([.made("7")])
    let (store, me) = (one.state.writing.store, SamplePosts.me.account)
    for number in 7...(8 + RecentChanges.maxCount) {
      let change = MemberActionChange(
        action: .post(.favourite), id: "\(number)", isOn: true, at: noon, isConfirmed: true)
      store.apply(.memberActed(change))
      store.confirm(change, by: me)
    }
    #expect(one.state.posts[0].likes == [me])
  }

  @Test func `NEW_15 a page of another server, and a stranger's, know nothing of the session's posts`() {
    let context = SamplePosts.context()
    _ = context.store.receive([MomentsPost.made("7", text: "Ours")], asked: noon)
    let other = Moments.State(
      rendered: .made("bob"), posts: [.made("7", text: "Theirs")], isComplete: true,
      origin: .other(.made("https://other.example")), isRoot: false)
    #expect(other.seen(by: context).posts.map(\.text) == ["Theirs"])
    let stranger = Moments.State(
      rendered: .made("bob"), posts: [.made("7", text: "Public")], isComplete: true, origin: Self.origin,
      isRoot: false)
    #expect(stranger.seen(by: SamplePosts.context(isMember: false)).posts.map(\.text) == ["Public"])
    #expect(stranger.seen(by: context).posts.map(\.text) == ["Ours"])
  }

  @Test func `NEW_06 names of those who like a post, if they come late, take no newer ones away`() throws {
    let (page, _) = Self.pages([.made("7")])
    let store = page.state.writing.store
    func names() -> [String] { page.state.posts[0].likes.map(\.username) }
    // A like that came after the names were requested.
    store.apply(try ArrivingTests.notification(Notices.json(1, "favourite", by: 5, of: 7), at: 3))
    store.apply(.likersArrived(post: "7", [.made("bob")], isComplete: true, at: SamplePosts.at(2)))
    #expect(names() == ["bob", "user5"])
    _ = store.receive([MomentsPost.made("7")], asked: SamplePosts.at(1))
    #expect(names() == ["bob", "user5"])
    // The page was requested after them.
    var newer = MomentsPost.made("7")
    newer.likes = [.made("amy")]
    _ = store.receive([newer], asked: SamplePosts.at(5))
    store.apply(.likersArrived(post: "7", [], isComplete: true, at: SamplePosts.at(4)))
    #expect(names() == ["amy"])
  }

  /// A server with a post, two pages that load it, and what arrives alone, in any order.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `NEW_15 in the end both pages say what the server says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (one, two) = Self.pages([.made("7")])
    let store = one.state.writing.store
    var server = MomentsPost.made("7")
    var late: [(post: MomentsPost, asked: Int64)] = []
    for step in 1..<40 as Range<Int64> {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let comment = Comment(id: "\(100 + step)", sender: .made("user8"), text: "C\(step)")
        server.comments.append(comment)
        store.apply(
          try ArrivingTests.entry(
            100 + Int(step), by: 8, more: #","in_reply_to_id":"7","in_reply_to_account_id":"7""#, at: step))
      case 1:
        server.setLike(of: .made("user\(step)"), true)
        store.apply(
          try ArrivingTests.notification(Notices.json(1, "favourite", by: Int(step), of: 7), at: step))
      case 2: late.append((server, step))
      default:
        guard let index = late.indices.randomElement(using: &generator) else { continue }
        let (post, asked) = late.remove(at: index)
        _ = store.receive([post], asked: SamplePosts.at(asked))
      }
      #expect(one.state.records[0] === two.state.records[0])
      let shown = two.state.posts[0]
      #expect(shown.comments.map(\.id) == server.comments.map(\.id), "step \(step)")
      #expect(Set(shown.likes.map(\.username)) == Set(server.likes.map(\.username)), "step \(step)")
    }
  }
}
