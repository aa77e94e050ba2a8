import Contracts
import Social
import Testing

@testable import Screens

/// What the person does with posts of the timeline, and what other screens tell it.
struct TimelineWritingTests {
  @Test(arguments: StatusMark.allCases)
  func TWT_07_aMarkShowsAtOnceAndIsAskedForOnce(mark: StatusMark) throws {
    var store = TestStore.newest([3])
    let changed = mark.set(true, on: try Statuses.status(3))
    store.send(
      .tapped(.mark(mark, id: "3")),
      effects: { _ in [.tell(.statusChanged(changed)), .call(mark.name("3"), mark.request("3", true))] },
      change: { _ = $0.board.tapped(.mark(mark, id: "3"), among: $0.list.entries) })
    store.prepare(.heard(.statusChanged(changed)))
    #expect(mark.isOn(store.state.list.entries[0].status))
  }

  @Test func TWT_07_countsRiseAndFall() throws {
    let status = try Statuses.status(3, more: #","favourites_count":4,"reblogs_count":1"#)
    #expect(StatusMark.favourite.set(true, on: status).favouritesCount == 5)
    #expect(StatusMark.repost.set(true, on: status).repostsCount == 2)
    let back = StatusMark.favourite.set(false, on: StatusMark.favourite.set(true, on: status))
    #expect(back == status && StatusMark.favourite.set(false, on: status) == status)
  }

  @Test(
    arguments: [.failure(.unreachable), .text("{}", status: 500), .text("nonsense")]
      as [Result<Answer, RequestFailure>])
  func TWT_07_aRefusedMarkGoesBackAndIsSaid(answer: Result<Answer, RequestFailure>) throws {
    let status = try Statuses.status(3)
    var store = TestStore.newest([3])
    store.prepare(
      .tapped(.mark(.favourite, id: "3")), .heard(.statusChanged(StatusMark.favourite.set(true, on: status))))
    store.send(
      .answered(RequestName(.favourite, "3"), answer),
      effects: { _ in [.tell(.statusChanged(status)), .toast(Toast(.favouriteFailed))] },
      change: { _ = $0.board.answered(RequestName(.favourite, "3"), answer, among: $0.list.entries) })
  }

  @Test func TWT_07_whatIsTappedMeanwhileFollows() throws {
    let on = StatusMark.favourite.set(true, on: try Statuses.status(3))
    var wishes = StatusWishes()
    #expect(wishes.toggle(.favourite, of: try Statuses.status(3)).1 == StatusMark.favourite.request("3", true))
    #expect(wishes.toggle(.favourite, of: on).1 == nil)
    let name = RequestName(.favourite, "3")
    let answer = Result<Answer, RequestFailure>.text(
      Statuses.json(3, more: #","favourited":true,"favourites_count":1"#))
    #expect(
      wishes.answered(name, answer, Statuses.decoder) == .send(name, StatusMark.favourite.request("3", false)))
    #expect(
      wishes.answered(name, .text(Statuses.json(3)), Statuses.decoder) == .settled(try Statuses.status(3)))
    #expect(wishes.answered(name, .text(Statuses.json(3)), Statuses.decoder) == .nothing)
  }

  @Test func TWT_07_anAnswerDoesNotUndoWhatElseIsOnItsWay() throws {
    var wishes = StatusWishes()
    _ = wishes.toggle(.favourite, of: try Statuses.status(3))
    _ = wishes.toggle(.repost, of: try Statuses.status(3))
    let answer = Result<Answer, RequestFailure>.text(
      Statuses.json(3, more: #","favourited":true,"favourites_count":1"#))
    guard case .settled(let status) = wishes.answered(RequestName(.favourite, "3"), answer, Statuses.decoder) else {
      Issue.record("not settled")
      return
    }
    #expect(status.viewer.isFavourite && status.viewer.isReposted && status.repostsCount == 1)
  }

  @Test func TWT_06_strangersAreLedToSignIn() {
    for tap in [StatusTap.mark(.favourite, id: "3"), .reply(id: "3"), .compose] {
      var store = TestStore.newest([3], Statuses.context(isMember: false))
      store.send(.tapped(tap), effects: { _ in [.open(.signIn)] })
    }
  }

  @Test func TWT_08_aReplyNamesAuthorAndReposter() throws {
    var store = TestStore.timeline()
    let body = #"[{"id":"9","account":\#(Statuses.author(8)),"reblog":\#(Statuses.json(3))}]"#
    store.prepare(.appeared, .answered(RequestName(.timeline), .text(body)))
    let entry = store.state.list.entries[0]
    let start = ComposeStart(replyTo: entry.status, reposter: entry.reposter, writer: Statuses.me)
    #expect(start.draft.text == "@user7 @user8 ")
    store.send(.tapped(.reply(id: "3")), effects: { _ in [.open(.compose(start))] })
  }

  @Test func TWT_05_anOwnPostShowsWhileItWaitsAndWhenItIsSent() throws {
    var store = TestStore.newest([3, 2])
    let item = Statuses.item()
    store.send(.heard(.statusWaiting(item)), effects: { _ in [.scrollToTop] }) { $0.waiting = [item] }
    #expect(store.keys == ["wlocal", "s3", "s2", "foot"])
    store.prepare(.heard(.statusWaiting(item)))
    #expect(store.state.waiting.count == 1)
    store.prepare(.heard(.statusSent(local: "local", Answer(status: 200, body: Array(Statuses.json(4, by: 1).utf8)))))
    #expect(store.keys == ["s4", "s3", "s2", "foot"] && store.state.waiting.isEmpty)
    store.prepare(.pollIsDue, .answered(RequestName(.timeline), Statuses.page([4, 3])))
    #expect(store.ids == [4, 3, 2] && store.state.newCount == 0)
  }

  @Test func TWT_05_aPostThatIsTakenBackGoes() {
    var store = TestStore.newest([3], Statuses.context(outbox: [Statuses.item()]))
    #expect(store.keys == ["wlocal", "s3", "foot"])
    store.send(.tapped(.outbox(.cancel("local"))), effects: { _ in [.outbox(.cancel("local"))] })
    store.send(.heard(.statusCancelled(local: "local"))) { $0.waiting = [] }
  }

  @Test func aDeletedPostIsHiddenAndComesBackIfItWasNot() throws {
    var store = TestStore.newest([3, 2])
    let status = try Statuses.status(3)
    store.send(
      .tapped(.delete(id: "3")), effects: { _ in [.delete(status)] })
    store.prepare(.heard(.statusRemoved(id: "3")))
    #expect(store.keys == ["s2", "foot"])
    store.prepare(.heard(.statusRestored(status)))
    #expect(store.keys == ["s3", "s2", "foot"])
  }

  @Test func warningsCoversAndMenusOpenAndClose() {
    var store = TestStore.newest([3])
    store.prepare(.tapped(.warning(id: "3")), .tapped(.cover(id: "3")), .tapped(.menu(id: "3")))
    #expect(store.state.board.unfolded == ["3"] && store.state.board.uncovered == ["3"])
    #expect(store.state.board.menu == "3")
    store.prepare(.tapped(.warning(id: "3")), .tapped(.menu(id: "3")))
    #expect(store.state.board.unfolded.isEmpty && store.state.board.menu == nil)
  }

  @Test func TWT_11_anAvatarOpensItsProfile() throws {
    var store = TestStore.newest([3])
    let author = try Statuses.status(3).author
    store.send(
      .tapped(.profile(id: "7")), effects: { _ in [.open(.profile(id: "7", handle: "user7", author))] })
    store.send(
      .tapped(.profile(id: "99")), effects: { _ in [.open(.profile(id: "99", handle: nil, nil))] })
    store.send(
      .tapped(.open(id: "3")), effects: { _ in [.open(.thread(id: "3", try? Statuses.status(3)))] })
    store.send(.tapped(.tag("cats")), effects: { _ in [.open(.tag("cats"))] })
  }
}
