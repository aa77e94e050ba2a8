/// Reads a stream of server-sent events, in pieces as they come (WHATWG HTML, 9.2.6).
///
/// Ids and reconnection times are left out: Mastodon servers send none.
public struct EventStream: Equatable, Sendable {
  public struct Event: Equatable, Sendable {
    /// The kind, such as `update`; `message` if the server names none.
    public let name: String
    public let data: [UInt8]

    public init(name: String, data: [UInt8]) {
      self.name = name
      self.data = data
    }
  }

  /// The greatest number of bytes of one event. A server that sends more is not understood.
  public static let maxBytes = 1 << 20

  /// The line that has not ended, and the fields of the event that has not ended.
  private var line: [UInt8] = []
  private var name = ""
  private var data: [UInt8]?
  private var endsWithCR = false

  public init() {}

  /// Returns the events that a piece completes; `nil` if an event is too long.
  public mutating func receive(_ piece: [UInt8]) -> [Event]? {
    var events: [Event] = []
    for byte in piece {
      let wasCR = endsWithCR
      endsWithCR = byte == UInt8(ascii: "\r")
      if endsWithCR || byte == UInt8(ascii: "\n") {
        // A line may end with both.
        if !endsWithCR, wasCR { continue }
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
        if line.count + (data?.count ?? 0) > Self.maxBytes { return nil }
      }
    }
    return events
  }

  /// Reads a line; an empty one ends an event.
  private mutating func endLine() -> Event? {
    defer { line = [] }
    guard !line.isEmpty else {
      defer { (name, data) = ("", nil) }
      return data.map { Event(name: name.isEmpty ? "message" : name, data: $0) }
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if line[..<colon].elementsEqual("event".utf8) {
      name = String(decoding: value, as: UTF8.self)
    } else if line[..<colon].elementsEqual("data".utf8) {
      data = data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
    }
    return nil
  }
}
