import HTTPTypes
import JSON
import NIOCore

/// A client's message over WebSocket (docs.joinmastodon.org/methods/streaming, "Client to server").
enum StreamMessage: Sendable {
  case subscribe(stream: String, tag: String?, list: String?)
  case unsubscribe(stream: String, tag: String?, list: String?)

  /// Returns `nil` for other messages, which are ignored as Mastodon's server does.
  init?(_ text: String) {
    guard let json = try? JSON(parsing: text), let stream = json["stream"]?.string else { return nil }
    let (tag, list) = (json["tag"]?.string, json["list"].flatMap { $0.string ?? $0.int64.map { "\($0)" } })
    switch json["type"]?.string {
    case "subscribe": self = .subscribe(stream: stream, tag: tag, list: list)
    case "unsubscribe": self = .unsubscribe(stream: stream, tag: tag, list: list)
    default: return nil
    }
  }

  /// Carries the message out, and returns what the client has to hear: an error, or `nil`.
  func response(_ hub: StreamingHub, _ connection: StreamConnection) async -> ByteBuffer? {
    do {
      switch self {
      case .subscribe(let stream, let tag, let list):
        try await hub.subscribe(
          connection, to: StreamSubscription(stream: stream, tag: tag, list: list))
      case .unsubscribe(let stream, let tag, let list):
        hub.unsubscribe(connection, from: try StreamSubscription(stream: stream, tag: tag, list: list))
      }
      return nil
    } catch {
      let failure = RequestError(api: error) ?? .internalError
      var writer = JSONWriter()
      writer.object { writer in
        writer.name("error")
        writer.string(failure.message)
        writer.name("status")
        writer.number(failure.status.code)
      }
      return ByteBuffer(bytes: writer.bytes)
    }
  }
}
