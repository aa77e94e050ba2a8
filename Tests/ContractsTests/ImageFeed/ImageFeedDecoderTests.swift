import Contracts
import Social
import TestSupport
import Testing

struct ImageFeedDecoderTests {
  @Test func `COM_09 a page is read in its order`() throws {
    let page = """
      {"items":[
        {"id":"\(UUIDs.first)","description":"A description","location":"A location","image":"https://a-url.com/1.jpg"},
        {"id":"\(UUIDs.second)","image":"2.jpg","status_id":"114","more":[{}]}],"more":1}
      """
    #expect(
      try feed(page) == [
        FeedImage(
          id: UUIDs.first, description: "A description", location: "A location",
          url: "https://a-url.com/1.jpg"),
        FeedImage(id: UUIDs.second, url: "https://feed.example.org/base/2.jpg", postID: "114"),
      ])
  }

  @Test func `COM_09 comments are read in their order`() throws {
    let page = """
      {"items":[
        {"id":"\(UUIDs.first)","message":"a message","created_at":"2020-08-28T15:07:02+00:00","author":{"username":"a"}},
        {"id":"\(UUIDs.second)","message":"朋友\\n圈","created_at":"2020-01-01T12:31:22Z","author":{"username":"b","x":1}}]}
      """
    #expect(
      try comments(page) == [
        ImageComment(
          id: UUIDs.first, message: "a message", createdAt: Timestamp(milliseconds: 1_598_627_222_000),
          author: "a"),
        ImageComment(
          id: UUIDs.second, message: "朋友\n圈", createdAt: Timestamp(milliseconds: 1_577_881_882_000),
          author: "b"),
      ])
  }

  @Test(arguments: [
    "", " ", "null", "[]", "{}", "1", "any invalid", #"{"items":null}"#, #"{"items":{}}"#, #"{"items":"[]"}"#,
    #"{"error":"losted"}"#, #"{"items":[]"#, #"{"items":[]}}"#, #"{"Items":[]}"#, "<!doctype html>", "\u{0}",
  ])
  func `COM_05 what is no such document is invalid data`(body: String) throws {
    #expect(try feed(body) == nil)
    #expect(try comments(body) == nil)
  }

  @Test func `COM_05 bytes that are no text are invalid data`() throws {
    let decoder = try ImageFeedDecoder.made()
    #expect(decoder.feed(body: [0xFF, 0xFE, 0x00]) == nil)
    #expect(decoder.comments(body: Array(#"{"items":["#.utf8) + [0xC3, 0x28] + Array("]}".utf8)) == nil)
    #expect(decoder.feed(body: Array(repeating: UInt8(ascii: "["), count: 100_000)) == nil)
  }

  @Test func `COM_05 no items are a page`() throws {
    #expect(try feed(#"{"items":[]}"#) == [])
    #expect(try comments(#" {"items" : [ ] } "#) == [])
  }

  @Test(arguments: [
    "null", "1", #""x""#, "[]", "{}", #"{"id":null,\#(image)}"#, #"{\#(image)}"#, #"{"id":7,\#(image)}"#,
    #"{"id":"7",\#(image)}"#, #"{"id":"",\#(image)}"#,
    #"{"id":"2239CBA2-CB35-4392-ADC0-24A37D38E01Z",\#(image)}"#,
    #"{\#(id)}"#, #"{\#(id),"image":null}"#, #"{\#(id),"image":5}"#, #"{\#(id),"image":""}"#,
    #"{\#(id),"image":["https://a-url.com"]}"#, #"{\#(id),"image":"not a url"}"#,
    #"{\#(id),"image":"javascript:alert(1)"}"#, #"{\#(id),"image":"data:image/png;base64,AA"}"#,
    #"{\#(id),"image":"https://a-url.com/\#(String(repeating: "a", count: 5000))"}"#,
    #"{\#(id),\#(image),"description":5}"#, #"{\#(id),\#(image),"description":{}}"#,
    #"{\#(id),\#(image),"location":["x"]}"#, #"{\#(id),\#(image),"location":true}"#,
  ])
  func `COM_10 a bad picture costs only itself`(item: String) throws {
    let good = #"{"id":"\#(UUIDs.second)","image":"https://a-url.com/2.jpg"}"#
    #expect(try feed("{\"items\":[\(item),\(good),\(item)]}")?.map(\.id) == [UUIDs.second])
  }

  @Test(arguments: [
    #""description":null"#, #""location":null"#, #""description":"""#, #""location":"","status_id":null"#,
    #""status_id":5"#, #""status_id":"""#,
  ])
  func `COM_01 description and location may be missing`(members: String) throws {
    let page = #"{"items":[{\#(id),\#(image),\#(members)}]}"#
    #expect(try feed(page) == [FeedImage(id: UUIDs.first, url: "https://a-url.com/1.jpg")])
  }

  @Test(arguments: [
    "null", "{}", #"{\#(message),\#(date),\#(author)}"#, #"{"id":"x",\#(message),\#(date),\#(author)}"#,
    #"{\#(id),\#(date),\#(author)}"#, #"{\#(id),"message":null,\#(date),\#(author)}"#,
    #"{\#(id),"message":5,\#(date),\#(author)}"#, #"{\#(id),\#(message),\#(author)}"#,
    #"{\#(id),\#(message),"created_at":null,\#(author)}"#,
    #"{\#(id),\#(message),"created_at":1589973899,\#(author)}"#,
    #"{\#(id),\#(message),"created_at":"2020-09-31T11:24:59+0000",\#(author)}"#,
    #"{\#(id),\#(message),"created_at":"2020-05",\#(author)}"#,
    #"{\#(id),\#(message),"created_at":"yesterday",\#(author)}"#,
    #"{\#(id),\#(message),"created_at":"2020-05-20T11:24:59.\#(String(repeating: "0", count: 90))Z",\#(author)}"#,
    #"{\#(id),\#(message),\#(date)}"#, #"{\#(id),\#(message),\#(date),"author":null}"#,
    #"{\#(id),\#(message),\#(date),"author":"ada"}"#, #"{\#(id),\#(message),\#(date),"author":{}}"#,
    #"{\#(id),\#(message),\#(date),"author":{"username":null}}"#,
    #"{\#(id),\#(message),\#(date),"author":{"username":5}}"#,
  ])
  func `COM_10 a bad comment costs only itself`(item: String) throws {
    let good = #"{"id":"\#(UUIDs.second)",\#(message),\#(date),\#(author)}"#
    #expect(try comments("{\"items\":[\(item),\(good),\(item)]}")?.map(\.id) == [UUIDs.second])
  }

  /// The texts aren't test arguments, because the log would contain them.
  @Test func `COM_10 an enormous text costs only its item`() throws {
    let enormous = String(repeating: "a", count: 400_001)
    for name in ["description", "location"] {
      #expect(try feed("{\"items\":[{\(id),\(image),\"\(name)\":\"\(enormous)\"}]}") == [])
    }
    #expect(try comments("{\"items\":[{\(id),\"message\":\"\(enormous)\",\(date),\(author)}]}") == [])
    let name = #""author":{"username":"\#(enormous)"}"#
    #expect(try comments("{\"items\":[{\(id),\(message),\(date),\(name)}]}") == [])
  }

  @Test func `COM_10 an id is taken once in whatever case`() throws {
    let bad = #"{"id":"\#(UUIDs.first)"}"#
    let lower = #"{"id":"\#(UUIDs.first.lowercased())","image":"https://a-url.com/1.jpg"}"#
    let upper = #"{\#(id),"image":"https://a-url.com/2.jpg"}"#
    let images = try feed("{\"items\":[\(bad),\(lower),\(upper)]}")
    #expect(images == [FeedImage(id: UUIDs.first, url: "https://a-url.com/1.jpg")])
    let comment = #"{\#(id),\#(message),\#(date),\#(author)}"#
    #expect(try comments("{\"items\":[\(comment),\(comment)]}")?.count == 1)
  }

  @Test func `COM_10 the own server's pictures stay relative`() throws {
    let decoder = ImageFeedDecoder(origin: .own(try .made("https://example.org")))
    let page = #"{"items":[{\#(id),"image":"https://example.org/media/a/w640.webp"}]}"#
    #expect(decoder.feed(body: Array(page.utf8))?.first?.url == "/media/a/w640.webp")
  }

  @Test func `COM_10 no bytes make it fail`() throws {
    let decoder = try ImageFeedDecoder.made()
    var random = SeededGenerator(seed: 7)
    let page = Array(#"{"items":[{\#(id),\#(image),\#(message),\#(date),\#(author)}]}"#.utf8)
    for _ in 0..<2000 {
      var bytes = page
      for _ in 0...random.below(4) {
        let index = random.below(bytes.count)
        if random.chance(50) { bytes[index] = UInt8(random.below(256)) } else { bytes.remove(at: index) }
      }
      if let images = decoder.feed(body: bytes) { #expect(images.count <= 1) }
      if let comments = decoder.comments(body: bytes) { #expect(comments.count <= 1) }
    }
  }

  private func feed(_ body: String) throws -> [FeedImage]? {
    try ImageFeedDecoder.made().feed(body: Array(body.utf8))
  }

  private func comments(_ body: String) throws -> [ImageComment]? {
    try ImageFeedDecoder.made().comments(body: Array(body.utf8))
  }
}

enum UUIDs {
  static let first = "2239CBA2-CB35-4392-ADC0-24A37D38E010"
  static let second = "500BDBB9-8C4D-4F57-9BB2-0EE8F2C2B0AA"
}

private let id = #""id":"\#(UUIDs.first)""#
private let image = #""image":"https://a-url.com/1.jpg""#
private let message = #""message":"a message""#
private let date = #""created_at":"2020-05-20T11:24:59+0000""#
private let author = #""author":{"username":"ada"}"#

extension ImageFeedDecoder {
  static func made() throws -> ImageFeedDecoder {
    ImageFeedDecoder(origin: .other(try .made("https://feed.example.org/base")))
  }
}
