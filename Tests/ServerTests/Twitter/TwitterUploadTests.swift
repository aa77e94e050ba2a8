import HTTPTypes
import JSON
import TestSupport
import Testing

/// Pictures that come in parts, as clients of the Twitter API send them.
@Suite struct TwitterUploadTests {
  private static let picture = TestPicture.png(width: 60, height: 40, left: [200, 0, 0])

  private func begin(_ size: Int, by member: MastodonClient) async throws -> MastodonClient.Reply {
    try await member.tweet("media/upload", "command=INIT&media_type=image/png&total_bytes=\(size)")
  }

  private func append(
    _ bytes: some Sequence<UInt8>, _ number: Int, to id: String, by member: MastodonClient
  ) async throws -> MastodonClient.Reply {
    try await member.form(
      .post, "/1.1/media/upload.json",
      [
        .field("command", "APPEND"), .field("media_id", id), .field("segment_index", "\(number)"),
        .file("media", Array(bytes)),
      ])
  }

  private func finish(_ id: String, by member: MastodonClient) async throws -> MastodonClient.Reply {
    try await member.tweet("media/upload", "command=FINALIZE&media_id=\(id)")
  }

  private func id(_ reply: MastodonClient.Reply) -> String { reply.json["media_id_string"]?.string ?? "" }

  @Test func `NEW_03 a picture comes in parts, in any order and some of them twice`() async throws {
    try await withMembers("ann") { _, members in
      let ann = members[0]
      let begun = try await begin(Self.picture.count, by: ann)
      #expect(begun.status == 202 && begun.json["media_id"]?.int64 == Int64(id(begun)))
      let half = Self.picture.count / 2
      for (number, part) in [
        (1, Self.picture[half...]), (0, Self.picture[..<half]), (1, Self.picture[half...]),
      ] {
        let reply = try await append(part, number, to: id(begun), by: ann)
        #expect(reply.status == 204 && reply.text.isEmpty, "\(number): \(reply.status) \(reply.text)")
      }
      let done = try await finish(id(begun), by: ann)
      #expect(done.status == 201 && id(done) == id(begun), "\(done.text)")
      #expect(done.json["image"]?["w"]?.int == 60 && done.json["image"]?["h"]?.int == 40)
      #expect(try await finish(id(begun), by: ann).status == 201, "whose response was lost asks again")
      let tweet = try await ann.tweet("statuses/update", "status=x&media_ids=\(id(begun))")
      #expect(tweet.json["entities"]?["media"]?.array?.count == 1, "\(tweet.text)")
    }
  }

  @Test func `NEW_03 a client asks how far its picture is`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      func state(_ id: String, by member: MastodonClient) async throws -> MastodonClient.Reply {
        try await member.twitter("media/upload?command=STATUS&media_id=\(id)")
      }
      let begun = id(try await begin(Self.picture.count, by: ann))
      let waiting = try await state(begun, by: ann)
      #expect(waiting.status == 200 && id(waiting) == begun, "\(waiting.text)")
      #expect(waiting.json["processing_info"]?["state"]?.string == "pending")
      #expect(waiting.json["processing_info"]?["check_after_secs"]?.int == 1)
      #expect(try await append(Self.picture, 0, to: begun, by: ann).status == 204)
      let finished = try await finish(begun, by: ann)
      #expect(finished.status == 201 && finished.json["processing_info"] == nil, "\(finished.text)")
      let done = try await state(begun, by: ann)
      #expect(done.json["processing_info"]?["state"]?.string == "succeeded", "\(done.text)")
      #expect(done.json["image"]?["w"]?.int == 60)
      #expect(try await state(begun, by: bob).twitterCode == 325, "it is another member's")
      for query in ["", "?command=STATUS", "?media_id=\(begun)", "?command=INIT&total_bytes=5"] {
        #expect(try await ann.twitter("media/upload" + query).twitterCode == 38, "\(query)")
      }
      #expect(try await state("1", by: ann).twitterCode == 325)
    }
  }

  @Test func `NEW_03 what is not all there, too much or no picture is refused`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let begun = id(try await begin(Self.picture.count, by: ann))
      #expect(try await finish(begun, by: ann).twitterCode == 324, "nothing came")
      #expect(try await append(Self.picture + [1], 0, to: begun, by: ann).twitterCode == 324)
      #expect(try await append(Self.picture.dropLast(), 0, to: begun, by: ann).status == 204)
      #expect(try await append([1, 2], 1, to: begun, by: ann).twitterCode == 324, "one more than announced")
      for number in [-1, 1000, Int.max] {
        #expect(try await append([1], number, to: begun, by: ann).status != 204, "\(number)")
      }
      #expect(try await finish(begun, by: ann).twitterCode == 324, "the last byte is missing")
      #expect(try await append([1], 1, to: begun, by: bob).twitterCode == 325, "it is another member's")
      #expect(try await finish(begun, by: bob).twitterCode == 325)
      #expect(try await append(Self.picture.suffix(1), 1, to: begun, by: ann).status == 204)
      #expect(try await finish(begun, by: ann).status == 201)
      let text = Array("no picture".utf8)
      let other = id(try await begin(text.count, by: ann))
      #expect(try await append(text, 0, to: other, by: ann).status == 204)
      #expect(try await finish(other, by: ann).twitterCode == 324)
      #expect(try await finish(other, by: ann).twitterCode == 325, "nothing of it is left")
      for size in ["", "0", "-1", "99999999999", "9223372036854775808", "x"] {
        let refused = try await ann.tweet("media/upload", "command=INIT&total_bytes=\(size)")
        #expect([38, 324].contains(refused.twitterCode), "\(size): \(refused.text)")
      }
      for step in ["APPEND", "FINALIZE", "STATUS", "init", "FINALIZE&media_id=1"] {
        let refused = try await ann.tweet("media/upload", "command=\(step)")
        #expect([38, 325].contains(refused.twitterCode), "\(step): \(refused.text)")
      }
    }
  }

  @Test func `NEW_03 of the uploads that somebody doesn't end, only the newest are kept`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let his = id(try await begin(Self.picture.count, by: bob))
      var begun: [String] = []
      for _ in 0..<5 { begun.append(id(try await begin(Self.picture.count, by: ann))) }
      for (number, id) in begun.enumerated() {
        let reply = try await append(Self.picture, 0, to: id, by: ann)
        #expect(reply.status == (number == 0 ? 400 : 204), "\(number)")
      }
      #expect(try await append(Self.picture, 0, to: his, by: bob).status == 204)
    }
  }
}
