import Contracts
import JSON
import Social
import TestSupport
import Testing

struct MomentsEncoderTests {
  @Test func `MOM_06 a profile has the names of the contract`() {
    let account = Account.made("ada", nick: "Ada", avatar: "/media/a.png", cover: "/media/c.jpg")
    #expect(
      JSONWriter.text { MomentsEncoder(prefix: "https://example.org").profile(account, &$0) }
        == #"{"username":"ada","nick":"Ada","avatar":"https://example.org/media/a.png","#
        + #""profile-image":"https://example.org/media/c.jpg"}"#)
  }

  @Test func `MOM_06 what a profile lacks is an empty text`() {
    #expect(
      JSONWriter.text { MomentsEncoder().profile(.made("ada", nick: "Ada"), &$0) }
        == #"{"username":"ada","nick":"Ada","avatar":"","profile-image":""}"#)
  }

  @Test func `MOM_06 a post has the names of the contract`() throws {
    let ada = Account.made("ada", nick: "Ada")
    let bob = Account.made("bob", nick: "Bob", avatar: "https://img.example.org/b.png")
    let size = try #require(PixelSize(width: 82, height: 82))
    let post = MomentsPost(
      id: "7", sender: ada, text: "Hello",
      pictures: [
        Picture(
          url: "/1.jpg", size: PixelSize(width: 800, height: 600),
          variants: [
            .init(url: "/1-s.jpg", size: size, shape: .square),
            .init(url: "/1-m.jpg", size: size, shape: .whole),
          ],
          description: "A bird")
      ],
      comments: [
        Comment(id: "8", sender: bob, text: "Hi", createdAt: Timestamp(milliseconds: 0)),
        Comment(id: "9", sender: ada, text: "Ho", replyTo: .init(id: "8", sender: bob)),
      ], likes: [bob], createdAt: Timestamp(milliseconds: 1))
    let adaText = #"{"username":"ada","nick":"Ada","avatar":""}"#
    let bobText = #"{"username":"bob","nick":"Bob","avatar":"https://img.example.org/b.png"}"#
    #expect(
      JSONWriter.text { MomentsEncoder(prefix: "https://example.org").post(post, &$0) }
        == #"{"id":"7","created_at":"1970-01-01T00:00:00.001Z","sender":\#(adaText),"content":"Hello","#
        + #""images":[{"url":"https://example.org/1.jpg","width":800,"height":600,"description":"A bird","#
        + #""sizes":[{"url":"https://example.org/1-s.jpg","width":82,"height":82,"crop":"square"},"#
        + #"{"url":"https://example.org/1-m.jpg","width":82,"height":82}]}],"#
        + #""comments":[{"id":"8","created_at":"1970-01-01T00:00:00.000Z","sender":\#(bobText),"content":"Hi"},"#
        + #"{"id":"9","sender":\#(adaText),"content":"Ho","reply_to":{"id":"8","sender":\#(bobText)}}],"#
        + #""likes":[\#(bobText)]}"#)
  }

  @Test func `NEW_22 a link's card has its address, its title and a small picture`() {
    let sender = #"{"username":"ada","nick":"Ada","avatar":""}"#
    func json(_ picture: Picture?) -> String {
      var post = MomentsPost(sender: .made("ada", nick: "Ada"), text: "https://a.example/x")
      post.linkPreview = MomentsPost.LinkPreview(
        url: "https://a.example/x", title: "A & b", picture: picture)
      return JSONWriter.text { MomentsEncoder(prefix: "https://example.org").post(post, &$0) }
    }
    let start = #"{"sender":\#(sender),"content":"https://a.example/x","#
    let card = #""card":{"url":"https://a.example/x","title":"A & b""#
    let end = #","comments":[],"likes":[]}"#
    #expect(json(nil) == start + card + "}" + end)
    #expect(
      json(Picture(url: "/media/1/s180.webp"))
        == start + card + #","image":"https://example.org/media/1/s180.webp"}"# + end)
  }

