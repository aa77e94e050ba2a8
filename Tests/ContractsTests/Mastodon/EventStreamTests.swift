import Contracts
import Testing

struct EventStreamTests {
  private static func events(_ pieces: [[UInt8]]) -> [EventStream.Event]? {
    var stream = EventStream()
    var events: [EventStream.Event] = []
    for piece in pieces {
      guard let new = stream.receive(piece) else { return nil }
      events += new
    }
    return events
  }

  private static func event(_ name: String, _ data: String) -> EventStream.Event {
    EventStream.Event(name: name, data: Array(data.utf8))
  }

  /// Lines of Mastodon's server, and others that the standard allows.
  private static let text =
    ":)\n:thump\n\nevent: update\ndata: {\"id\":\"1\"}\n\nevent:delete\r\ndata:7\r\n\r\nid: 9\rdata: a\rdata\rdata: b\r\r"
    + "retry: 5\n\nevent: x\n\nevent: notification\ndata: {\"é\":1}\n\ndata: rest"

  private static let expected = [
    event("update", #"{"id":"1"}"#), event("delete", "7"), event("message", "a\n\nb"),
    event("notification", #"{"é":1}"#),
  ]

  @Test func `NEW_06 events are read wherever the network cuts them`() {
    let bytes = Array(Self.text.utf8)
    #expect(Self.events([bytes]) == Self.expected)
    #expect(Self.events(bytes.map { [$0] }) == Self.expected)
    for cut in bytes.indices {
      #expect(Self.events([Array(bytes[..<cut]), [], Array(bytes[cut...])]) == Self.expected, "\(cut)")
    }
  }

  @Test func `NEW_06 an event without an end is given up`() {
    let half = [UInt8](repeating: 0x61, count: EventStream.maxBytes / 2)
    #expect(Self.events([Array("data:".utf8), half]) == [])
    #expect(Self.events([Array("data:".utf8), half, half, half]) == nil)
    #expect(Self.events([Array("data:".utf8), half, [0x0A], Array("data:".utf8), half, half]) == nil)
  }
}
