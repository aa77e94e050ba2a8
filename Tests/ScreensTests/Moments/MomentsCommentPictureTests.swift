import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the one picture that a comment may have.
struct MomentsCommentPictureTests {
  private func commenting() -> TestStore<Moments> {
    var store = MomentsActionsTests.store()
    store.given(.tapped(.comment(key: "p7")))
    return store
  }

  private func frame(_ store: TestStore<Moments>) -> [Moments.Cell] {
    Moments.view(store.state, .made()).frame
  }

  private func remembered(_ picture: DraftPicture?) -> Effect {
    .remember(key: "comment-picture 7", picture.map { Draft(pictures: [$0]).json })
  }

  @Test func `NEW_07 a comment takes a picture, which is remembered before it is read`() {
    var store = commenting()
    var picture = DraftPicture(id: "1-a")
    store.send(
      .picked("1-a"), effects: { _ in [remembered(picture), .pictures(.prepare("1-a"))] },
      change: {
        $0.writing.commenting?.picture = picture
        $0.commentDrafts["comment-picture 7"] = Draft(pictures: [picture]).json
      })
    #expect(
      frame(store).contains(.comment(.picture(picture))) && store.state.writing.commenting?.canSend == false)
    #expect(frame(store).contains(.comment(.bar(receiver: nil, draft: ""))), "the field stays as it is")
    store.send(.picked("1-b"), effects: { _ in [.toast(Toast(.onePicture))] })
    picture.state = .sending
    #expect(store.effects(.pictureChanged(id: "1-a", .sending)) == [remembered(picture)])
    #expect(store.effects(.pictureChanged(id: "1-x", .sending)) == [])
    #expect(store.state.writing.commenting?.canSend == true, "without words, too")
    let draft = Draft(
      visibility: nil, replyTo: .init(id: "7", nick: "Bob", handle: "bob", text: "Hello"),
      pictures: [picture],
      isComment: true)
    #expect(
      store.effects(.tapped(.writing(.send))) == [
        .remember(key: "comment 7", nil), remembered(nil), .post(draft),
      ])
    let item = OutboxItem(id: "i", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    store.given(.changed(.itemWaiting(item)))
    #expect(store.state.overlaid(store.state.records[0]).comments.last?.picture?.url == "/.picture/1-a")
    var post = Post(id: "72", author: MomentsActionsTests.me, content: .text(""))
    post.attachments = [.init(id: "9", kind: .image, picture: Picture(url: "/media/9.jpg"), url: "")]
    store.given(.changed(.itemSent(item, post, body: [], at: noon)))
    #expect(store.state.posts[0].comments.last?.picture?.url == "/media/9.jpg")
  }

  @Test func `NEW_07 the picture of a comment that was not sent is there again, and can be taken away`() {
    var store = commenting()
    let sent = DraftPicture.State.sent(id: "9", at: noon)
    store.given(
      .picked("1-a"), .pictureChanged(id: "1-a", sent), .tapped(.writing(.leave)),
      .tapped(.reply(key: "p7", comment: "70")))
    #expect(store.state.writing.commenting?.picture == nil, "it is another comment")
    let picture = DraftPicture(id: "1-a", state: sent)
    #expect(store.effects(.tapped(.comment(key: "p7"))) == [.pictures(.send(picture))])
    #expect(store.state.writing.commenting?.picture == picture)
    #expect(store.effects(.tapped(.writing(.removePicture))) == [remembered(nil), .pictures(.remove("1-a"))])
    #expect(
      store.state.writing.commenting?.picture == nil && store.state.commentDrafts["comment-picture 7"] == nil)
    #expect(store.effects(.tapped(.writing(.removePicture))) == [])
  }

  @Test func `NEW_07 a picture that a server refuses keeps the comment back, and can be sent once more`() {
    var store = commenting()
    store.given(
      .typed(field: "comment", text: "Look"), .picked("1-a"),
      .pictureChanged(id: "1-a", .failed(Message(.refusedBy, "No"))))
    #expect(store.state.writing.commenting?.canSend == false)
    let html = frame(store).map { $0.html(Strings(.english)).text }.joined()
    #expect(html.contains(#"data-tap="retry-picture""#) && html.contains(#"data-tap="remove-picture""#))
    store.send(.tapped(.writing(.retryPicture)), effects: { _ in [.pictures(.retry("1-a"))] })
  }

  private func ownPage() -> TestStore<Moments> { TestStore(Looks.ownMoments()) }

  private func shown(_ store: TestStore<Moments>) -> [Moments.MomentsPostCell] {
    Moments.view(store.state, .made()).cells.all.compactMap {
      if case .post(let cell) = $0 { cell } else { nil }
    }
  }

  @Test func `NEW_07 a post shows on one's own page at once, with what becomes of it`() {
    var store = ownPage()
    let draft = Draft(text: "Look", pictures: [DraftPicture(id: "1-a", state: .sending)])
    var item = OutboxItem(id: "i", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    store.given(.changed(.itemWaiting(item)))
    #expect(
      shown(store).map(\.key) == ["wi", "p7", "p8"] && shown(store)[0].post.pictures[0].url == "/.picture/1-a"
    )
    #expect(shown(store)[0].html(Strings(.english)).text.contains(#"data-tap="edit:i""#))
    store.send(.tapped(.outbox(.edit("i"))), effects: { _ in [.outbox(.edit("i"))] })
    store.given(.changed(.itemCancelled(id: "i")))
    #expect(shown(store).map(\.key) == ["p7", "p8"])
    item.state = .failed("Too long")
    store.given(.changed(.itemWaiting(item)))
    let refused = shown(store)[0].html(Strings(.english)).text
    for tap in ["again:i", "edit:i", "cancel:i"] { #expect(refused.contains("data-tap=\"\(tap)\"")) }
    let post = Post(id: "9", author: MomentsActionsTests.me, content: .text("Look"))
    let asked = Effect.ask(
      Moments.Request.posts, MomentsRequests.posts(of: store.state.username, withCovered: true), as: .viewer)
    #expect(store.effects(.changed(.itemSent(item, post, body: [], at: noon))) == [asked])
    #expect(shown(store).map(\.key) == ["p9", "p7", "p8"], "it stays until the server has been asked")
    #expect(
      store.effects(.changed(.itemSent(item, post, body: [], at: noon))) == [
        .cancel(Moments.Request.posts), asked,
      ],
      "what is on its way from the server may lack it")
  }

  @Test func `NEW_07 a post on its way shows on no other page, and what is for some alone on none`() {
    let item = OutboxItem(
      id: "i", session: "1", .publish(Draft(text: "Look")), createdAt: noon, notBefore: noon)
    var other = MomentsActionsTests.store()
    other.given(.changed(.itemWaiting(item)))
    #expect(shown(other).map(\.key) == ["p7", "p8"])
    var own = ownPage()
    let direct = Draft(text: "Look", visibility: .direct)
    own.given(
      .changed(
        .itemWaiting(OutboxItem(id: "i", session: "1", .publish(direct), createdAt: noon, notBefore: noon))))
    #expect(shown(own).map(\.key) == ["p7", "p8"])
  }

  @Test func `NEW_07 pictures that nobody asked for begin a new post`() {
    var store = MomentsActionsTests.store()
    store.send(.picked(nil), effects: { _ in [.open(.compose(ComposeStart()))] })
    store.send(.picked("1-a"))
  }

  @Test func `NEW_07 a comment's picture shows under its words and opens`() {
    let picture = Picture(url: "/media/9.jpg", description: "A <cat>")
    var post = MomentsActionsTests.posts[0]
    post.comments[0].picture = picture
    var state = TestStore<Moments>.loaded([post]).state
    state.viewer = MomentsActionsTests.me
    var store = TestStore<Moments>(state)
    let html = Moments.view(state, .made()).cells.all.map { $0.html(Strings(.english)).text }.joined()
    #expect(html.contains(#"data-tap="comment-picture:p7:70""#) && html.contains(#"alt="A &lt;cat&gt;""#))
    #expect(
      Moments.Tap(EncodedTap(text: "comment-picture:p7:70")) == .commentPicture(key: "p7", comment: "70"))
    store.send(
      .tapped(.commentPicture(key: "p7", comment: "70")),
      effects: { _ in [.open(.viewer(PictureSet(pictures: [picture], index: 0)))] })
    store.send(.tapped(.commentPicture(key: "p7", comment: "71")))
  }
}