  @Test func `NEW_17 a post that isn't public has its audience, and the circles if they are there`() {
    let sender = #"{"username":"ada","nick":"Ada","avatar":""}"#
    func json(
      _ visibility: Visibility, _ circles: [Post.ChosenCircle] = [], hasPoll: Bool = false
    ) -> String {
      let post = MomentsPost(
        sender: .made("ada", nick: "Ada"), text: "Hi", visibility: visibility, circles: circles,
        hasPoll: hasPoll)
      return JSONWriter.text { MomentsEncoder().post(post, &$0) }
    }
    func expected(_ members: String) -> String {
      #"{"sender":\#(sender),"content":"Hi",\#(members)"comments":[],"likes":[]}"#
    }
    #expect(json(.everybody) == expected(""))
    for (visibility, name) in [
      (.unlisted, "unlisted"), (.members, "members"), (.followers, "private"), (.circles, "circles"),
    ] as [(Visibility, String)] {
      #expect(json(visibility) == expected(#""audience":"\#(name)","#))
    }
    let circles = [
      Post.ChosenCircle(id: "1", name: "Family", isExcepted: false),
      Post.ChosenCircle(id: "2", name: "Kids", isExcepted: true, isOfFollowers: true),
    ]
    #expect(
      json(.circles, circles)
        == expected(
          #""audience":"circles","circles":[{"id":"1","title":"Family","excluded":false},"#
            + #"{"id":"2","title":"Kids","excluded":true,"excluded_from":"followers"}],"#))
    #expect(json(.everybody, hasPoll: true) == expected(#""poll":true,"#), "NEW_21")
    #expect(json(.members, hasPoll: true) == expected(#""audience":"members","poll":true,"#))
  }

  @Test(arguments: [
    #""audience":"public""#, #""audience":"me""#, #""audience":7,"circles":7"#, #""audience":null,"poll":1"#,
    #""audience":[],"circles":[{"id":"1","title":"Family"}],"poll":"true""#, #""poll":false"#,
  ])
  func `NEW_17 an unknown audience isn't named, and other fields stay`(fields: String) throws {
    let json = try JSON(
      parsing: Array(#"{"sender":{"username":"ada","nick":"Ada"},"content":"Hi",\#(fields)}"#.utf8))
    let post = try MomentsDecoder(origin: .own(.made("https://example.org"))).post(json).get()
    #expect(post == MomentsPost(sender: .made("ada", nick: "Ada"), text: "Hi"))
  }

  @Test func `NEW_17 circles belong to posts for circles, and those without a name are left out`() throws {
    func circles(_ audience: String) throws -> [String] {
      let json = try JSON(
        parsing: Array(
          (#"{"sender":{"username":"ada"},"content":"Hi","audience":"\#(audience)","#
            + #""circles":[{"id":1,"title":"Family"},{"id":"2"},{"title":"Club"},{"id":"3","title":" "},7]}"#)
            .utf8))
      let decoder = try MomentsDecoder(origin: .own(.made("https://example.org")))
      return try decoder.post(json).get().circles.map(\.name)
    }
    #expect(try circles("circles") == ["Family"])
    #expect(try circles("members") == [])
  }

  @Test func `MOM_06 the response is a bare array`() {
    #expect(JSONWriter.text { MomentsEncoder().posts([], &$0) } == "[]")
    let text = JSONWriter.text { MomentsEncoder().posts([.made(nil), .made(nil)], &$0) }
    #expect(text.hasPrefix(#"[{"sender""#) && text.hasSuffix("}]"))
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `MOM_06 what is written is read back`(seed: UInt64) throws {
    var generator = RandomPosts(seed: seed)
    let posts = (0..<4).map { _ in generator.post() }
    let profile = generator.account(hasCover: true)
    let server = try ServerAddress.made("https://example.org")
    // Root-relative URLs stay so, both in the page itself and over the network to the server's own app.
    for prefix in ["", server.origin] {
      let encoder = MomentsEncoder(prefix: prefix)
      let decoder = MomentsDecoder(origin: .own(server))
      var writer = JSONWriter()
      encoder.posts(posts, &writer)
      let items = try #require(try JSON(parsing: writer.bytes).array)
      #expect(try items.map { try decoder.post($0).get() } == posts)
      writer = JSONWriter()
      encoder.profile(profile, &writer)
      #expect(decoder.profile(try JSON(parsing: writer.bytes)) == profile)
    }
  }
}
