import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

struct MomentsActionsTests {
  static let me = Profile(id: "1", account: .made("me", nick: "Me"))
  static let bob = Account.made("bob", nick: "Bob")
  static let posts: [Post] = [
    .made(
      "7", by: bob, text: "Hello",
      comments: [
        Comment(id: "70", sender: bob, text: "First"), Comment(id: "71", sender: me.account, text: "Mine"),
      ], likes: [bob]),
    .made("8", by: me.account, text: "My own"),
  ]

  static func store(_ asker: Profile? = me) -> TestStore<Moments.State, Moments.Action> {
    var state = TestStore.loaded(posts).state
    state.asker = asker
    return TestStore(state, Moments.reduce)
  }

  private static func like(_ isLiked: Bool) -> Effect {
    .call(RequestName(.like, "7"), APIRequest(.post, "/api/v1/statuses/7/" + (isLiked ? "favourite" : "unfavourite")))
  }

  private func cell(_ store: TestStore<Moments.State, Moments.Action>, _ key: String) -> Moments.PostCell? {
    for case .post(let cell) in Moments.view(store.state, .made()).cells where cell.key == key { return cell }
    return nil
  }

  private func likes(_ store: TestStore<Moments.State, Moments.Action>) -> [String]? {
    cell(store, "p7")?.post.likes.map(\.nick)
  }

  private func comments(_ store: TestStore<Moments.State, Moments.Action>) -> [String]? {
    cell(store, "p7")?.post.comments.map(\.text)
  }

  @Test func MOM_09_theDotsSlideOutLikeAndCommentAndInAgain() {
    var store = Self.store()
    store.send(.tappedMenu(key: "p7")) { $0.writing.menu = Moments.Menu(key: "p7") }
    store.send(
      .tappedMenu(key: "p7"), effects: { _ in [.after(milliseconds: 250, .menuLeft(key: "p7"))] },
      change: { $0.writing.menu = Moments.Menu(key: "p7", isLeaving: true) })
    store.send(.menuLeft(key: "p7")) { $0.writing.menu = nil }
    store.prepare(.tappedMenu(key: "p7"))
    store.send(.tappedMenu(key: "p8")) { $0.writing.menu = Moments.Menu(key: "p8") }
    store.send(.menuLeft(key: "p8"))
  }

  @Test func MOM_09_aLikeShowsAtOnceAndStaysWhenItArrives() {
    var store = Self.store()
    store.prepare(.tappedMenu(key: "p7"))
    store.send(
      .tappedLike(key: "p7"),
      effects: { _ in [.after(milliseconds: 250, .menuLeft(key: "p7")), Self.like(true)] },
      change: {
        $0.writing.menu?.isLeaving = true
        $0.writing.wishes = ["7": Moments.Wish(isLiked: true, sent: true)]
      })
    #expect(likes(store) == ["Bob", "Me"])
    #expect(cell(store, "p7")?.actions?.isLiked == true)
    store.send(.answered(RequestName(.like, "7"), .text("{}"))) {
      $0.writing.wishes = [:]
      $0.posts[0].likes = [Self.bob, Self.me.account]
    }
    #expect(likes(store) == ["Bob", "Me"])
  }

  @Test func MOM_09_aLikeThatFailsIsTakenBackAndSaid() {
    for failure in [.failure(.unreachable), .text("{}", status: 500)] as [Result<Answer, RequestFailure>] {
      var store = Self.store()
      store.prepare(.tappedLike(key: "p7"))
      store.send(
        .answered(RequestName(.like, "7"), failure),
        effects: { _ in [.toast(Toast(.likeFailed, "example.org"))] }, change: { $0.writing.wishes = [:] })
      #expect(likes(store) == ["Bob"])
    }
  }

  @Test func MOM_09_whoChangesTheirMindMeanwhileGetsWhatTheyWantedLast() {
    var store = Self.store()
    store.prepare(.tappedLike(key: "p7"))
    store.send(.tappedLike(key: "p7")) { $0.writing.wishes["7"]?.isLiked = false }
    #expect(likes(store) == ["Bob"])
    store.send(
      .answered(RequestName(.like, "7"), .text("{}")), effects: { _ in [Self.like(false)] },
      change: {
        $0.writing.wishes["7"]?.sent = false
        $0.posts[0].likes = [Self.bob, Self.me.account]
      })
    #expect(likes(store) == ["Bob"])
    store.prepare(.answered(RequestName(.like, "7"), .text("{}")))
    #expect(store.state.posts[0].likes == [Self.bob])
  }

  @Test func MOM_09_strangersAreLedToSignIn() {
    var store = Self.store(nil)
    store.send(.tappedLike(key: "p7"), effects: { _ in [.open(.signIn)] })
    store.send(.tappedComment(key: "p7"), effects: { _ in [.open(.signIn)] })
    store.send(.tappedAnswer(key: "p7", comment: "70"), effects: { _ in [.open(.signIn)] })
    store.send(.tappedCompose, effects: { _ in [.open(.signIn)] })
    #expect(cell(store, "p8")?.actions?.isOwn == false)
  }

  @Test func pagesOfOtherServersOfferNothingToStrangers() {
    let state = Moments.State(
      rendered: .made("ada"), posts: Self.posts, isComplete: true, origin: .other(.made("https://other.example")),
      isRoot: false)
    var store = TestStore(state, Moments.reduce)
    #expect(cell(store, "p7")?.actions == nil)
    store.send(.tappedMenu(key: "p7"))
    store.send(.tappedComment(key: "p7"))
  }

