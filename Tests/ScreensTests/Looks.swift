import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Builders of the states of `Look`.
enum Looks {
  static func moments(_ count: Int, _ actions: Moments.Action...) -> Moments.State {
    after(actions, TestStore.loaded(Array(Samples.posts.suffix(count))).state, Moments.reduce)
  }

  static func momentsRoot() -> Moments.State {
    Moments.State(
      rendered: Samples.ada, posts: Array(Samples.posts.prefix(2)), isComplete: false, origin: .own(.made()),
      isRoot: true)
  }

  static func momentsContent() -> Moments.State {
    let loaded = TestStore.loaded(Samples.posts, showing: 7).state
    let state = Moments.State(
      rendered: Samples.ada, posts: loaded.posts, isComplete: true, origin: loaded.origin, isRoot: false,
      shownCount: 7)
    return after([.tapped(.fold(key: "p14"))], state, Moments.reduce)
  }

  static func momentsUnreachable() -> Moments.State {
    let server = Origin.other(.made("https://moments.example:8443/api"))
    return after(
      [.appeared, .received(.posts, .failure(.unreachable), at: noon)], TestStore.moments(at: server).state,
      Moments.reduce)
  }

  /// Returns a member's state.
  static func momentsWriting(_ actions: Moments.Action...) -> Moments.State {
    after(actions, MomentsActionsTests.store().state, Moments.reduce)
  }

  /// Returns the viewer's own page.
  static func ownMoments(_ waiting: OutboxItem...) -> Moments.State {
    var state = TestStore.loaded(MomentsActionsTests.posts).state
    state.viewer = Profile(id: "1", account: .made(state.username))
    return after(waiting.map { .changed(.itemWaiting($0)) }, state, Moments.reduce)
  }

  static func home(_ actions: Timeline.Action...) -> Timeline.State {
    after(actions, Timeline.State(.home, SamplePosts.context()), Timeline.reduce)
  }

  static func timeline(_ kind: Timeline.Kind, _ actions: Timeline.Action...) -> Timeline.State {
    after(actions, Timeline.State(kind, SamplePosts.context()), Timeline.reduce)
  }

