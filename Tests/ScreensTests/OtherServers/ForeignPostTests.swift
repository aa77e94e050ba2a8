import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests how features of other servers' posts show that ours don't have.
struct ForeignPostTests {
  private let strings = Strings(.english)

  private func html(_ more: String, text: String? = nil) throws -> String {
    let post = try SamplePosts.post(1, more: more)
    return PostsState(SamplePosts.context()).cell(TimelineEntry(post), key: "s1", isFirst: false, .made())
      .html(
        strings
      )
      .text
  }

  private static let emoji =
    #"[{"shortcode":"blob","url":"https://far.example/b.gif?a=1&b=2","static_url":"https://far.example/b.png"}]"#
  private static let picture =
    #"<img class="emoji" src="https://far.example/b.gif?a=1&amp;b=2" data-still="https://far.example/b.png" width="20" height="20" alt=":blob:" title=":blob:" decoding="async">"#

  @Test func `NEW_12 custom emoji show in texts and warnings`() throws {
    let text = try html(#","emojis":\#(Self.emoji),"content":"<p>Hi :blob:! <b>:blob:</b> :nobody:</p>""#)
    #expect(text.contains("<p>Hi \(Self.picture)! \(Self.picture) :nobody:</p>"))
    #expect(
      try html(#","emojis":\#(Self.emoji),"spoiler_text":"A :blob:""#).contains("A \(Self.picture)</span>"))
  }

  @Test func `NEW_12 custom emoji show in names, bios and fields`() throws {
    let account =
      #"{"id":"7","username":"ann","display_name":"Ann :blob:","emojis":\#(Self.emoji),"note":"<p>I :blob: you</p>","fields":[{"name":":blob: is","value":":blob:"}]}"#
    let post = try #require(
      SamplePosts.decoder.status(body: Array(#"{"id":"1","account":\#(account),"content":""}"#.utf8)))
    let cell = PostsState(SamplePosts.context()).cell(TimelineEntry(post), key: "s1", isFirst: false, .made())
    #expect(cell.html(strings).text.contains(#"<bdi class="nick">Ann \#(Self.picture)</bdi>"#))
    var store = TestStore<ProfilePage>(
      ProfilePage.State(id: "7", handle: "ann", nil, SamplePosts.context(isRoot: false)))
    store.given(.appeared, .received(.profile, .text(account), at: noon))
    let header = store.page.cell(0).html(strings).text
    for part in [
      "Ann \(Self.picture)</h2>", "<p>I \(Self.picture) you</p>", "\(Self.picture) is</dt>",
      "<p>\(Self.picture)</p>",
    ] {
      #expect(header.contains(part))
    }
    var entry = TimelineEntry(try SamplePosts.post(2))
    entry.reposter = post.author
    let repost = PostsState(SamplePosts.context()).cell(entry, key: "s2", isFirst: false, .made())
    #expect(repost.html(strings).text.contains("Ann \(Self.picture)"))
  }

  @Test func `NEW_12 custom emoji show in notifications`() throws {
    let account = #"{"id":"7","username":"ann","display_name":"Ann :blob:","emojis":\#(Self.emoji)}"#
    let body = #"[{"id":"9","type":"follow","account":\#(account)}]"#
    let state = Notices.state(.appeared, .received(.newest, .text(body), at: noon))
    let cells = Notifications.view(state, .made()).cells
    let text = cells.rows.indices.map { cells.row($0).html(strings).text }.joined()
    #expect(text.contains(#"<bdi class="nick">Ann \#(Self.picture)</bdi>"#))
  }

  @Test func `NEW_12 a poll and a quote say so, and lead to where they can be seen`() throws {
    let poll = try html(#","url":"https://far.example/@u/1","poll":{"id":"1"}"#)
    #expect(
      poll.contains(
        #"href="https://far.example/@u/1" rel="noopener nofollow ugc" target="_blank">Poll: open the post to see it or vote</a>"#
      ))
    let quote = try html(
      #","quote":{"state":"accepted","quoted_status":{"id":"9","account":{"acct":"bob"}}}"#)
    #expect(quote.contains(#"href="/@bob/9" data-tap="open:9">Quotes another post: open it</a>"#))
    #expect(try !html("").contains("class=\"link file\""))
  }

  @Test func `NEW_12 a file that the server doesn't know is called by its name`() throws {
    let media =
      #"[{"id":"1","type":"unknown","url":"/missing.png","remote_url":"https://other.example/a/f.png?x=1"}]"#
    let text = try html(#","media_attachments":\#(media)"#)
    #expect(
      text.contains(#"href="https://other.example/a/f.png?x=1""#) && text.contains(">Attachment: f.png</a>"))
  }

  @Test(arguments: [
    (0, "0 followers"), (1, "1 follower"), (999_999, "999999 followers"), (12_345_678, "12345678 followers"),
    (123_456_789, "123M followers"), (Int.max, "999M followers"),
  ])
  func `NEW_12 huge numbers are short`(count: Int, text: String) {
    #expect(strings[.followers, count] == text)
  }

  @Test func `NEW_12 a number below zero is none`() { #expect(strings.short(-5) == "0") }

  @Test(arguments: [
    ("https://far.example/@ann", "/api/v2/search?q=https%3A%2F%2Ffar.example%2F%40ann&limit=20&resolve=true"),
    ("@Ann@Far.Example ", "/api/v2/search?q=Ann%40far.example&limit=20&resolve=true"),
    ("https://example.org/@user7", "/api/v2/search?q=user7&limit=20"),
    ("user7@example.org", "/api/v2/search?q=user7&limit=20"),
    ("https://example.org/@user7/3", "/api/v1/statuses/3"),
    ("10:30 birds", "/api/v2/search?q=10%3A30%20birds&limit=20"),
  ])
  func `TWT_07 what is pasted into the search is understood`(typed: String, target: String) {
    var store = TestStore<Search>(Search.State("", SamplePosts.context(isRoot: false)))
    store.given(.appeared, .typed(typed))
    let request = Search.Request.results(Search.trimmed(typed), .all, from: 0)
    #expect(store.effects(.paused) == [.ask(request, APIRequest(.get, target))])
    guard target.contains("statuses") else { return }
    store.given(.received(request, .text(SamplePosts.json(3)), at: noon))
    #expect(store.state.posts.entries.map(\.id) == ["3"])
  }
}
