import Contracts
import JSON
import Social
import TestSupport
import Testing

struct MastodonDecoderTests {
  private let decoder: MastodonDecoder
  private let account = #"{"id":"7","username":"anna"}"#

  init() throws {
    decoder = MastodonDecoder(origin: .own(try #require(ServerAddress("https://example.org"))))
  }

  @Test func `an account is read with all that it shows`() throws {
    let profile = try #require(
      decoder.profile(
        body: Array(
          #"""
          {"id":"7","username":"anna","acct":"anna@other.example","display_name":"Anna 安娜","locked":true,"bot":true,
          "url":"https://other.example/@anna","note":"<p>Hi</p>","avatar":"https://example.org/media/a.jpg",
          "header":"https://cdn.example/h.jpg","created_at":"2020-05-20T00:00:00.000Z",
          "fields":[{"name":"Web","value":"<a href='https://a.example'>a</a>"},{"name":""},7],
          "followers_count":3,"following_count":4,"statuses_count":5}
          """#.utf8)))
    #expect(profile.account.nick == "Anna 安娜")
    #expect(profile.handle == "anna@other.example")
    #expect(profile.account.avatar == Picture(url: "/media/a.jpg"))
    #expect(profile.account.cover == Picture(url: "https://cdn.example/h.jpg"))
    #expect(profile.bio == .html("<p>Hi</p>"))
    #expect(profile.fields == [.init(name: "Web", value: .html("<a href='https://a.example'>a</a>"))])
    #expect(profile.isLocked && profile.isBot)
    #expect(profile.createdAt == .at("2020-05-20T00:00:00Z"))
    #expect([profile.followersCount, profile.followingCount, profile.postsCount] == [3, 4, 5])
  }

  @Test func `what is missing is left out`() throws {
    let status = try #require(decoder.status(body: Array(#"{"id":1,"account":\#(account)}"#.utf8)))
    #expect(
      status
        == Post(
          id: "1", author: try #require(decoder.profile(body: Array(account.utf8))), content: .html(""),
          visibility: .followers))
    #expect(status.author.account.nick == "anna" && status.author.handle == "anna")
  }

  @Test(arguments: [
    "{}", "[]", "null", "7", #"{"id":"1"}"#, #"{"account":{"id":"7","username":"anna"}}"#,
    #"{"id":"1","account":{"id":"7"}}"#, #"{"id":"","account":{"id":"7","username":"anna"}}"#,
    #"{"id":"1","account":{"id":"7","username":" "}}"#, #"{"error":"Record not found"}"#, "", "{",
  ])
  func `what is no post is none`(body: String) {
    #expect(decoder.status(body: Array(body.utf8)) == nil)
  }

  @Test func `a list of which nothing can be read is not an empty one`() throws {
    let bad = #"{"id":1,"account":7}"#
    let good = #"{"id":"1","account":\#(account)}"#
    func count(_ list: String) -> Int? { decoder.timeline(Array(list.utf8))?.count }
    #expect(count("[\(bad),\(bad)]") == nil && count("[\(bad),\(good)]") == 1 && count("[]") == 0)
    #expect(count("[\(bad)]") == 0, "a single one costs only itself")
    #expect(decoder.notifications(Array(#"[7,{},{"id":"1","type":2}]"#.utf8)) == nil)
    let found = #"{"statuses":[\#(bad),\#(bad)],"accounts":[],"hashtags":[]}"#
    #expect(decoder.found(Array(found.utf8)) == nil)
    // An unknown kind.
    #expect(decoder.notifications(Array(#"[{"id":"1","type":"later"}]"#.utf8))?.items == [])
  }

  @Test func `a post is read with all that it shows`() throws {
    let status = try #require(
      decoder.status(
        body: Array(
          #"""
          {"id":"109876543210987654","url":"https://example.org/@anna/1","account":\#(account),"content":"<p>x</p>",
          "spoiler_text":"careful","sensitive":true,"visibility":"unlisted","language":"zh",
          "created_at":"2026-11-21T06:04:13.000Z","edited_at":"2026-11-21T07:00:00.000Z","in_reply_to_id":"5",
          "in_reply_to_account_id":"8","replies_count":1,"reblogs_count":2,"favourites_count":3,
          "favourited":true,"reblogged":true,"bookmarked":true,"muted":false,"pinned":true,
          "mentions":[{"id":"8","username":"bob","acct":"bob@b.example","url":"https://b.example/@bob"},{}],
          "tags":[{"name":"cats","url":"https://example.org/tags/cats"},{"url":"x"}],
          "application":{"name":"Ice Cubes"}}
          """#.utf8)))
    #expect(status.id == "109876543210987654" && status.url == "/@anna/1" && status.warning == "careful")
    #expect(status.isSensitive && status.visibility == .unlisted && status.language == "zh")
    #expect(status.replyTo == .init(id: "5", author: "8"))
    #expect([status.repliesCount, status.repostsCount, status.favouritesCount] == [1, 2, 3])
    #expect(
      status.interactions.isFavourite && status.interactions.isReposted && status.interactions.isBookmarked)
    #expect(status.interactions.isPinned && !status.interactions.isMuted)
    #expect(
      status.mentions == [
        .init(id: "8", username: "bob", handle: "bob@b.example", url: "https://b.example/@bob")
      ])
    #expect(status.tags == [.init(name: "cats", url: "/tags/cats")])
    #expect(status.client?.name == "Ice Cubes" && status.editedAt == .at("2026-11-21T07:00:00Z"))
  }

  @Test(arguments: [
    "null", "7", "[]", "{}", #"{"title":"No address"}"#, #"{"url":"https://news.example","title":" "}"#,
    #"{"url":"javascript:alert(1)","title":"No"}"#, #"{"url":7,"title":{}}"#,
  ])
  func `NEW_10 a bad card costs only itself`(card: String) throws {
    let status = try #require(
      decoder.status(body: Array(#"{"id":"1","account":\#(account),"content":"x","card":\#(card)}"#.utf8)))
    #expect(status.linkPreview == nil && status.content == .html("x"))
  }

  @Test func `NEW_10 a card without a name of its site has its host, and a bad picture costs only itself`() {
    let card = #"{"url":"https://news.example:8080?a","title":"T","image":"data:x","provider_name":null}"#
    let status = decoder.status(body: Array(#"{"id":"1","account":\#(account),"card":\#(card)}"#.utf8))
    #expect(
      status?.linkPreview
        == Post.LinkPreview(url: "https://news.example:8080?a", title: "T", site: "news.example:8080")
    )
  }

  @Test(arguments: [
    ("[]", ""), ("null", ""), (#"[{"filter":{"title":7}}]"#, ""), ("[{}]", ""), ("[7]", ""),
    (
      #"[{"filter":{"id":"3","title":"Spoilers","filter_action":"warn"},"keyword_matches":["end"]}]"#,
      "Spoilers"
    ),
  ])
  func `NEW_02 the viewer's filter comes through by its title`(filtered: String, title: String) {
    let body = #"{"id":"1","account":\#(account),"filtered":\#(filtered)}"#
    let filters = decoder.status(body: Array(body.utf8))?.filters ?? []
    #expect(FilterEffect(filters, in: .home).title == title)
  }

  @Test(arguments: ["limited", "local", "", "PUBLIC"])
  func `an unknown audience is treated as a small one`(visibility: String) throws {
    let body = #"{"id":"1","account":\#(account),"visibility":"\#(visibility)"}"#
    #expect(decoder.status(body: Array(body.utf8))?.visibility == .followers)
  }

  @Test func `counts below zero are zero`() {
    let body =
      #"{"id":"1","account":\#(account),"replies_count":-1,"reblogs_count":"3","favourites_count":1.5}"#
    let status = decoder.status(body: Array(body.utf8))
    #expect(status?.repliesCount == 0 && status?.repostsCount == 0 && status?.favouritesCount == 0)
  }

  @Test func `attachments tell their sizes and what can be seen`() throws {
    let body = #"""
      {"id":"1","account":\#(account),"media_attachments":[
      {"id":"9","type":"image","url":"https://example.org/a.jpg","preview_url":"https://example.org/s.jpg",
      "description":"A bird","meta":{"original":{"width":1600,"height":900},"small":{"width":400,"height":225},
      "focus":{"x":-0.25,"y":1}}},
      {"id":"10","type":"video","url":"https://example.org/v.mp4","preview_url":"https://example.org/v.jpg","meta":null},
      {"id":"11","type":"hologram","url":null,"remote_url":"https://other.example/h"},
      {"id":"12","type":"image","url":null,"preview_url":null},
      {"id":"13","type":"image","url":"javascript:alert(1)"}, 7]}
      """#
    let attachments = try #require(decoder.status(body: Array(body.utf8))).attachments
    #expect(attachments.map(\.id) == ["9", "10", "11"])
    #expect(attachments.map(\.kind) == [.image, .video, .unknown])
    let picture = attachments[0].picture
    #expect(picture.url == "/a.jpg" && picture.description == "A bird")
    #expect(picture.size == PixelSize(width: 1600, height: 900) && picture.focus == .init(x: -250, y: 1000))
    #expect(picture.variants.map(\.url) == ["/s.jpg", "/a.jpg"])
    #expect(attachments[1].picture.url == "/v.jpg" && attachments[1].url == "/v.mp4")
    #expect(attachments[2].url == "https://other.example/h")
  }

  @Test(
    arguments: [
      (#"{"x":0.5,"y":-0.1234}"#, Picture.Focus(x: 500, y: -123)),
      (#"{"x":-7,"y":2.5}"#, .init(x: -1000, y: 1000)),
      (#"{"x":0.0,"y":-0}"#, .init(x: 0, y: 0)),
      (#"{"x":99999999999999999999.5,"y":0}"#, .init(x: 1000, y: 0)),
      (#"{"x":0.00000000000000000000000000001,"y":0}"#, .init(x: 0, y: 0)),
      (#"{"x":1e3,"y":0}"#, nil), (#"{"x":"1","y":0}"#, nil), (#"{"x":1}"#, nil), ("[]", nil), ("null", nil),
    ] as [(String, Picture.Focus?)])
  func `NEW_07 a focal point is read as far as it is one`(json: String, focus: Picture.Focus?) throws {
    let body = #"""
      {"id":"1","account":\#(account),"media_attachments":[{"id":"9","type":"image","url":"https://example.org/a.jpg",
      "meta":{"focus":\#(json)}}]}
      """#
    #expect(try #require(decoder.status(body: Array(body.utf8))).attachments.first?.picture.focus == focus)
  }

  @Test func `one bad item never costs the others`() throws {
    let body = #"""
      [{"id":"3","account":\#(account)}, {"error":"lost"}, null, {"id":"2"},
       {"id":"1","account":\#(account),"reblog":{"id":"9","account":{"id":"8","username":"bob"}}},
       {"id":"0","account":\#(account),"reblog":{"id":"9"}}]
      """#
    let items = try #require(decoder.timeline(Array(body.utf8)))
    #expect(items.map(\.entry.id) == ["3", "1"])
    #expect(items[1].entry.post.id == "9" && items[1].entry.post.author.account.username == "bob")
    #expect(items[1].entry.reposter?.account.username == "anna")
    #expect(String(decoding: items[0].source, as: UTF8.self) == #"{"id":"3","account":\#(account)}"#)
  }

  @Test func `what the device stores is read again`() throws {
    let body = #"[ {"id":"3","account":\#(account)} , {"id":"1","account":\#(account),"reblog":null} ]"#
    let items = try #require(decoder.timeline(Array(body.utf8)))
    var writer = JSONWriter()
    writer.array(items) { $0.json($1.source) }
    #expect(decoder.timeline(writer.bytes) == items)
  }

  @Test(arguments: ["", "{}", "[", "[{]", #"{"error":"no"}"#])
  func `what is no list is none`(body: String) {
    #expect(decoder.timeline(Array(body.utf8)) == nil)
  }

  @Test func `mentions are known by their notifications`() throws {
    let status = #"{"id":"3","account":\#(account)}"#
    let body = #"""
      [{"id":"50","type":"mention","created_at":"2026-11-21T06:04:13.000Z","account":\#(account),"status":\#(status)},
       {"id":"49","type":"follow","account":\#(account)}, {"id":"48","type":"admin.report","account":\#(account)}]
      """#
    let items = try #require(decoder.mentions(Array(body.utf8))).items
    #expect(items.map(\.entry.id) == ["50"])
    #expect(items[0].entry.post.id == "3")
  }

  @Test func `NEW_09 a page of notifications knows its ends, whatever they are`() throws {
    let body = #"""
      [{"id":"52","type":"severed_relationships"}, {"id":51,"type":"follow","account":\#(account)}, {"type":"follow"}, 7,
       {"id":"50","type":"admin.sign_up","account":\#(account)}, {"id":"49","type":"quote","account":\#(account)}]
      """#
    let page = try #require(decoder.notifications(Array(body.utf8)))
    #expect(page.items.map(\.id) == ["51", "50"] && page.items.map(\.kind) == [.follow, .signUp])
    #expect(page.first == "52" && page.last == "49")
    #expect(decoder.notifications(Array("{}".utf8)) == nil)
    #expect(decoder.notifications(Array("[]".utf8))?.first == "")
  }

  @Test func `NEW_09 how far one has read, and how much one has not`() {
    #expect(decoder.marker(Array(#"{"notifications":{"last_read_id":"7","version":1}}"#.utf8)) == "7")
    for text in ["{}", "[]", "", #"{"notifications":null}"#] {
      #expect(decoder.marker(Array(text.utf8)) == nil)
    }
    #expect(decoder.unreadCount(Array(#"{"count":3}"#.utf8)) == 3)
    for text in ["{}", #"{"count":-1}"#, "x"] { #expect(decoder.unreadCount(Array(text.utf8)) == 0) }
  }

  @Test func `relationships are read alone and from lists`() {
    let one = #"{"id":"7","following":true,"requested":true,"followed_by":true,"muting":null}"#
    for body in [one, "[\(one)]"] {
      let relationship = decoder.relationship(body: Array(body.utf8))
      #expect(
        relationship?.id == "7" && relationship?.isFollowing == true && relationship?.isRequested == true)
      #expect(relationship?.isFollowedBy == true && relationship?.isMuting == false)
    }
    #expect(decoder.relationship(body: Array("[]".utf8)) == nil)
  }

  @Test func `a context has what is before and after`() throws {
    let body =
      #"{"x":[{}],"ancestors":[{"id":"1","account":\#(account)},{}],"y":1,"descendants":[{"id":"3","account":\#(account)}]}"#
    var context = try ContextDecoder(Array(body.utf8), decoder)
    var found: [String] = []
    while let (isAncestor, status) = try context.next() {
      found.append((isAncestor ? "above " : "below ") + status.id)
    }
    #expect(found == ["above 1", "below 3"])
    #expect(throws: JSONError.self) { try ContextDecoder(Array("[]".utf8), decoder) }
  }
}
