import Hummingbird
import NIOCore

/// The body of a request with `Expect: 100-continue`. The client is told to send it when the first piece is
/// read, so that a refused body is never sent (RFC 9110 section 10.1.1).
struct AwaitedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  /// The event that asks `ConnectionGuard` for the interim response.
  struct Wanted: Sendable {}

  let body: RequestBody
  let channel: any Channel

  struct AsyncIterator: AsyncIteratorProtocol {
    var iterator: RequestBody.AsyncIterator
    /// The connection; `nil` after the client was told to send.
    var channel: (any Channel)?

    mutating func next() async throws -> ByteBuffer? {
      channel?.triggerUserOutboundEvent(Wanted(), promise: nil)
      channel = nil
      return try await iterator.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(iterator: body.makeAsyncIterator(), channel: channel)
  }
}
