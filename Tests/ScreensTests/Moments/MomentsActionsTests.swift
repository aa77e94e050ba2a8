import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct MomentsActionsTests {
  static let me = Profile(id: "1", account: .made("me", nick: "Me"))
  static let bob = Account.made("bob", nick: "Bob")
  static let posts: [MomentsPost] = [
    .made(
      "7", by: bob, text: "Hello",
      comments: [
        Comment(id: "70", sender: bob, text: "First"), Comment(id: "71", sender: me.account, text: "Mine"),
      ], likes: [bob]),
    .made("8", by: me.account, text: "My own"),
  ]

  static func store(_ viewer: Profile? = me) -> TestStore<Moments> {
    var state = TestStore.loaded(posts).state
    state.viewer = viewer
    return TestStore(state)
  }

  /// Returns the change that the app broadcasts about a favourite of post `7`.
  static func memberActed(
    _ isOn: Bool, isConfirmed: Bool = false, _ action: MemberAction = .post(.favourite),
    at time: Timestamp = noon
  ) -> MemberActionChange {
    MemberActionChange(action: action, id: "7", isOn: isOn, at: time, isConfirmed: isConfirmed)
  }

  private func cell(_ store: TestStore<Moments>, _ key: String) -> Moments.MomentsPostCell? {
    for case .post(let cell) in Moments.view(store.state, .made()).cells.all where cell.key == key {
      return cell
    }
    return nil
  }

  private func likes(_ store: TestStore<Moments>) -> [String]? {
    cell(store, "p7")?.post.likes.map(\.nick)
  }

  private func comments(_ store: TestStore<Moments>) -> [String]? {
    cell(store, "p7")?.post.comments.map(\.text)
  }

  @Test func `MOM_09 one's own page asks again for a post that was changed`() {
    var state = TestStore.loaded(Self.posts).state
    state.viewer = Profile(id: "1", account: .made("ada"))
    var store = TestStore<Moments>(state)
    let edit = OutboxItem(
      id: "a", session: "1", .edit(id: "8", Draft(text: "Changed")), createdAt: noon, notBefore: noon)
    #expect(store.effects(.changed(.itemSent(edit, nil, body: [], at: noon))).count == 1)
    #expect(store.state.loading == .rest)
  }

  @Test func `NEW_22 a text has its language, so that voices pronounce it`() {
    var state = TestStore.loaded(Self.posts).state
    state.posts[0].language = "pt"
    state.posts[1].language = #""><script>"#
    let store = TestStore<Moments>(state)
    let html = ["p7", "p8"].map { key in cell(store, key)?.html(Strings(.english)).text ?? "" }
    #expect(html[0].contains(#"<div class="text" dir="auto" lang="pt">"#))
    #expect(html[1].contains(#"lang="&quot;&gt;&lt;script&gt;""#))
    #expect(!html[1].contains("<script"))
    state.posts[0].language = nil
    let plain = cell(TestStore<Moments>(state), "p7")?.html(Strings(.english)).text
    #expect(plain?.contains(#"<div class="text" dir="auto">"#) == true)
  }

  @Test func `NEW_22 a comment has its own language`() {
    var state = TestStore.loaded(Self.posts).state
    state.posts[0].language = "en"
    state.posts[0].comments[1].language = "pt"
    let html = cell(TestStore<Moments>(state), "p7")?.html(Strings(.english)).text ?? ""
    #expect(html.contains("<bdi>First</bdi>"))
    #expect(html.contains(#"<bdi lang="pt">Mine</bdi>"#))
  }

  @Test func `NEW_22 a page keeps its whole cover when a profile comes with the banner`() {
    var state = TestStore.loaded(Self.posts).state
    let folder = "https://moments.example/media/a"
    let sizes = PixelSize(width: 360, height: 360).map {
      [Picture.Variant(url: folder + "/w360.webp", size: $0, shape: .whole)]
    }
    let whole = Picture(url: folder + "/original.jpg", variants: sizes ?? [])
    state.profile = Account(username: "ada", nick: "Ada", cover: whole)
    state.viewer = Profile(id: "1", account: .made("ada"))
    var store = TestStore<Moments>(state)
    func shows(_ cover: String?) -> Picture? {
      var account = Account(username: "ada", nick: "Ada B")
      account.cover = cover.map { Picture(url: $0) }
      store.given(.changed(.profileChanged(Profile(id: "1", account: account), at: noon)))
      return store.state.profile?.cover
    }
    let kept = shows(folder + "/banner.jpg")
    #expect(kept == whole && store.state.profile?.nick == "Ada B")
    let chosen = shows("/.picture/1-xb")
    #expect(chosen == Picture(url: "/.picture/1-xb"), "it shows before the server has it")
    let sent = shows("https://moments.example/media/b/banner.jpg")
    #expect(sent == Picture(url: "https://moments.example/media/b/original.jpg"))
    let removed = shows(nil)
    #expect(removed == nil)
  }

  @Test func `MOM_09 the dots slide out Like and Comment, and in again`() {
    var store = Self.store()
    store.send(.tapped(.menu(key: "p7"))) { $0.writing.menu = Moments.ActionMenu(key: "p7") }
    store.send(
      .tapped(.menu(key: "p7")), effects: { _ in [.after(milliseconds: 250, .menuLeft(key: "p7"))] },
      change: { $0.writing.menu = Moments.ActionMenu(key: "p7", isLeaving: true) })
    store.send(.menuLeft(key: "p7")) { $0.writing.menu = nil }
    store.send(.tapped(.menu(key: "p7"))) { $0.writing.menu = Moments.ActionMenu(key: "p7") }
    store.send(.tapped(.menu(key: "p8"))) { $0.writing.menu = Moments.ActionMenu(key: "p8") }
    store.send(.menuLeft(key: "p8"))
  }

  @Test func `MOM_09 a like shows at once, and stays when it arrives`() {
    var store = Self.store()
    store.given(.tapped(.menu(key: "p7")))
    store.send(
      .tapped(.like(key: "p7")),
      effects: { _ in
        [.after(milliseconds: 250, .menuLeft(key: "p7")), .perform(.post(.favourite), id: "7", true)]
      },
      change: { $0.writing.menu?.isLeaving = true })
    store.send(.changed(.memberActed(Self.memberActed(true))))
    #expect(likes(store) == ["Bob", "Me"])
    #expect(cell(store, "p7")?.actions?.isLiked == true)
    store.send(.changed(.memberActed(Self.memberActed(true, isConfirmed: true))))
    #expect(likes(store) == ["Bob", "Me"])
  }

  @Test func `MOM_09 a like that fails is taken back`() {
    var store = Self.store()
    store.given(.tapped(.like(key: "p7")), .changed(.memberActed(Self.memberActed(true))))
    #expect(likes(store) == ["Bob", "Me"])
    store.send(.changed(.memberActed(Self.memberActed(false, isConfirmed: true)))) {
      $0.posts[0].likes = [Self.bob]
    }
    #expect(likes(store) == ["Bob"])
    #expect(cell(store, "p7")?.actions?.isLiked == false)
  }

  @Test func `MOM_09 whoever changes their mind meanwhile gets what they wanted last`() {
    var store = Self.store()
    store.given(.tapped(.like(key: "p7")), .changed(.memberActed(Self.memberActed(true))))
    store.send(.tapped(.like(key: "p7")), effects: { _ in [.perform(.post(.favourite), id: "7", false)] })
    store.send(.changed(.memberActed(Self.memberActed(false)))) {
      $0.posts[0].likes = [Self.bob]
    }
    #expect(likes(store) == ["Bob"])
    store.send(.changed(.memberActed(Self.memberActed(false, isConfirmed: true))))
    #expect(likes(store) == ["Bob"])
  }

  @Test func `NEW_15 a tap on a post makes no key anew`() {
    var store = Self.store()
    store.given(.tapped(.list(.notice)))
    let before = Moments.view(store.state, .made()).cells.rows
    store.given(
      .changed(.memberActed(Self.memberActed(true))), .tapped(.menu(key: "p7")), .tapped(.comment(key: "p7")),
      .typed(field: "comment", text: "N"))
    let after = Moments.view(store.state, .made()).cells.rows
    #expect(before == ["p7", "p8"] && isSame(before, after))
    store.given(.changed(.postRemoved(id: "7")))
    #expect(Moments.view(store.state, .made()).cells.rows == ["p8"])
  }

  @Test func `MOM_09 other interactions, and those of other posts, are no likes of this one`() {
    var store = Self.store()
    for action in [MemberAction.post(.repost), .post(.bookmark)] {
      store.send(.changed(.memberActed(Self.memberActed(true, action))))
    }
    let other = MemberActionChange(
      action: .post(.favourite), id: "99", isOn: true, at: noon, isConfirmed: true)
    store.send(.changed(.memberActed(other)))
    #expect(likes(store) == ["Bob"])
    #expect(cell(store, "p7")?.actions?.isLiked == false)
  }

  @Test func `MOM_09 NEW_12 strangers are led to the landing page`() {
    var store = Self.store(nil)
    store.send(.tapped(.like(key: "p7")), effects: { _ in [.open(.landingPage(DeferredAction(.like, "7")))] })
    store.send(
      .tapped(.comment(key: "p7")), effects: { _ in [.open(.landingPage(DeferredAction(.reply, "7")))] })
    store.send(
      .tapped(.reply(key: "p7", comment: "70")),
      effects: { _ in [.open(.landingPage(DeferredAction(.reply, "70")))] })
    #expect(
      Destination.compose(ComposeStart()).open(1, in: SamplePosts.context(isMember: false))
        is ScreenHost<SignIn>)
    #expect(cell(store, "p8")?.actions?.isOwn == false)
  }

  @Test func `pages of other servers offer nothing to strangers`() {
    let state = Moments.State(
      rendered: .made("ada"), posts: Self.posts, isComplete: true,
      origin: .other(.made("https://other.example")),
      isRoot: false)
    var store = TestStore<Moments>(state)
    #expect(cell(store, "p7") != nil && cell(store, "p7")?.actions == nil)
    store.send(.tapped(.menu(key: "p7")))
    store.send(.tapped(.comment(key: "p7")))
  }

  @Test func `MOM_09 a comment shows at once, and is handed to the outbox`() {
    var store = Self.store()
    store.given(.tapped(.comment(key: "p7")))
    #expect(Moments.view(store.state, .made()).frame.contains(.comment(.bar(receiver: nil, draft: ""))))
    #expect(Moments.view(store.state, .made()).status == "unsendable")
    store.send(
      .typed(field: "comment", text: "Nice"), effects: { _ in [.remember(key: "comment 7", "Nice")] },
      change: {
        $0.writing.commenting?.text = "Nice"
        $0.commentDrafts["comment 7"] = "Nice"
      })
    let draft = Draft(
      text: "Nice", visibility: nil, replyTo: .init(id: "7", nick: "Bob", handle: "bob", text: "Hello"),
      isComment: true
    )
    store.send(
      .tapped(.writing(.send)), effects: { _ in [.remember(key: "comment 7", nil), .post(draft)] },
      change: {
        $0.writing.commenting = nil
        $0.commentDrafts["comment 7"] = nil
      })
    var item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    store.send(.changed(.itemWaiting(item))) {
      $0.writing.waiting = [Moments.WaitingComment(id: "local", answered: "7", text: "Nice", picture: nil)]
    }
    #expect(comments(store) == ["First", "Mine", "Nice"])
    item.state = .sending
    store.send(.changed(.itemWaiting(item)))
    #expect(comments(store) == ["First", "Mine", "Nice"])
    let post = Post(id: "72", author: Self.me, content: .text("Nice"))
    store.send(.changed(.itemSent(item, post, body: [], at: noon))) { $0.writing.waiting = [] }
    #expect(comments(store) == ["First", "Mine", "Nice"])
  }

  @Test func `MOM_09 a sent comment of which nothing can be read is asked for`() {
    var store = Self.store()
    let draft = Draft(
      text: "Nice", visibility: nil, replyTo: .init(id: "7", nick: "Bob", handle: "bob", text: "Hello"))
    let item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    store.given(.changed(.itemWaiting(item)))
    let effects = store.effects(.changed(.itemSent(item, nil, body: Array("{}".utf8), at: noon)))
    #expect(effects == [Moments.ask(store.state, .posts)] && store.state.writing.waiting.isEmpty)
  }

  @Test func `MOM_09 a refused or taken back comment goes again`() {
    let draft = Draft(
      text: "Nice", visibility: nil, replyTo: .init(id: "70", nick: "Bob", handle: "bob", text: ""))
    var item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    for isRefused in [true, false] {
      var store = Self.store()
      item.state = .waiting
      store.given(.changed(.itemWaiting(item)))
      #expect(cell(store, "p7")?.post.comments.last?.replyTo == .init(id: "70", sender: Self.bob))
      item.state = .failed("No")
      store.send(.changed(isRefused ? .itemWaiting(item) : .itemCancelled(id: "local"))) {
        $0.writing.waiting = []
      }
      #expect(comments(store) == ["First", "Mine"])
    }
  }

  @Test func `MOM_09 a tapped comment is replied to`() {
    var store = Self.store()
    store.given(.tapped(.reply(key: "p7", comment: "70")))
    #expect(Moments.view(store.state, .made()).frame.contains(.comment(.bar(receiver: "Bob", draft: ""))))
    #expect(cell(store, "p7")?.actions?.answered == "70")
    store.send(.tapped(.writing(.leave))) { $0.writing.commenting = nil }
    store.send(.tapped(.reply(key: "p7", comment: "99")))
  }

  @Test func `TWT_15 a comment that was not sent is there again`() {
    var store = Self.store()
    store.given(
      .tapped(.comment(key: "p7")), .typed(field: "comment", text: "Half"), .tapped(.writing(.leave)),
      .tapped(.comment(key: "p7")))
    #expect(Moments.view(store.state, .made()).frame.contains(.comment(.bar(receiver: nil, draft: "Half"))))
    store.given(.tapped(.reply(key: "p7", comment: "70")))
    #expect(Moments.view(store.state, .made()).frame.contains(.comment(.bar(receiver: "Bob", draft: ""))))
  }

  @Test func `MOM_09 a comment that is empty or too long is not sent`() {
    for text in ["", " \n", String(repeating: "a", count: 501)] {
      var store = Self.store()
      store.given(.tapped(.comment(key: "p7")), .typed(field: "comment", text: text))
      #expect(Moments.view(store.state, .made()).status == "unsendable")
      store.send(.tapped(.writing(.send)))
    }
  }

  @Test func `MOM_09 one's own comment is deleted after a question`() {
    var store = Self.store()
    let post = Post(id: "71", author: Self.me, content: .text("Mine"))
    store.given(.tapped(.reply(key: "p7", comment: "71")))
    #expect(Moments.view(store.state, .made()).frame.contains(.asked("Mine")))
    store.send(.tapped(.keepAsked)) { $0.writing.asked = nil }
    store.send(.tapped(.reply(key: "p7", comment: "71"))) { $0.writing.asked = post }
    store.send(.tapped(.deleteAsked), effects: { _ in [.delete(post)] }, change: { $0.writing.asked = nil })
    store.send(.changed(.postRemoved(id: "71")))
    #expect(comments(store) == ["First"])
    store.send(.changed(.postRestored(id: "71")))
    #expect(comments(store) == ["First", "Mine"])
  }

  @Test func `MOM_09 only one's own post can be deleted, after a question`() {
    var store = Self.store()
    let post = Post(id: "8", author: Self.me, content: .text("My own"))
    #expect(cell(store, "p7")?.actions?.isOwn == false)
    store.send(.tapped(.delete(key: "p7")))
    store.send(.tapped(.delete(key: "p8"))) { $0.writing.asked = post }
    #expect(Moments.view(store.state, .made()).frame.contains(.asked("My own")))
    store.send(.tapped(.keepAsked)) { $0.writing.asked = nil }
    store.send(.tapped(.delete(key: "p8"))) { $0.writing.asked = post }
    store.send(.tapped(.deleteAsked), effects: { _ in [.delete(post)] }, change: { $0.writing.asked = nil })
    store.send(.changed(.postRemoved(id: "8")))
    #expect(store.keys == ["header", "p7", "footer"])
    store.send(.changed(.postRestored(id: "8")))
    #expect(store.keys == ["header", "p7", "p8", "footer"])
  }

  @Test(
    arguments: [
      ("menu:p7", .menu(key: "p7")), ("like:p7", .like(key: "p7")), ("comment:p7", .comment(key: "p7")),
      ("answer:p7:70", .reply(key: "p7", comment: "70")), ("uncomment", .writing(.leave)),
      ("send-comment", .writing(.send)), ("delete:p7", .delete(key: "p7")),
      ("delete-asked", .deleteAsked),
      ("unask", .keepAsked), ("comment-picture:p7:70", .commentPicture(key: "p7", comment: "70")),
      ("remove-picture", .writing(.removePicture)), ("retry-picture", .writing(.retryPicture)),
      ("emoji", .writing(.field(.emoji))), ("complete:@ann", .writing(.field(.complete("@ann")))),
    ] as [(String, Moments.Tap)])
  func `MOM_09 taps are encoded, and decoded again`(text: String, tap: Moments.Tap) {
    #expect(tap.encoded.text == text)
    #expect(Moments.Tap(EncodedTap(text: text)) == tap)
  }
}
