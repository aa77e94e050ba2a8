import Contracts
import JSON
import Social
import TestSupport
import Testing

@testable import Server

struct ImageFeedEncoderTests {
  private let first = "11E123D5-2772-4BBB-8A12-CF8F9F8F1E5E"
  private let second = "31768993-1A2E-4B65-BD2A-D4D0C1E8F0AA"
  private let encoder = ImageFeedEncoder(prefix: "https://example.org")

  @Test func `COM_09 the responses are those of the contract`() {
    let images = [
      FeedImage(id: first, description: "D", location: "L", url: "/media/a/w640.webp", postID: "7"),
      FeedImage(id: second, url: "https://elsewhere.example.org/2.jpg"),
    ]
    #expect(
      JSONWriter.text { encoder.feed(images, &$0) } == """
        {"items":[{"id":"\(first)","description":"D","location":"L",\
        "image":"https://example.org/media/a/w640.webp","status_id":"7"},\
        {"id":"\(second)","image":"https://elsewhere.example.org/2.jpg"}]}
        """)
    let comments = [
      ImageComment(
        id: first, message: "Hi", createdAt: Timestamp(milliseconds: 1_589_973_899_999), author: "ada")
    ]
    #expect(
      JSONWriter.text { encoder.comments(comments, &$0) } == """
        {"items":[{"id":"\(first)","message":"Hi","created_at":"2020-05-20T11:24:59+0000",\
        "author":{"username":"ada"}}]}
        """)
    #expect(JSONWriter.text { encoder.feed([], &$0) } == #"{"items":[]}"#)
    #expect(JSONWriter.text { encoder.comments([], &$0) } == #"{"items":[]}"#)
  }

  @Test func `COM_09 what is written is read`() throws {
    let decoder = ImageFeedDecoder(origin: .other(try #require(ServerAddress("https://example.org"))))
    var random = SeededGenerator(seed: 20)
    for _ in 0..<200 {
      let images = [first, second].map { id in
        FeedImage(
          id: id, description: random.some(), location: random.some(),
          url: "https://example.org/\(random.below(99))",
          postID: "\(random.below(99))")
      }
      let written = JSONWriter.text { encoder.feed(images, &$0) }
      #expect(decoder.feed(body: Array(written.utf8)) == images)
      let comments = [first, second].map { id in
        ImageComment(
          id: id, message: CleanText.text(random.text()),
          createdAt: Timestamp(milliseconds: Int64(random.below(2_000_000_000)) * 1000),
          author: CleanText.name(random.text()))
      }
      let page = JSONWriter.text { encoder.comments(comments, &$0) }
      #expect(decoder.comments(body: Array(page.utf8)) == comments)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func some() -> String? {
    let text = CleanText.text(text())
    return text.isEmpty ? nil : text
  }
}
