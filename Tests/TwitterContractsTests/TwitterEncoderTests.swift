import Contracts
import JSON
import Social
import TestSupport
import Testing
import TwitterContracts

struct TwitterEncoderTests {
  private static func profile(_ name: String, id: String, cover: String? = nil) -> Profile {
    Profile(
      id: id, account: .made(name, nick: "\(name) & <co>", avatar: "/media/\(name).png", cover: cover),
      bio: .text("R&D at https://example.com"),
      fields: [
        .init(name: "Town", value: .text("Athens")), .init(name: "Page", value: .text("https://a.example/x")),
      ],
      createdAt: .at("2018-10-10T20:19:24Z"), followersCount: 2, followingCount: 3, postsCount: 4)
  }

  private static func post(_ text: String, replyTo: Post.Reply? = nil) -> Post {
    Post(
      id: "9007199254740993", author: profile("ada", id: "7"), content: .text(text), language: "en",
      createdAt: .at("2018-10-10T20:19:24Z"), replyTo: replyTo,
      mentions: [.init(id: "8", username: "bob", handle: "bob", url: "/@bob")], repostsCount: 3,
      favouritesCount: 5, client: .init(name: "A & B", website: "https://b.example/\"x"))
  }

  private static let encoder = TwitterEncoder(prefix: "https://example.org")

  private static func tweet(
    _ entry: TimelineEntry, encoder: TwitterEncoder = encoder,
    _ change: (inout TweetOptions) -> Void = { _ in }
  ) throws -> JSON {
    var options = TweetOptions()
    change(&options)
    return try JSON(parsing: JSONWriter.text { encoder.tweet(entry, options: options, &$0) })
  }

  private static func tweet(
    _ post: Post, _ change: (inout TweetOptions) -> Void = { _ in }
  ) throws -> JSON { try tweet(TimelineEntry(post), change) }

  private static func indices(_ entity: JSON?) -> [Int] { entity?["indices"]?.array?.compactMap(\.int) ?? [] }

  private static func names(_ json: JSON?) -> Set<String> { Set(json?.members?.map(\.name) ?? []) }