  @Test func MOM_09_aCommentShowsAtOnceAndIsHandedToTheOutbox() {
    var store = Self.store()
    store.prepare(.tappedComment(key: "p7"))
    #expect(Moments.view(store.state, .made()).frame.contains(.commentBar(receiver: nil, draft: "")))
    #expect(Moments.view(store.state, .made()).status == "unsendable")
    store.send(
      .typedComment("Nice"), effects: { _ in [.remember(key: "comment 7", "Nice")] },
      change: {
        $0.writing.commenting?.text = "Nice"
        $0.commentDrafts["comment 7"] = "Nice"
      })
    let draft = Draft(text: "Nice", visibility: nil, replyTo: .init(id: "7", nick: "Bob", handle: "bob", text: "Hello"))
    store.send(
      .tappedSendComment, effects: { _ in [.remember(key: "comment 7", nil), .post(draft)] },
      change: {
        $0.writing.commenting = nil
        $0.commentDrafts["comment 7"] = nil
      })
    var item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    store.prepare(.heard(.statusWaiting(item)))
    #expect(comments(store) == ["First", "Mine", "Nice"])
    item.state = .sending
    store.prepare(.heard(.statusWaiting(item)))
    #expect(comments(store) == ["First", "Mine", "Nice"])
    store.prepare(.heard(.statusSent(local: "local", Answer(status: 200, body: Array("{}".utf8)))))
    #expect(comments(store) == ["First", "Mine", "Nice"])
    #expect(store.state.writing.waiting == [])
  }

  @Test func MOM_09_aRefusedOrTakenBackCommentGoesAgain() {
    let draft = Draft(text: "Nice", visibility: nil, replyTo: .init(id: "70", nick: "Bob", handle: "bob", text: ""))
    var item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    for isRefused in [true, false] {
      var store = Self.store()
      item.state = .waiting
      store.prepare(.heard(.statusWaiting(item)))
      #expect(cell(store, "p7")?.post.comments.last?.replyTo == .init(id: "70", sender: Self.bob))
      item.state = .failed("No")
      store.prepare(.heard(isRefused ? .statusWaiting(item) : .statusCancelled(local: "local")))
      #expect(comments(store) == ["First", "Mine"])
    }
  }

  @Test func MOM_09_aTappedCommentIsAnswered() {
    var store = Self.store()
    store.prepare(.tappedAnswer(key: "p7", comment: "70"))
    #expect(Moments.view(store.state, .made()).frame.contains(.commentBar(receiver: "Bob", draft: "")))
    #expect(cell(store, "p7")?.actions?.answered == "70")
    store.send(.tappedOutsideComment) { $0.writing.commenting = nil }
    store.send(.tappedAnswer(key: "p7", comment: "99"))
  }

  @Test func TWT_15_aCommentThatWasNotSentIsThereAgain() {
    var store = Self.store()
    store.prepare(.tappedComment(key: "p7"), .typedComment("Half"), .tappedOutsideComment, .tappedComment(key: "p7"))
    #expect(Moments.view(store.state, .made()).frame.contains(.commentBar(receiver: nil, draft: "Half")))
    store.prepare(.tappedAnswer(key: "p7", comment: "70"))
    #expect(Moments.view(store.state, .made()).frame.contains(.commentBar(receiver: "Bob", draft: "")))
  }

  @Test func aCommentThatIsEmptyOrTooLongIsNotSent() {
    for text in ["", " \n", String(repeating: "a", count: 501)] {
      var store = Self.store()
      store.prepare(.tappedComment(key: "p7"), .typedComment(text))
      #expect(Moments.view(store.state, .made()).status == "unsendable")
      store.send(.tappedSendComment)
    }
  }

  @Test func MOM_09_onesOwnCommentIsDeletedAfterAQuestion() {
    var store = Self.store()
    store.prepare(.tappedAnswer(key: "p7", comment: "71"))
    #expect(Moments.view(store.state, .made()).frame.contains(.askedComment("Mine")))
    store.send(.tappedKeepComment) { $0.writing.asked = nil }
    store.prepare(.tappedAnswer(key: "p7", comment: "71"))
    let status = Status(id: "71", author: Self.me, content: .text("Mine"))
    store.send(.tappedDeleteComment, effects: { _ in [.delete(status)] }, change: { $0.writing.asked = nil })
    store.prepare(.heard(.statusRemoved(id: "71")))
    #expect(comments(store) == ["First"])
    store.prepare(.heard(.statusRestored(status)))
    #expect(comments(store) == ["First", "Mine"])
  }

  @Test func MOM_09_onlyOnesOwnPostCanBeDeleted() {
    var store = Self.store()
    let status = Status(id: "8", author: Self.me, content: .text("My own"))
    #expect(cell(store, "p7")?.actions?.isOwn == false)
    store.send(.tappedDelete(key: "p7"))
    store.send(.tappedDelete(key: "p8"), effects: { _ in [.delete(status)] })
    store.prepare(.heard(.statusRemoved(id: "8")))
    #expect(store.keys == ["header", "p7", "foot"])
    store.prepare(.heard(.statusRestored(status)))
    #expect(store.keys == ["header", "p7", "p8", "foot"])
  }

  @Test(
    arguments: [
      ("menu:p7", .tappedMenu(key: "p7")), ("like:p7", .tappedLike(key: "p7")),
      ("comment:p7", .tappedComment(key: "p7")), ("answer:p7:70", .tappedAnswer(key: "p7", comment: "70")),
      ("uncomment", .tappedOutsideComment), ("send-comment", .tappedSendComment),
      ("delete:p7", .tappedDelete(key: "p7")),
      ("delete-comment", .tappedDeleteComment), ("unask", .tappedKeepComment), ("compose", .tappedCompose),
    ] as [(String, Moments.Action)])
  func tapsAreReadBack(tap: String, action: Moments.Action) {
    #expect(Moments.Action(tap: tap) == action)
  }
}