  /// Two posts, four posts, comments on a post in the list and on a missing one, and a long text.
  static var conversations: String {
    let posts = [
      SamplePosts.json(29, by: 1, more: answer(20, by: 7)),
      SamplePosts.json(28, by: 2, more: answer(27, by: 1)),
      SamplePosts.json(27, by: 1, more: answer(26, by: 2)),
      SamplePosts.json(26, by: 2, more: answer(25, by: 3)), SamplePosts.json(25, by: 3),
      SamplePosts.json(24, by: 4, more: #","comment_of":"21""#),
      SamplePosts.json(23, by: 5, more: #","comment_of":"21""#),
      SamplePosts.json(22, by: 6, more: #","comment_of":"1""#), SamplePosts.json(20, by: 7),
      SamplePosts.json(19, by: 8, more: #","comment_of":"1""#),
      SamplePosts.json(18, by: 9, more: #","comment_of":"20""#),
    ]
    return "[" + posts.joined(separator: ",") + "]"
  }

  private static func answer(_ id: Int, by author: Int) -> String {
    #","in_reply_to_id":"\#(id)","in_reply_to_account_id":"\#(author)""#
  }

  static let found = SearchTests.found(people: [3, 4], tags: ["figs", "figtree"], posts: [9, 8])

  static func search(
    _ words: String, _ result: Result<Response, RequestFailure>?, _ more: Search.Action...
  ) -> Search.State {
    let memory = ["searches": "figs\nladder", "people seen": "7\tuser7\tUser 7\t\n"]
    let state = Search.State(words, SamplePosts.context(memory: memory, isRoot: false))
    let received = result.map { [Search.Action.received(.results(words, .all, from: 0), $0, at: noon)] } ?? []
    return after([.appeared] + received + more, state, Search.reduce)
  }

  /// Returns new posts above the reading position. Three people reposted one of them, and the viewer's filter
  /// hides one.
  static func news() -> Timeline.State {
    var store = TestStore.newest([3, 2, 1])
    func repost(_ id: Int, of post: Int) -> String {
      SamplePosts.json(id, by: id, more: #","reblog":\#(SamplePosts.json(post, by: 4))"#)
    }
    let filtered = SamplePosts.json(10, by: 5, more: #","filtered":[{"filter":{"title":"Season finale"}}]"#)
    let page = [
      repost(13, of: 9), repost(12, of: 9), repost(11, of: 9), filtered, repost(7, of: 5), repost(6, of: 5),
      SamplePosts.json(3),
    ]
    store.given(
      .anchored(key: "s3", offset: 50), .returned,
      .received(.newest, .text("[" + page.joined(separator: ",") + "]"), at: noon))
    return store.state
  }

  static func timelineWithGap() -> Timeline.State {
    var store = TestStore.newest([3, 2, 1])
    store.given(
      .returned, .received(.newest, SamplePosts.page([4, 3]), at: noon), .returned,
      .received(.newest, SamplePosts.page([40]), at: noon))
    for id in [39, 38, 37] {
      store.given(.received(.newer(before: "\(id + 1)"), SamplePosts.page([id]), at: noon))
    }
    store.given(.pulledDown, .received(.newest, .failure(.unreachable), at: noon), .reachedEnd)
    return store.state
  }

  static func answer(_ json: String) -> Timeline.Action { .received(.newest, .text(json), at: noon) }
  static let noAnswer = Timeline.Action.received(.newest, .failure(.unreachable), at: noon)
  static let storedCopy = Timeline.Action.loaded(
    Array("[\(SamplePosts.json(2)),\(SamplePosts.json(1))]".utf8))

  static func thread(_ actions: Thread.Action...) -> Thread.State {
    after(actions, Thread.State("5", nil, SamplePosts.context(isRoot: false)), Thread.reduce)
  }

  static let aReply = Thread.Action.received(
    .post, .text(SamplePosts.json(5, more: #","in_reply_to_id":"1","in_reply_to_account_id":"8""#)), at: noon)

  static let nothingAround = Thread.Action.received(
    .context, .text(#"{"ancestors":[],"descendants":[]}"#), at: noon)

  /// Returns replies to replies, up to the deepest indentation and deeper, with a picture and long words.
  static func deepThread() -> Thread.State {
    func reply(_ id: Int, to parent: Int, _ more: String = "") -> String {
      SamplePosts.json(
        id, by: 7 + id % 2, more: #","in_reply_to_id":"\#(parent)","in_reply_to_account_id":"7""# + more)
    }
    let picture =
      #","media_attachments":[{"id":"1","type":"image","url":"https://example.org/a.jpg","meta":{"original":{"width":1600,"height":900}}}]"#
    let words =
      #","content":"<p>I can’t come on Saturday, but keep me a piece of the cake, please, a large one.</p>""#
    let replies = [
      reply(11, to: 5), reply(12, to: 11, words), reply(13, to: 12, picture), reply(14, to: 13, words),
      reply(15, to: 14), reply(16, to: 12), reply(17, to: 5),
    ]
    return thread(
      .appeared, .received(.post, .text(SamplePosts.json(5)), at: noon),
      .received(
        .context, .text(#"{"ancestors":[],"descendants":[\#(replies.joined(separator: ","))]}"#), at: noon))
  }

  static func pinnedProfile() -> ProfilePage.State {
    profile(
      .appeared, user, .received(.newest(.posts), SamplePosts.page([3, 2]), at: noon),
      .received(.pinned, SamplePosts.page([1]), at: noon))
  }

  /// Returns a profile with the viewer's private note.
  static func notedProfile() -> ProfilePage.State {
    let note = "Plot 7. Lent me the spade, and knows when the gate is locked. Ask about the figs."
    return profile(
      .appeared, user, .received(.relationship, .text(#"[{"id":"7","note":"\#(note)"}]"#), at: noon),
      .received(.pinned, .text("[]"), at: noon),
      .received(.newest(.posts), SamplePosts.page([3, 2]), at: noon))
  }

  /// Returns the profile of a person whose every post notifies the viewer.
  static func followedProfile() -> ProfilePage.State {
    profile(
      .appeared, user,
      .received(.relationship, .text(#"[{"id":"7","following":true,"notifying":true}]"#), at: noon),
      .received(.pinned, .text("[]"), at: noon),
      .received(.newest(.posts), SamplePosts.page([3, 2]), at: noon))
  }

  /// Returns the profile of a person that the viewer blocks.
  static func blockedProfile() -> ProfilePage.State {
    profile(
      .appeared, user, .received(.relationship, .text(#"[{"id":"7","blocking":true}]"#), at: noon),
      .received(.pinned, .text("[]"), at: noon), .received(.newest(.posts), .text("[]"), at: noon))
  }

  /// Returns the pictures of the profile's posts, one of which is sensitive.
  static func mediaOfProfile() -> ProfilePage.State {
    func picture(_ id: Int) -> String {
      #"{"id":"\#(id)","type":"image","url":"https://example.org/\#(id).jpg","meta":{"original":{"width":1600,"height":900}}}"#
    }
    let posts = [
      SamplePosts.json(9, more: #","media_attachments":[\#(picture(1)),\#(picture(2))]"#),
      SamplePosts.json(8, more: #","sensitive":true,"media_attachments":[\#(picture(3))]"#),
      SamplePosts.json(7, more: #","media_attachments":[\#(picture(4))]"#),
    ]
    return profile(
      .appeared, user, .tapped(.choose(.media)),
      .received(.newest(.media), .text("[" + posts.joined(separator: ",") + "]"), at: noon))
  }

  static func album(_ actions: Album.Action...) -> Album.State {
    after(actions, AlbumTests.store().state, Album.reduce)
  }

  static let noAlbumPosts = Album.Action.received(.first(.days, month: nil), .text("[]"), at: noon)

  /// Returns the pictures of an album, of two months.
  static func picturesOfAlbum() -> Album.State {
    var store = AlbumTests.shown()
    store.given(
      .tapped(.choose(.pictures)),
      .received(
        .first(.pictures, month: nil),
        AlbumTests.page(
          AlbumTests.json(28, on: "2026-11-12", pictures: 9),
          AlbumTests.json(10, on: "2025-02-28", pictures: 2)),
        at: noon))
    return store.state
  }

  static func silenced(_ kind: MastodonRequests.PeopleList, _ action: People.Action) -> People.State {
    after(
      [.appeared, action], People.State(kind, id: nil, handle: "", SamplePosts.context(isRoot: false)),
      People.reduce)
  }

  static let followed = PostSheet.Action.received(
    .relationship, .text(#"[{"id":"8","following":true,"showing_reblogs":true}]"#), at: noon)

  static func profile(_ actions: ProfilePage.Action...) -> ProfilePage.State {
    after(
      actions, ProfilePage.State(id: "7", handle: "user7", nil, SamplePosts.context(isRoot: false)),
      ProfilePage.reduce)
  }

  static let user = ProfilePage.Action.received(.profile, .text(SamplePosts.author(7)), at: noon)

  static func people(_ actions: People.Action...) -> People.State {
    after(actions, PeopleScreenTests.state(.following), People.reduce)
  }

  static func ownPeople(_ actions: People.Action...) -> People.State {
    after(actions, People.State(.followers, id: "1", handle: "anna", memberWithMuch), People.reduce)
  }

  /// People with a bio and without, with a long bio and long names, and the viewer.
  static let fourPeople = People.Action.received(
    .newest,
    .text(
      #"[\#(SamplePosts.author(8)),{"id":"6","username":"quiet"},{"id":"5","username":"talker","display_name":"Tal Ker","note":"<p>I write about <a href=\"https://example.org/birds\" rel=\"nofollow\">birds</a>, and about what they think of us. There is more of it than anybody would have guessed.</p><p>Second paragraph.</p>"},\#(longPerson),{"id":"1","username":"anna","display_name":"Anna"}]"#
    ), at: noon)
  static let relationships = People.Action.received(
    .relationships,
    .text(
      #"[{"id":"8","following":true},{"id":"6","followed_by":true},{"id":"5"},{"id":"7","requested":true}]"#),
    at: noon)
  static let twoRequests = People.Action.received(.requests, PeopleScreenTests.page([6, 7]), at: noon)
  static let nobody = People.Action.received(.newest, .text("[]"), at: noon)
  static let notTold = People.Action.received(.newest, .text("{}", status: 403), at: noon)
  static let noPeople = People.Action.received(.newest, .failure(.unreachable), at: noon)
  static let keptPeople = People.Action.loaded(
    Array("\(noon.milliseconds):\n".utf8) + PeopleScreenTests.copy([8, 9]))

  /// An account with very long names, numbers and words.
  static let longPerson =
    #"{"id":"7","username":"a_very_long_username_indeed","acct":"a_very_long_username_indeed@social.very-long-name-of-a-server.example","display_name":"Wolfeschlegelsteinhausenbergerdorff Maximilian von und zu","locked":true,"bot":true,"note":"<p>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</p>","fields":[{"name":"Donaudampfschifffahrtsgesellschaft","value":"<a href=\"https://example.org/a/long/path/without/an/end\">https://example.org/a/long/path/without/an/end</a>"}],"statuses_count":123456,"following_count":12345,"followers_count":1234567}"#

  static let longPost =
    #"{"id":"5","account":\#(longPerson),"content":"<p>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft https://example.org/a/long/path/without/an/end</p>","visibility":"private","created_at":"2024-09-21T11:00:00.000Z","edited_at":"2024-09-22T11:00:00.000Z","replies_count":123456,"reblogs_count":1234567,"favourites_count":12345678}"#

  /// Link previews with and without a picture, with short and long texts.
  static let cards: String = {
    let long = String(repeating: "A title that goes on and on ", count: 7)
    return "["
      + [
        #","card":{"url":"https://news.example/a","title":"A page","provider_name":"News","image":"https://example.org/a.png"}"#,
        #","card":{"url":"https://news.example/b","title":"A page without a picture","provider_name":"news.example"}"#,
        #","card":{"url":"https://news.example/c","title":"\#(long)","provider_name":"\#(long)","image":"https://example.org/c.png"}"#,
        #","card":{"url":"https://news.example/d","title":"صفحة بالعربية","provider_name":"موقع"}"#,
      ].enumerated().map { SamplePosts.json(9 - $0.offset, more: $0.element) }.joined(separator: ",") + "]"
  }()

  static let answering = Moments.Action.tapped(.reply(key: "p7", comment: "70"))

  static func me(_ context: ScreenContext, _ actions: Me.Action...) -> Me.State {
    after(actions, Me.State(context), Me.reduce)
  }

  static var refused: OutboxItem {
    var refused = SamplePosts.item("refused", text: String(repeating: "A post that was refused. ", count: 12))
    refused.state = .failed("Text is longer than 500 characters")
    return refused
  }

  /// A member with waiting and refused posts, and another account.
  static var memberWithMuch: ScreenContext {
    let quoted = Draft.Quoted(id: "7", nick: "Bob", handle: "bob", text: "Where is the ladder?")
    let long = String(repeating: "A draft that goes on and on. ", count: 12)
    let drafts = [
      "draft": Draft(text: long).json,
      "draft reply 7": Draft(text: "@bob Behind the shed", replyTo: quoted).json,
      "draft edit 8": Draft(text: "Half a thought").json,
    ]
    var context = SamplePosts.context(memory: drafts, outbox: [SamplePosts.item(), refused])
    if let session = context.session {
      let credential = Credential(token: "t", clientID: "c", clientSecret: "s")
      context.sessions.put(session, credential)
      context.sessions.choose(session.key)
      let other = Session(
        key: "2", server: .made("https://social.very-long-name-of-a-server.example"), isOwnServer: false,
        me: Profile(id: "9", account: .made("anna_elsewhere", nick: "Anna, elsewhere")))
      context.sessions.put(other, credential)
    }
    return context
  }

  static func accounts(unsent: [String] = [], _ actions: AccountSwitcher.Action...) -> AccountSwitcher.State {
    after(actions, AccountSwitcher.State(memberWithMuch, unsent: unsent), AccountSwitcher.reduce)
  }

  /// Returns the sheet of a post with interactions.
  static func options(isOwn: Bool = false, _ actions: PostSheet.Action...) -> PostSheet.State {
    var post = Post(
      id: "3", url: "https://example.org/@ben/3",
      author: isOwn ? SamplePosts.me : Profile(id: "8", account: Account(username: "ben", nick: "Ben Blum")),
      content: .text("Low tide at six."))
    (post.favouritesCount, post.repostsCount) = (12, 1)
    return after(actions, PostSheet.State(.post(post), SamplePosts.context()), PostSheet.reduce)
  }

  static let unfollow = PostSheet.State(
    .unfollow(Profile(id: "8", account: Account(username: "ben", nick: "Ben Blum"))), SamplePosts.context())

  static let stranger = ScreenContext(origin: .own(.made()), randomBytes: [UInt8](0..<32))

  static func signIn(_ actions: SignIn.Action...) -> SignIn.State {
    after(actions, SignIn.State(stranger, isElsewhere: true), SignIn.reduce)
  }

  /// Returns the sign-in page of the server that delivered the app.
  static func signInHere(_ actions: SignIn.Action...) -> SignIn.State {
    after(actions, SignIn.State(stranger), SignIn.reduce)
  }

  /// The landing page of a closed community.
  static let closedPreview = CommunityPreview(
    title: "The Hill Choir", line: "We sing.", people: [], joining: .invitation, isClosed: true)

  static func preview(_ joining: CommunityPreview.Joining, line: String = "") -> CommunityPreview {
    CommunityPreview(
      title: "The Hill Choir", line: line, people: [Samples.ada, .made("bob"), .made("小雨")], joining: joining)
  }

  static let notRegistered = SignIn.Action.received(.register, .failure(.unreachable), at: noon)
  static let notFound = SignIn.Action.received(.find, .failure(.unreachable), at: noon)

  static func settings(address: String, username: String) -> Settings.State {
    after([.submitted(address: address, username: username)], Settings.State(), Settings.reduce)
  }

  static func after<State, Action>(
    _ actions: [Action], _ state: State, _ reduce: (inout State, Action) -> [Effect]
  ) -> State {
    var state = state
    for action in actions { _ = reduce(&state, action) }
    return state
  }
}