  @Test func `a tweet has the members that all recorded ones have`() throws {
    let tweet = try Self.tweet(Self.post("Hi <you> & @bob @nobody #Tag https://e.example/a?b&c"))
    let expected =
      "created_at id id_str text truncated entities source in_reply_to_status_id in_reply_to_status_id_str "
      + "in_reply_to_user_id in_reply_to_user_id_str in_reply_to_screen_name geo coordinates place "
      + "contributors is_quote_status retweet_count favorite_count favorited retweeted lang user "
      + "possibly_sensitive"
    #expect(Self.names(tweet) == Set(expected.split(separator: " ").map(String.init)))
    #expect(tweet.text("created_at") == "Wed Oct 10 20:19:24 +0000 2018")
    #expect(tweet["id"]?.int64 == 9_007_199_254_740_993)
    #expect(tweet.text("id_str") == "9007199254740993")
    #expect(
      tweet.text("text") == "Hi &lt;you&gt; &amp; @bob @nobody #Tag https://e.example/a?b&amp;c")
    #expect(
      tweet.text("source") == #"<a href="https://b.example/%22x" rel="nofollow">A &amp; B</a>"#)
    #expect(tweet["retweet_count"]?.int == 3 && tweet["favorite_count"]?.int == 5)
    for name in [
      "in_reply_to_status_id", "in_reply_to_status_id_str", "in_reply_to_user_id", "in_reply_to_user_id_str",
      "in_reply_to_screen_name", "geo", "coordinates", "place", "contributors",
    ] {
      #expect(tweet[name] == .null, "\(name)")
    }
    let entities = tweet["entities"]
    #expect(Self.names(entities) == ["hashtags", "symbols", "user_mentions", "urls"])
    let mentions = try #require(entities?["user_mentions"]?.array)
    #expect(mentions.map { $0.text("screen_name") } == ["bob"])
    #expect(mentions.first?["id"]?.int64 == 8 && Self.indices(mentions.first) == [21, 25])
    let tag = entities?["hashtags"]?.array?.first
    #expect(tag?.text("text") == "Tag" && Self.indices(tag) == [34, 38])
    let url = entities?["urls"]?.array?.first
    #expect(
      url?.text("url") == "https://e.example/a?b&amp;c"
        && url?.text("expanded_url") == "https://e.example/a?b&c"
        && url?.text("display_url") == "e.example/a?b&c"
        && Self.indices(url) == [39, 66])
  }

  @Test func `a client without a page is a link to the server`() throws {
    var post = Self.post("Hi")
    for website in [nil, ""] as [String?] {
      post.client = .init(name: "A & B", website: website)
      #expect(
        try Self.tweet(post).text("source") == #"<a href="https://example.org" rel="nofollow">A &amp; B</a>"#)
    }
    post.client = nil
    #expect(try Self.tweet(post).text("source") == "")
  }

  @Test func `the options of a request change the shape`() throws {
    let post = Self.post("@bob @ada hello", replyTo: .init(id: "5", author: "8"))
    let extended = try Self.tweet(post) { $0.isExtended = true }
    #expect(extended["text"] == nil && extended.text("full_text") == "@bob @ada hello")
    // Ada is not among the mentions, so the second handle is text.
    #expect(extended["display_text_range"]?.array?.map(\.int) == [5, 15])
    #expect(extended["in_reply_to_status_id"]?.int64 == 5 && extended.text("in_reply_to_user_id_str") == "8")
    #expect(extended.text("in_reply_to_screen_name") == "bob")
    #expect(
      try Self.tweet(Self.post("@bob hello")) { $0.isExtended = true }["display_text_range"]?.array?
        .map(\.int) == [0, 10])
    let trimmed = try Self.tweet(post) { $0.hasTrimmedUser = true }
    #expect(Self.names(trimmed["user"]) == ["id", "id_str"])
    let bare = try Self.tweet(post) { $0.hasEntities = false }
    #expect(bare["entities"] == nil && bare["user"]?["entities"] == nil)
    var encoder = Self.encoder
    encoder.ownReposts[post.id] = "12"
    #expect(try Self.tweet(TimelineEntry(post), encoder: encoder)["current_user_retweet"] == nil)
    #expect(
      try Self.tweet(TimelineEntry(post), encoder: encoder) { $0.hasOwnRepost = true }[
        "current_user_retweet"]?.text("id_str") == "12")
  }

  @Test func `pictures share a link at the end of the text`() throws {
    var post = Self.post("a & b")
    let size = try #require(PixelSize(width: 3000, height: 1500))
    let pictures = ["/1.jpg", "https://img.example/2.jpg"].map {
      Picture(url: $0, size: size, description: "A bird")
    }
    post.attachments = pictures.enumerated().map { index, picture in
      Post.Attachment(id: "\(index + 1)", kind: .image, picture: picture, url: picture.url)
    }
    let tweet = try Self.tweet(post) {
      $0.isExtended = true
      $0.hasDescriptions = true
    }
    let page = "https://example.org/@ada/9007199254740993"
    #expect(tweet.text("full_text") == "a &amp; b " + page)
    #expect(tweet["display_text_range"]?.array?.map(\.int) == [0, 9])
    #expect(tweet["entities"]?["media"]?.array?.count == 1)
    let media = try #require(tweet["extended_entities"]?["media"]?.array)
    #expect(media.map { $0["id"]?.int } == [1, 2])
    #expect(
      media.map { $0.text("media_url_https") } == ["https://example.org/1.jpg", "https://img.example/2.jpg"])
    for one in media {
      #expect(Self.indices(one) == [10, 10 + page.count] && one.text("url") == page)
      #expect(one.text("ext_alt_text") == "A bird" && one.text("type") == "photo")
      #expect(one["sizes"]?["medium"]?["w"]?.int == 1200 && one["sizes"]?["medium"]?["h"]?.int == 600)
      #expect(Self.names(one["sizes"]) == ["thumb", "small", "medium", "large"])
    }
    #expect(tweet["possibly_sensitive"] == .bool(false))
    #expect(try Self.tweet(Self.post("a"))["possibly_sensitive"] == nil)
    #expect(try Self.tweet(Self.post("a"))["extended_entities"] == nil)
  }

  @Test func `a warning hides text and pictures behind a link`() throws {
    var post = Self.post("the end of the film")
    post.warning = "Spoiler"
    post.attachments = [.init(id: "1", kind: .image, picture: .made(), url: "")]
    let tweet = try Self.tweet(post)
    let page = "https://example.org/@ada/9007199254740993"
    #expect(tweet.text("text") == "Spoiler " + page)
    #expect(tweet["entities"]?["media"] == nil && tweet["possibly_sensitive"] == .bool(true))
    #expect(tweet["entities"]?["urls"]?.array?.first?.text("expanded_url") == page)
    var video = Self.post("")
    video.attachments = [.init(id: "1", kind: .video, picture: .made(), url: "")]
    #expect(try Self.tweet(video).text("text") == page)
  }

  @Test func `the author of a post that is not for everybody shows as protected`() throws {
    var post = Self.post("For some")
    for visibility in Visibility.allCases {
      post.visibility = visibility
      #expect(
        try Self.tweet(post)["user"]?["protected"]
          == .bool(visibility != .everybody && visibility != .unlisted))
    }
  }

  @Test func `a repost holds the post and quotes its text`() throws {
    let post = Self.post("Hi @bob")
    let entry = TimelineEntry(
      id: "77", createdAt: .at("2020-01-01T00:00:00Z"), post: post, reposter: Self.profile("eve", id: "9"))
    let tweet = try Self.tweet(entry)
    #expect(tweet.text("id_str") == "77" && tweet["user"]?.text("screen_name") == "eve")
    #expect(tweet.text("text") == "RT @ada: Hi @bob")
    #expect(tweet["favorite_count"]?.int == 0 && tweet["retweet_count"]?.int == 3)
    let mentions = tweet["entities"]?["user_mentions"]?.array ?? []
    #expect(mentions.map { $0.text("screen_name") } == ["ada", "bob"])
    #expect(mentions.map(Self.indices) == [[3, 7], [12, 16]])
    #expect(tweet["retweeted_status"] == (try Self.tweet(post)))
  }

  @Test func `a user has the members that all recorded ones have`() throws {
    var encoder = Self.encoder
    var relationship = Relationship(id: "7")
    relationship.isFollowing = true
    relationship.isMuting = true
    encoder.relationships["7"] = relationship
    encoder.favouritesCounts["7"] = 6
    let profile = Self.profile("ada", id: "7")
    let user = try JSON(parsing: JSONWriter.text { encoder.user(profile, &$0) })
    let expected =
      "id id_str name screen_name location description url entities protected followers_count friends_count "
      + "listed_count created_at favourites_count utc_offset time_zone geo_enabled verified statuses_count "
      + "lang contributors_enabled is_translator is_translation_enabled profile_background_color "
      + "profile_background_image_url profile_background_image_url_https profile_background_tile "
      + "profile_image_url profile_image_url_https profile_link_color profile_sidebar_border_color "
      + "profile_sidebar_fill_color profile_text_color profile_use_background_image has_extended_profile "
      + "default_profile default_profile_image following follow_request_sent notifications translator_type"
    #expect(Self.names(user) == Set(expected.split(separator: " ").map(String.init)))
    #expect(user.text("name") == "ada & <co>" && user.text("description") == "R&D at https://example.com")
    #expect(user.text("url") == "https://a.example/x" && user["following"] == .bool(true))
    #expect(Self.indices(user["entities"]?["url"]?["urls"]?.array?.first) == [0, 19])
    #expect(Self.indices(user["entities"]?["description"]?["urls"]?.array?.first) == [7, 26])
    #expect(user["favourites_count"]?.int == 6 && user["friends_count"]?.int == 3)
    #expect(user.text("profile_image_url_https") == "https://example.org/media/ada.png")
    #expect(user.text("profile_background_image_url") == "https://example.org" + DefaultPicture.header)
    let listed = try JSON(
      parsing: JSONWriter.text {
        encoder.user(
          Self.profile("ada", id: "7", cover: "/c.jpg"), isInList: true,
          latest: TimelineEntry(Self.post("x")),
          &$0)
      })
    #expect(
      Self.names(listed).subtracting(Self.names(user)) == [
        "profile_banner_url", "live_following", "muting", "blocking", "blocked_by", "status",
      ])
    #expect(listed["muting"] == .bool(true) && listed["status"]?["user"] == nil)
    #expect(listed["status"]?.text("text") == "x")
  }

  @Test func `an avatar has the suffix that clients exchange`() throws {
    let account = Account.made("ada", avatar: "/media/ab12/original.jpg", cover: "/media/cd34/original.jpg")
    let user = try JSON(
      parsing: JSONWriter.text { Self.encoder.user(Profile(id: "7", account: account), &$0) })
    for name in ["profile_image_url", "profile_image_url_https"] {
      #expect(user.text(name) == "https://example.org/media/ab12/original_normal.jpg")
    }
    #expect(user.text("profile_banner_url") == "https://example.org/media/cd34/original.jpg")
    for (name, file) in [
      ("original_normal.jpg", "original.jpg"), ("original_400x400.jpg", "original.jpg"),
      ("original.jpg:large", "original.jpg"), ("original.jpg", "original.jpg"), ("s180.webp", "s180.webp"),
      ("original_huge.jpg", "original_huge.jpg"), ("original", "original"), ("_normal", "_normal"), ("", ""),
    ] {
      #expect(PictureSuffix.removed(from: name) == file)
    }
  }

  @Test func `a stranger's view and an empty profile have no nulls where apps don't expect them`() throws {
    let user = try JSON(
      parsing: JSONWriter.text { Self.encoder.user(Profile(id: "7", account: .made("ada")), &$0) })
    #expect(user["following"] == .bool(false) && user.text("description") == "" && user["url"] == .null)
    #expect(user["default_profile_image"] == .bool(true))
    #expect(Self.names(user["entities"]) == ["description"])
    #expect(user.text("profile_image_url") == "https://example.org" + DefaultPicture.avatar)
  }
}
