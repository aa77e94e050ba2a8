import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Compares the markup of screens with posts, and checks that the app understands every tap in it.
struct PostSnapshotTests {
  static let rich: Result<Response, RequestFailure> = {
    let pictures =
      #","media_attachments":[{"id":"1","type":"image","url":"https://example.org/a.jpg","preview_url":"https://example.org/s.jpg","description":"A bird","meta":{"original":{"width":1600,"height":900},"small":{"width":400,"height":225}}},{"id":"2","type":"image","url":"https://example.org/b.jpg"},{"id":"3","type":"video","url":"https://example.org/v.mp4"}]"#
    let mention =
      ##","mentions":[{"id":"8","username":"bob","acct":"bob@b.example","url":"https://b.example/@bob"}],"tags":[{"name":"cats","url":"https://example.org/tags/cats"}],"in_reply_to_id":"1","in_reply_to_account_id":"8","content":"<p><a href=\"https://b.example/@bob\">@bob</a> <a href=\"https://x.example/tags/Cats\">#Cats</a> <script>x</script></p>""##
    return .text(
      "["
        + [
          SamplePosts.json(
            59, more: #","replies_count":2,"reblogs_count":1,"favourites_count":12,"favourited":true"#),
          SamplePosts.json(58, by: 1, more: mention),
          SamplePosts.json(57, more: #","spoiler_text":"Careful","sensitive":true"# + pictures),
          SamplePosts.json(56, more: #","sensitive":true"# + pictures),
          SamplePosts.json(55, more: pictures),
          #"{"id":"54","account":\#(SamplePosts.author(8)),"reblog":\#(SamplePosts.json(30))}"#,
          #"{"id":"53","account":{"id":"9","username":"a\"<b>"},"visibility":"direct","content":"<p>&lt;b&gt;</p>"}"#,
        ].joined(separator: ",") + "]")
  }()

  static func timeline() -> Timeline.State {
    var failed = SamplePosts.item("failed", text: "No")
    failed.state = .failed("Too long")
    var store = TestStore.timeline(.home, SamplePosts.context(outbox: [failed, SamplePosts.item()]))
    store.given(
      .appeared, .received(.newest, rich, at: noon),
      .tapped(.post(.warning(id: "57"))))
    return store.state
  }

  static func thread() throws -> Thread.State {
    var store = TestStore<Thread>(
      Thread.State(
        "5", try SamplePosts.post(5, more: #","reblogs_count":1,"favourites_count":2"#),
        SamplePosts.context(isRoot: false))
    )
    store.given(
      .appeared,
      .received(
        .context, .text(#"{"ancestors":[\#(SamplePosts.json(1))],"descendants":[\#(SamplePosts.json(8))]}"#),
        at: noon),
      .received(.post, .failure(.unreachable), at: noon))
    return store.state
  }

  static func profile() -> ProfilePage.State {
    var store = TestStore<ProfilePage>(
      ProfilePage.State(id: "7", handle: nil, nil, SamplePosts.context(isRoot: false)))
    let person =
      #"{"id":"7","username":"user7","acct":"user7@x.example","display_name":"User 7","locked":true,"bot":true,"note":"<p>Hi</p>","header":"https://x.example/h.jpg","fields":[{"name":"Web","value":"<a href=\"https://x.example\">x</a>"}],"statuses_count":1,"following_count":2,"followers_count":3}"#
    store.given(
      .appeared, .received(.profile, .text(person), at: noon),
      .received(.relationship, .text(#"[{"id":"7","followed_by":true}]"#), at: noon),
      .received(.pinned, .text("[]"), at: noon), .received(.newest(.posts), SamplePosts.page([3]), at: noon))
    return store.state
  }

  @Test func `Every tap is understood`() throws {
    let screens: [AnyScreenHost] = [
      ScreenHost<Timeline>(Self.timeline(), id: 1, tab: .home),
      ScreenHost<Timeline>(Looks.timelineWithGap(), id: 1),
      ScreenHost<Thread>(try Self.thread(), id: 1), ScreenHost<ProfilePage>(Self.profile(), id: 1),
      ScreenHost<FilePage>(FilePageTests.opened().state, id: 1),
      ScreenHost<Thread>(Looks.fileThread(), id: 1),
    ]
    for screen in screens {
      let taps = screen.markup(.made(), isWhole: true).text.split(separator: " data-tap=\"").dropFirst()
      #expect(!taps.isEmpty)
      for tap in taps.map({ EncodedTap(text: String($0.prefix { $0 != "\"" })) }) {
        #expect(AppTap(tap) != nil || screen.understands(tap), "\(screen.name): \(tap.text)")
      }
    }
  }

  @Test func `A tap on a post means the same on every screen that shows posts`() {
    let taps: [PostTap] = [
      .open(id: "1"), .reveal(id: "1"), .profile(id: "1"), .tag("cats"), .reply(id: "1"), .favourite(id: "1"),
      .repost(id: "1"), .bookmark(id: "1"), .menu(id: "1"), .warning(id: "1"), .cover(id: "1"),
      .picture(id: "1", index: 2), .outbox(.cancel("1")), .outbox(.retry("1")), .outbox(.edit("1")),
    ]
    for tap in taps.map({ $0.encoded }) {
      #expect(AppTap(tap) == nil, "the app takes \(tap.text) for its own")
      let read = [
        Timeline.Tap(tap)?.encoded, Thread.Tap(tap)?.encoded, ProfilePage.Tap(tap)?.encoded,
        Search.Tap(tap)?.encoded,
        Notifications.Tap(tap)?.encoded, FilePage.Tap(tap)?.encoded,
      ]
      for (index, read) in read.enumerated() where read != tap {
        Issue.record("screen \(index) reads \(tap.text) as \(read?.text ?? "nothing")")
      }
    }
  }

  @Test func `TWT_09 counts have their plural forms`() {
    let english = Strings(.english)
    #expect(
      english[.reposts, 1] == "1 repost" && english[.reposts, 2] == "2 reposts"
        && english[.reposts, 0] == "0 reposts")
    #expect(english[.favourites, 1] == "1 like" && english[.favourites, 5] == "5 likes")
    #expect(english[.newPosts, 1] == "1 new post" && english[.followers, 1] == "1 follower")
    #expect(Strings(.simplifiedChinese)[.reposts, 1] == "1次转发")
  }
}
