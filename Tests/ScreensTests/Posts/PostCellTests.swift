import Contracts
import Foundation
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct PostCellTests {
  @Test(arguments: [
    ("@bea @wren@far.example There will be rolls", "There will be rolls"), ("Ask @bea", "Ask @bea"),
    ("@bea", "@bea"),
    ("", ""), ("@bea @wren", "@wren"), ("@bea  twice", " twice"),
  ])
  func `NEW_10 a reply begins after the names that it is addressed to`(text: String, words: String) {
    #expect(PostCell.Excerpt.withoutNames(text) == words)
  }

  @Test func `NEW_22 a time is short to the eye, and whole words to a screen reader`() throws {
    let post = try SamplePosts.post(1)
    let age = ViewEnvironment.made().age(try #require(post.createdAt))
    let label = #"aria-label="\#(strings.text(age))">\#(strings.short(age))</time>"#
    #expect(cell(post).html(strings).text.contains(label))
    #expect(strings.text(age) != strings.short(age))
  }

  @Test func `NEW_22 a list says that a post was edited`() throws {
    let post = try SamplePosts.post(1)
    var edited = post
    edited.editedAt = edited.createdAt
    #expect(!cell(post).html(strings).text.contains(strings[.edited]))
    let mark = #"<span class="unseen">\#(strings[.edited])</span>"#
    #expect(cell(edited).html(strings).text.contains(mark))
  }

  @Test func `NEW_22 the words of a post carry its language`() throws {
    var post = try SamplePosts.post(1)
    post.language = "ja"
    #expect(cell(post).html(strings).text.contains(#"<div class="words" dir="auto" lang="ja">"#))
    post.language = nil
    #expect(cell(post).html(strings).text.contains(#"<div class="words" dir="auto">"#))
  }

  @Test func `NEW_15 of a post with a new interaction only the row of actions is new`() throws {
    let old = try cell(SamplePosts.post(1))
    var changed = try SamplePosts.post(1)
    changed.interactions.isFavourite = true
    changed.favouritesCount += 1
    let part = try #require(cell(changed).part(since: old, strings)).text
    #expect(part.hasPrefix(#"<div class="actions">"#))
    #expect(part.contains("action favourite on"))
    #expect(cell(changed).html(strings).text.contains(part), "as it is in the whole cell")
  }

  @Test func `NEW_15 whatever else has changed, the whole post is new`() throws {
    let post = try SamplePosts.post(1)
    var changed = post
    changed.interactions.isReposted = true
    var other = changed
    other.repliesCount += 1
    #expect(cell(other).part(since: cell(post), strings) == nil, "something besides the interaction")
    other = changed
    other.warning = "Spiders"
    #expect(cell(other).part(since: cell(post), strings) == nil)
    #expect(
      cell(changed, style: .large).part(since: cell(post, style: .large), strings) == nil,
      "the numbers stand above the actions")
  }

  @Test func `NEW_02 what the viewer's filter hides is a line until it is asked for, and can go again`()
    throws
  {
    let post = try SamplePosts.post(1, more: #","filtered":[{"filter":{"title":"Spiders & co"}}]"#)
    let hidden = cell(post).html(strings).text
    #expect(hidden.contains("Filtered: Spiders &amp; co") && !hidden.contains("Post 1"))
    #expect(hidden.contains(#"class="post filtered" data-key="s1" data-tap="warning:1""#))
    var postsState = PostsState(SamplePosts.context())
    _ = postsState.tapped(.warning(id: "1"), among: [])
    let shown = postsState.cell(TimelineEntry(post), key: "s1", isFirst: false, .made()).html(strings).text
    #expect(shown.contains("Post 1") && shown.contains(#"data-tap="warning:1" aria-expanded="true""#))
    var changed = post
    changed.interactions.isFavourite = true
    #expect(cell(changed).part(since: cell(post), strings) == nil, "it has no row of actions")
  }

  private static func pictures(_ count: Int) -> String {
    let all = (1...count).map {
      #"{"id":"\#($0)","type":"image","url":"https://example.org/\#($0).jpg","description":"A pear"}"#
    }
    return #","sensitive":true,"media_attachments":[\#(all.joined(separator: ","))]"#
  }

  @Test(arguments: [1, 3, 6])
  func `NEW_10 sensitive pictures are covered in their own box, say nothing, and can be covered again`(
    _ count: Int
  )
    throws
  {
    let post = try SamplePosts.post(1, more: Self.pictures(count))
    let covered = cell(post).html(strings).text
    #expect(covered.components(separatedBy: "picture blurred").count == count + 1)
    #expect(covered.contains(#"class="cover" type="button" data-tap="cover:1""#))
    #expect(!covered.contains("A pear") && !covered.contains("data-tap=\"picture"))
    var postsState = PostsState(SamplePosts.context())
    _ = postsState.tapped(.cover(id: "1"), among: [])
    let open = postsState.cell(TimelineEntry(post), key: "s1", isFirst: false, .made()).html(strings).text
    #expect(
      open.contains(#"class="cover off" type="button" data-tap="cover:1""#) && !open.contains("blurred"))
    #expect(open.contains("A pear") && open.contains("data-tap=\"picture:1:0\""))
  }

  @Test func `TWT_02 a tap on the mark of a description opens the picture with what it shows in words`()
    throws
  {
    let post = try SamplePosts.post(1, more: Self.pictures(2))
    var postsState = PostsState(SamplePosts.context())
    let tap = try #require(PostTap(EncodedTap(text: "alt:1:1")))
    #expect(tap == .picture(id: "1", index: 1, isDescribed: true) && tap.encoded.text == "alt:1:1")
    var opened: PictureSet?
    if case .open(.viewer(let set)) = postsState.tapped(tap, among: [TimelineEntry(post)]).first {
      opened = set
    }
    let set = try #require(opened)
    #expect(set.index == 1 && PictureViewer.State(set).isDescribed)
  }

  private static let card =
    #","card":{"url":"https://news.example/a","title":"A <title>","provider_name":"News","image":"https://example.org/a.png"}"#

  @Test func `NEW_10 a link preview is one link to its page, which learns nothing of the viewer`() throws {
    let html = try cell(SamplePosts.post(1, more: Self.card)).html(strings).text
    #expect(
      html.contains(
        #"<a class="link-card" href="https://news.example/a" rel="noopener nofollow ugc" target="_blank"><img"#
      ))
    #expect(
      html.contains("A &lt;title></b><bdi>News</bdi>") || html.contains("A &lt;title&gt;</b><bdi>News</bdi>"))
    #expect(html.contains(#"src="/a.png""#))
  }

  @Test(arguments: [
    #","spoiler_text":"Careful""#,
    #","media_attachments":[{"id":"2","type":"image","url":"https://example.org/b.jpg"}]"#,
    #","reblog":null,"card":{"url":"//evil.example\\a","title":"No"}"#,
  ])
  func `NEW_10 a post with a warning or pictures shows no link preview, and none leads astray`(_ more: String)
    throws
  {
    let html = try cell(SamplePosts.post(1, more: (more.contains("card") ? "" : Self.card) + more)).html(
      strings
    ).text
    #expect(!html.contains("link-card"))
  }

  @Test func `NEW_10 a reply that shows to whom it is does not begin with their name again`() throws {
    func html(_ content: String, answers: String) throws -> String {
      let more =
        #","in_reply_to_id":"5","in_reply_to_account_id":"\#(answers)","mentions":[{"id":"8","username":"bob","acct":"bob","url":"https://example.org/@bob"}]"#
      var json = SamplePosts.json(1)
      json = json.replacing("<p>Post 1</p>", with: content).dropLast() + more + "}"
      let post = try #require(SamplePosts.decoder.status(body: Array(json.utf8)))
      return cell(post).html(strings).text
    }
    let bob = #"<a href=\"https://example.org/@bob\">@bob</a>"#
    let answer = try html("<p>\(bob) Yes</p>", answers: "8")
    #expect(answer.contains("Replying to @bob") && answer.contains("<p> Yes</p>"))
    #expect(try html("<p>Yes, \(bob)</p>", answers: "8").contains("@bob</a></p>"), "only where it begins so")
    #expect(try html("<p>\(bob) Yes</p>", answers: "9").contains("@bob</a> Yes</p>"), "only theirs")
  }

  private let strings = Strings(.english)

  private func cell(_ post: Post, style: PostCell.Style = .plain) -> PostCell {
    let postsState = PostsState(SamplePosts.context())
    let entry = TimelineEntry(id: post.id, createdAt: post.createdAt, post: post)
    return postsState.cell(entry, key: "s" + post.id, style: style, isFirst: false, .made())
  }
}
