import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// NEW_12: tests the sheet with all that can be done with a post or a person.
struct PostSheetTests {
  private static func store(_ subject: PostSheet.Subject, _ context: ScreenContext = SamplePosts.context())
    -> TestStore<PostSheet>
  {
    TestStore<PostSheet>(PostSheet.State(subject, context))
  }

  private static func taps(_ store: TestStore<PostSheet>) -> [String] {
    let html = ScreenHost<PostSheet>(store.state, id: 1).markup(.made()).text
    return html.split(separator: "data-tap=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  private static let ask = PostSheet.Request.relationship

  @Test
  func `NEW_12 others can be kept away and reported, one's own posts changed, and a stranger can share`()
    throws
  {
    var post = try SamplePosts.post(3)
    post.url = "https://example.org/@ben/3"
    post.favouritesCount = 2
    post.repostsCount = 1
    #expect(
      Self.taps(Self.store(.post(post))) == [
        "share", "link", "words", "liked-by", "reposted-by", "bookmark", "thread", "mute", "block", "report",
        "back",
      ])
    post.author = SamplePosts.me
    #expect(
      Self.taps(Self.store(.post(post))) == [
        "share", "link", "words", "liked-by", "reposted-by", "bookmark", "thread", "pin", "edit", "audience",
        "delete", "back",
      ])
    #expect(
      Self.taps(Self.store(.post(post), SamplePosts.context(isMember: false))) == [
        "share", "link", "words", "liked-by", "reposted-by", "back",
      ])
  }

  @Test func `NEW_22 a post that could not be loaded is copied, and deleted by its author`() {
    let bob = Post(id: "7", author: Profile(id: "", account: .made("bob")), content: .text("Hello"))
    var store = Self.store(.part(bob))
    #expect(store.effects(.appeared).isEmpty)
    #expect(Self.taps(store) == ["words", "back"])
    #expect(store.effects(.tapped(.words)) == [.copy("Hello"), .toast(Toast(.copied)), .close])
    let own = Post(id: "8", author: SamplePosts.me, content: .text(""))
    store = Self.store(.part(own))
    #expect(Self.taps(store) == ["delete", "back"])
    #expect(store.effects(.tapped(.delete)).isEmpty)
    #expect(Self.taps(store) == ["delete-now", "back"] && store.text.contains(">Picture<"))
    #expect(store.effects(.tapped(.deleteNow)) == [.delete(own), .close])
  }

  @Test func `NEW_22 the menu of an own Moments post asks before it deletes`() throws {
    let body = Self.whole.replacing(#""id": "2""#, with: #""id": "1""#)
    var store = Self.store(.held(Self.held))
    store.given(.appeared, .received(.post, .text(body), at: noon))
    #expect(Self.taps(store).contains("delete"))
    #expect(store.effects(.tapped(.delete)).isEmpty)
    #expect(Self.taps(store) == ["delete-now", "back"])
    #expect(store.text.contains(#"<h2 class="asked" dir="auto">Hello</h2>"#))
    guard case .post(let post) = store.state.subject else {
      Issue.record("not loaded: \(store.state.subject)")
      return
    }
    #expect(store.effects(.tapped(.deleteNow)) == [.delete(post), .close])
  }

  private static let held = Post(
    id: "7", author: Profile(id: "", account: .made("bob")), content: .text("Hello"))
  private static let whole = """
    {"id": "7", "content": "<p>Hello</p>", "url": "https://example.org/@bob/7", "visibility": "public",
     "account": {"id": "2", "username": "bob", "acct": "bob", "display_name": "Bob"}}
    """

  @Test func `NEW_22 the menu of a Moments post loads it, and says so if that takes long`() {
    var store = Self.store(.held(Self.held))
    let wait = Effect.after(milliseconds: 300, .waits)
    #expect(
      store.effects(.appeared) == [.ask(PostSheet.Request.post, MastodonRequests.status("7")), wait])
    #expect(Self.taps(store) == ["back"] && !store.text.contains("spinner"), "nothing moves under the finger")
    store.given(.waits)
    #expect(store.text.contains("spinner"))
    let question = MastodonRequests.relationships(to: ["2"])
    #expect(store.effects(.received(.post, .text(Self.whole), at: noon)) == [.ask(Self.ask, question)])
    #expect(Self.taps(store).contains("report") && store.text.contains("spinner"), "more is on its way")
    store.given(.received(Self.ask, .text(#"[{"id":"2"}]"#), at: noon))
    #expect(Self.taps(store).contains("circles") && !store.text.contains("spinner"))
    #expect(PostSheet.Action(.timerFired(.waits)) == .waits)
    store.given(.waits)
    #expect(!store.text.contains("spinner"), "all is there")
  }

  @Test func `NEW_22 without a network that menu offers what the page knows`() {
    var store = Self.store(.held(Self.held))
    store.given(.appeared, .waits)
    #expect(store.effects(.received(.post, .failure(.unreachable), at: noon)).isEmpty)
    #expect(Self.taps(store) == ["words", "back"] && !store.text.contains("spinner"))
  }

  @Test(
    arguments: [
      (nil, true), ("de", true), ("pt-PT", true), ("en", false), ("en-GB", false), ("tlh", true),
    ] as [(String?, Bool)])
  func `NEW_22 a text in another language than the app's can be translated`(language: String?, can: Bool) {
    let author = Profile(id: "8", account: .made("ben"))
    let post = Post(id: "3:1", author: author, content: .text("Guten Tag & <b"), language: language)
    let text = Self.store(.post(post)).text
    #expect(text.contains(#"data-translate=":3%3A1" data-text="Guten Tag &amp; &lt;b""#) == can)
    #expect(text.contains("<template>") == can && text.contains("Translated from {0}") == can)
    let own = Post(id: "3", author: SamplePosts.me, content: .text("Guten Tag"), language: language)
    #expect(!Self.store(.post(own)).text.contains("data-translate"))
    let silent = Post(id: "3", author: author, content: .text(""), language: language)
    #expect(!Self.store(.post(silent)).text.contains("data-translate"))
  }

  @Test func `NEW_17 the author narrows the audience, and never widens it`() throws {
    var post = try SamplePosts.post(3)
    post.author = SamplePosts.me
    post.visibility = .members
    var store = Self.store(.post(post))
    store.send(.tapped(.audience)) { $0.asksAudience = true }
    #expect(Self.taps(store) == ["private", "direct", "back"])
    #expect(store.effects(.tapped(.followers)) == [.narrow(post, .followers), .close])
    #expect(store.effects(.tapped(.unlisted)) == [] && store.effects(.tapped(.members)) == [])
    post.visibility = .direct
    #expect(!Self.taps(Self.store(.post(post))).contains("audience"))
  }

  @Test func `NEW_12 what was done to a person can be undone there`() throws {
    let post = try SamplePosts.post(3)
    var store = Self.store(.post(post))
    let person = post.author
    let question = MastodonRequests.relationships(to: [person.id])
    #expect(store.effects(.appeared) == [.ask(Self.ask, question), .after(milliseconds: 300, .waits)])
    let relationship = #"[{"id":"\#(person.id)","muting":true,"blocking":true}]"#
    #expect(store.effects(.received(Self.ask, .text(relationship), at: noon)) == [])
    #expect(Self.taps(store).contains("unmute") && Self.taps(store).contains("unblock"))
    #expect(
      store.effects(.tapped(.unmute)) == [
        .perform(.person(.mute(name: person.account.nick)), id: person.id, false), .close,
      ])
    #expect(
      store.effects(.tapped(.block)) == [
        .perform(.person(.block(name: person.account.nick)), id: person.id, true), .close,
      ])
  }

  @Test func `NEW_12 a note is kept on somebody, and none is lost that did not arrive`() throws {
    let person = try SamplePosts.post(3).author
    var store = Self.store(.person(person))
    #expect(!Self.taps(store).contains("note"), "what was noted before is not known yet")
    store.given(.appeared, .received(Self.ask, .text(#"[{"id":"7","note":"Plot 7"}]"#), at: noon))
    #expect(Self.taps(store).contains("note"))
    store.send(.tapped(.note)) {
      $0.note = .asks
      $0.filling = "Plot 7"
      $0.typed = "Plot 7"
    }
    #expect(Self.taps(store) == ["save", "back"])
    let frame = PostSheet.view(store.state, .made()).frame
    store.given(.typed("Plot 8"))
    #expect(PostSheet.view(store.state, .made()).frame == frame, "typing draws nothing")
    let request = Effect.ask(PostSheet.Request.note, MastodonRequests.note(on: person.id, "Plot 8"))
    #expect(store.effects(.tapped(.save)) == [request])
    #expect(store.effects(.tapped(.save)) == [])
    #expect(store.effects(.received(.note, .failure(.unreachable), at: noon)) == [])
    #expect(store.state.note == .failed && store.state.filling == "Plot 8")
    #expect(store.effects(.tapped(.save)) == [request])
    #expect(store.effects(.received(.note, .text(#"{"id":"7","note":"Plot 8"}"#), at: noon)) == [.close])
    var direct = Self.store(.note(person), store.state.context)
    #expect(direct.state.note == .asks && direct.state.filling == "Plot 8")
    #expect(direct.effects(.appeared) == [])
  }

  @Test func `NEW_12 somebody is muted for as long as one says`() throws {
    let person = try SamplePosts.post(3).author
    var store = Self.store(.person(person))
    store.given(.appeared)
    store.send(.tapped(.mute)) { $0.asksHowLong = true }
    #expect(Self.taps(store) == ["hour", "day", "week", "ever", "back"])
    for (tap, seconds) in [(PostSheet.Tap.hour, 3_600), (.day, 86_400), (.week, 604_800), (.ever, 0)] {
      let action = MemberAction.person(.mute(name: person.account.nick, seconds: seconds))
      #expect(store.effects(.tapped(tap)) == [.perform(action, id: person.id, true), .close])
      let request = action.request(person.id, true)
      #expect(request.target == "/api/v1/accounts/7/mute")
      #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"duration":\#(seconds)}"#)
      #expect(action.request(person.id, false) == MastodonRequests.unmute(person.id))
    }
  }

  @Test func `FOL_03 the question before a locked person is let go has one answer, without Undo`() throws {
    let person = try SamplePosts.post(3).author
    var store = Self.store(.unfollow(person))
    #expect(store.effects(.appeared) == [], "nothing has to be known for it")
    #expect(Self.taps(store) == ["unfollow", "back"])
    let (name, html) = (person.account.nick, ScreenHost<PostSheet>(store.state, id: 1).markup(.made()).text)
    #expect(html.contains("Unfollow \(name)?") && html.contains("You’d have to ask again"))
    #expect(
      store.effects(.tapped(.unfollow)) == [
        .perform(.person(.follow(name: name)), id: "7", false), .toast(Toast(Message(.unfollowed, name))),
        .close,
      ])
  }

  @Test func `NEW_12 the sheet knows what the bell of the page did, though no server has said so yet`() throws
  {
    let person = try SamplePosts.post(3).author
    let context = SamplePosts.context()
    context.store.apply(SamplePosts.memberActed(.person(.notify(name: person.account.nick)), "7", true))
    var store = Self.store(.person(person), context)
    store.given(.appeared, .received(Self.ask, .text(#"[{"id":"7","following":true}]"#), at: noon))
    #expect(store.state.relationship?.notifies == true)
  }

  @Test func `NEW_12 what comes of somebody one follows can be chosen`() throws {
    let person = try SamplePosts.post(3).author
    var store = Self.store(.person(person))
    store.given(.appeared)
    #expect(!Self.taps(store).contains("reposts"), "nobody has said that they are followed")
    store.given(
      .received(Self.ask, .text(#"[{"id":"7","following":true,"showing_reblogs":true}]"#), at: noon))
    #expect(Self.taps(store).starts(with: ["notify", "reposts"]))
    let (notify, reposts) = (
      MemberAction.person(.notify(name: person.account.nick)),
      MemberAction.person(.hideReposts(name: person.account.nick))
    )
    #expect(store.effects(.tapped(.notify)) == [.perform(notify, id: "7", true), .close])
    #expect(store.effects(.tapped(.reposts)) == [.perform(reposts, id: "7", true), .close])
    store.given(.received(Self.ask, .text(#"[{"id":"7","following":true,"notifying":true}]"#), at: noon))
    #expect(store.effects(.tapped(.notify)) == [.perform(notify, id: "7", false), .close])
    #expect(store.effects(.tapped(.reposts)) == [.perform(reposts, id: "7", false), .close])
    let bodies = [(notify, true), (notify, false), (reposts, true), (reposts, false)].map { action, isOn in
      String(decoding: action.request("7", isOn).body ?? [], as: UTF8.self)
    }
    #expect(
      bodies == [#"{"notify":true}"#, #"{"notify":false}"#, #"{"reblogs":false}"#, #"{"reblogs":true}"#])
  }

  @Test func `NEW_12 a conversation is muted and a post pinned, and both taken back`() throws {
    var post = try SamplePosts.post(3)
    var store = Self.store(.post(post))
    #expect(store.effects(.tapped(.thread)) == [.perform(.post(.muteThread), id: "3", true), .close])
    #expect(store.effects(.tapped(.pin)) == [.perform(.post(.pin), id: "3", true), .close])
    post = PostInteraction.muteThread.set(true, on: PostInteraction.pin.set(true, on: post))
    #expect(post.interactions.isMuted && post.interactions.isPinned)
    store = Self.store(.post(post))
    #expect(store.effects(.tapped(.thread)) == [.perform(.post(.muteThread), id: "3", false), .close])
    #expect(store.effects(.tapped(.pin)) == [.perform(.post(.pin), id: "3", false), .close])
  }

  @Test func `NEW_20 a report of a broken rule names it`() throws {
    let post = try SamplePosts.post(3)
    var store = Self.store(.post(post))
    store.given(.appeared, .tapped(.report))
    #expect(store.effects(.tapped(.violation)) == [.ask(PostSheet.Request.rules, MastodonRequests.rules)])
    let body = #"[{"id":"7","text":"Be kind."},{"id":"8"},{"id":"9","text":"No <b>shouting</b>."}]"#
    #expect(store.effects(.received(.rules, .text(body), at: noon)) == [])
    let html = ScreenHost<PostSheet>(store.state, id: 1).markup(.made()).text
    #expect(
      html.contains(#"value="7""#) && !html.contains(#"value="8""#) && html.contains("No &lt;b&gt;shouting"))
    let action = try #require(PostSheet.Action(.submitted(["7", "9"])))
    let request = MastodonRequests.report(
      post.author.id, post: "3", category: "violation", rules: ["7", "9"])
    #expect(store.effects(action) == [.ask(PostSheet.Request.report, request)])
    #expect(store.effects(action) == [])
    #expect(store.effects(.received(.report, .text("", status: 503), at: noon)) == [])
    #expect(store.effects(.broke(rules: ["9"])).count == 1)
  }

  @Test(arguments: ["[]", "no JSON"])
  func `NEW_20 without rules the report is sent at once`(body: String) throws {
    let post = try SamplePosts.post(3)
    var store = Self.store(.post(post))
    store.given(.appeared, .tapped(.report), .tapped(.violation))
    let request = MastodonRequests.report(post.author.id, post: "3", category: "violation")
    #expect(
      store.effects(.received(.rules, .text(body), at: noon)) == [.ask(PostSheet.Request.report, request)])
    #expect(store.effects(.received(.report, .text("{}"), at: noon)) == [.toast(Toast(.reported)), .close])
  }

  @Test func `NEW_12 a report says why, and a failure keeps it`() throws {
    let post = try SamplePosts.post(3)
    var store = Self.store(.post(post))
    store.given(.appeared, .tapped(.report))
    #expect(Self.taps(store) == ["spam", "violation", "other", "back"])
    let request = MastodonRequests.report(post.author.id, post: "3", category: "spam")
    #expect(store.effects(.tapped(.spam)) == [.ask(PostSheet.Request.report, request)])
    #expect(store.effects(.tapped(.spam)) == [], "once is enough")
    #expect(store.effects(.received(.report, .text("", status: 503), at: noon)) == [])
    #expect(store.state.report == .failed)
    #expect(store.effects(.tapped(.other)).count == 1)
    #expect(store.effects(.received(.report, .text("{}"), at: noon)) == [.toast(Toast(.reported)), .close])
  }

  @Test func `NEW_12 an own post opens for a change as it is, and can be deleted`() throws {
    let post = try SamplePosts.post(3)
    var store = Self.store(.post(post))
    #expect(store.effects(.tapped(.edit)) == [.open(.compose(ComposeStart(editing: post)))])
    #expect(store.effects(.tapped(.delete)) == [.delete(post), .close])
    #expect(
      store.effects(.tapped(.bookmark)) == [
        .perform(.post(.bookmark), id: post.id, !post.interactions.isBookmarked), .close,
      ])
    #expect(
      store.effects(.tapped(.words)) == [.copy(post.content.plainText), .toast(Toast(.copied)), .close])
  }

  @Test func `NEW_12 what the sheet leads to opens when it has gone, over what lay below it`() {
    var app = App.loaded()
    _ = app.handle(.tapped(1, "settings"))
    let post = try? SamplePosts.post(3)
    app.open(.options(post.map { .post($0) } ?? .person(SamplePosts.me)))
    let sheet = app.stack[2].id
    _ = app.finish()
    #expect(app.handle(.tapped(sheet, "liked-by")) == [.goBack(1)])
    #expect(app.handle(.wentTo(depth: 1)).contains { if case .openScreen = $0 { true } else { false } })
    #expect(app.depth == 2 && app.stack.last is ScreenHost<People>)
  }

  @Test func `NEW_12 who was muted is said, and comes back by the toast`() throws {
    var app = App.member()
    let key = try #require(app.sessions.currentKey)
    app.perform(.person(.mute(name: "Ben")), id: "7", true, in: key)
    #expect(app.toast == Toast(Message(.muted, "Ben"), action: .restore(.person(.mute(name: "Ben")), "7")))
    _ = app.finish()
    let undone = app.handle(.tapped(0, "unmute:7"))
    #expect(
      !undone.contains { if case .send = $0 { true } else { false } },
      "muting is still on its way, and comes first")
    #expect(app.toast == nil)
    #expect(app.store(of: key).changes.actions.map(\.isOn).last == false)
  }
}
