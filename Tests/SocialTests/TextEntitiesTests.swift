import Social
import TestSupport
import Testing

struct TextEntitiesTests {
  /// The links, mentions and tags in the text.
  private func found(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return TextEntities(text).all.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("@anna", ["@anna"]), ("Hello @anna!", ["@anna"]), ("@anna@example.org.", ["@anna@example.org"]),
      ("@anna, @bob: (@carl) \"@dora\"", ["@anna", "@bob", "@carl", "@dora"]), (".@anna", ["@anna"]),
      ("@anna.", ["@anna"]), ("@anna's", ["@anna"]), ("@Anna_9-x.y", ["@Anna_9-x.y"]), ("@anna-", ["@anna"]),
      ("@anna@", ["@anna"]), ("@anna@b@c", ["@anna@b"]), ("@@anna", ["@anna"]),
      ("@anna@127.0.0.1", ["@anna@127.0.0.1"]),
      ("你好@anna你好", ["@anna"]), ("你好，@anna，", ["@anna"]), ("สวัสดี@anna", ["@anna"]), ("😀@anna😀", ["@anna"]),
      ("مرحبا @anna، مرحبا", ["@anna"]), ("@anna\n@bob", ["@anna", "@bob"]),
      ("anna@example.org", []), ("josé@example.org", []), ("анна@example.org", []), ("/@anna", []),
      ("a=@anna", []),
      ("_@anna", []), ("مرحبا@anna", []), ("@", []), ("@ anna", []), ("@-anna", []), ("@安娜", []), ("@.a", []),
      ("a@b @c", ["@c"]), ("@annaé", ["@anna"]),
    ])
  func `mentions are found after punctuation but not inside words`(text: String, mentions: [String]) {
    #expect(found(text) == mentions)
  }

  @Test func `a mention knows whom and where`() {
    #expect(
      TextEntities("a @Anna @Bob@Example.org").all.map(\.kind) == [
        .mention(username: "Anna", server: nil), .mention(username: "Bob", server: "Example.org"),
      ])
  }

  @Test(
    arguments: [
      ("#swift", ["#swift"]), ("a #swift, #Web3!", ["#swift", "#Web3"]), ("(#a)", ["#a"]), ("#朋友圈", ["#朋友圈"]),
      ("#朋友圈，#上海。", ["#朋友圈", "#上海"]), ("＃東京 ok", ["＃東京"]), ("#مرحبا بك", ["#مرحبا"]), ("#สวัสดี", ["#สวัสดี"]),
      ("#हिन्दी है", ["#हिन्दी"]), ("#한국어", ["#한국어"]), ("#Привет!", ["#Привет"]), ("#a_b", ["#a_b"]), ("#a-b", ["#a"]),
      ("#2026年", ["#2026年"]), ("#4x4", ["#4x4"]), ("#میخواهم", ["#میخواهم"]),
      ("#می\u{200C}خواهم", ["#می\u{200C}خواهم"]),
      ("#レター・オブ", ["#レター・オブ"]), ("#a·", ["#a"]), ("#a😀", ["#a"]), ("😀#a", ["#a"]), ("，#a", ["#a"]),
      ("_#a", ["#a"]),
      ("#话题#你好", ["#话题"]), ("##a", ["#a"]), ("#a#b", ["#a"]), ("#a\n#b", ["#a", "#b"]), ("#é", ["#é"]),
      ("#e\u{301}", ["#e\u{301}"]),
      ("#4242", []), ("#١٢٣", []), ("#１２", []), ("C#", []), ("C# a", []), ("a#b", []), ("#", []), ("# a", []),
      ("#_", []), ("#!", []),
      ("&#39;", []), ("&amp;", []), ("&#x27;", ["#x27"]), ("/#a", []), ("=#a", []), (")#a", []), ("你好#a", []),
      ("#😀", []),
    ])
  func `Tags of any script are found`(text: String, tags: [String]) {
    #expect(found(text) == tags)
  }

  @Test func `a tag has a longest length`() {
    #expect(found("#" + String(repeating: "朋", count: 100)).count == 1)
    #expect(found("#" + String(repeating: "朋", count: 101)) == [])
  }

  @Test func `tags are compared without regard to case`() {
    #expect(
      TextEntities("#Swift #SWIFT #swift #ÉTÉ #été #Привет #朋友圈").tags == ["swift", "été", "привет", "朋友圈"])
  }

  @Test(
    arguments: [
      ("https://a.b/@anna#tag", ["https://a.b/@anna#tag"]),
      ("see https://a.b/(c), @d #e", ["https://a.b/(c)", "@d", "#e"]),
      ("看https://a.b/c朋友@d", ["https://a.b/c", "@d"]), ("xhttps://a.b/@c#d", []), ("http://#a", []),
      ("https://a.b/São#x @d", ["https://a.b/São#x", "@d"]), ("https://a.b/朋友@d", ["https://a.b/朋友@d"]),
    ])
  func `nothing is found inside a URL`(text: String, entities: [String]) {
    #expect(found(text) == entities)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `entities are in order within the text and on whole characters`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "@", "#", "＃", "a", "7", "_", ".", "-", "・", "朋", "é", "😀", " ", "https://", "(", ")", "/", "\u{200C}",
    ]
    var text = ""
    for _ in 0..<generator.below(30) { text += generator.pick(pieces) }
    text += generator.text(atMost: 10)
    let bytes = Array(text.utf8)
    var end = 0
    for entity in TextEntities(text).all {
      #expect(
        entity.range.lowerBound >= end && entity.range.upperBound <= bytes.count && !entity.range.isEmpty)
      end = entity.range.upperBound
      #expect(bytes[entity.range.lowerBound] & 0xC0 != 0x80)
      #expect(end == bytes.count || bytes[end] & 0xC0 != 0x80)
    }
  }
}
