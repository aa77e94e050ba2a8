import Contracts
import JSON
import TestSupport
import Testing

/// Reads what other servers' streams sent.
struct RecordedStreamTests {
  private static func events(_ pieces: [[UInt8]]) -> [EventStream.Event]? {
    var (stream, events) = (EventStream(), [EventStream.Event]())
    for piece in pieces {
      guard let new = stream.receive(piece) else { return nil }
      events += new
    }
    return events
  }

  private static func bytes(_ session: String) throws -> [UInt8] {
    session.hasSuffix(".http")
      ? try Recording(response: session).body : Array(try Recording.events(messages: session).joined())
  }

  private static let sessions = [
    "mastodon-user.http", "mastodon-direct.http", "gotosocial-user.jsonl", "pleroma-user.jsonl",
  ]

  @Test(arguments: [
    (
      "mastodon-user.http",
      [
        "update", "update", "status.update", "notification", "notification", "notification", "announcement",
        "announcement.reaction", "announcement.delete", "notifications_merged", "delete",
      ]
    ),
    ("mastodon-direct.http", ["conversation"]),
    (
      "gotosocial-user.jsonl",
      [
        "update", "update", "status.update", "update", "notification", "filters_changed", "filters_changed",
        "update", "notification", "update", "notification", "delete", "delete",
      ]
    ),
    (
      "pleroma-user.jsonl",
      [
        "update", "update", "status.update", "notification", "notification", "notification",
        "pleroma:chat_update", "pleroma:follow_relationships_update", "pleroma:respond", "delete", "delete",
      ]
    ),
  ])
  func `NEW_06 all events of another server's session are read`(session: String, names: [String]) throws {
    let events = try #require(Self.events([try Self.bytes(session)]))
    #expect(events.map(\.name) == names)
    for event in events where event.name != "delete" && event.name != "filters_changed" {
      #expect((try? JSON(parsing: event.data)) != nil, "\(event.name)")
    }
  }

  @Test func `NEW_06 a server's own pieces are read`() throws {
    let recording = try Recording(response: "mastodon-user.http")
    #expect(recording.status == 200 && recording.pieces.first == Array(":)\n".utf8))
    #expect(recording.pieces.contains(Array(":thump\n\n".utf8)), "the heartbeat")
    #expect(Self.events(recording.pieces) == Self.events([recording.body]))
  }

  @Test(arguments: sessions)
  func `NEW_06 a session is read wherever the network cuts it, with either end of lines`(session: String)
    throws
  {
    let bytes = try Self.bytes(session)
    let whole = try #require(Self.events([bytes]))
    #expect(!whole.isEmpty && Self.events(bytes.map { [$0] }) == whole)
    let lines = bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
    #expect(Self.events([lines]) == whole && Self.events(lines.map { [$0] }) == whole)
    for seed in 0..<20 as Range<UInt64> {
      var (generator, rest, pieces) = (SeededGenerator(seed: seed), lines[...], [[UInt8]]())
      while !rest.isEmpty {
        let length = generator.below(seed.isMultiple(of: 2) ? 7 : 2_000)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      #expect(Self.events(pieces) == whole, "seed \(seed)")
    }
  }

  @Test(arguments: sessions)
  func `NEW_06 a session that ends in the middle has all events before`(session: String) throws {
    let bytes = try Self.bytes(session)
    let whole = try #require(Self.events([bytes]))
    var count = 0
    for end in stride(from: 0, through: bytes.count, by: 61) {
      let events = try #require(Self.events([Array(bytes[..<end])]))
      #expect(events == Array(whole.prefix(events.count)) && events.count >= count, "\(end)")
      count = events.count
    }
  }

  @Test func `NEW_06 a long line is read whole`() throws {
    let data = [UInt8](repeating: UInt8(ascii: "a"), count: EventStream.maxBytes - 100)
    let bytes = Array("event: update\ndata: ".utf8) + data + Array("\n\n".utf8)
    #expect(Self.events([bytes]) == [EventStream.Event(name: "update", data: data)])
  }
}
