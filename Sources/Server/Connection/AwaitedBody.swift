import Hummingbird
import NIOCore

/// The body of a request with `Expect: 100-continue`: the client is told to send it when the first piece is wanted, so that
/// one that is refused is never sent (RFC 9110 section 10.1.1).
struct AwaitedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  /// Asks `ConnectionGuard` for the interim response.
  struct Wanted: Sendable {}

  let body: RequestBody
  let channel: any Channel

  struct AsyncIterator: AsyncIteratorProtocol {
    var iterator: RequestBody.AsyncIterator
    /// `nil` once the client was told.
    var channel: (any Channel)?

    mutating func next() async throws -> ByteBuffer? {
      channel?.triggerUserOutboundEvent(Wanted(), promise: nil)
      channel = nil
      return try await iterator.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: body.makeAsyncIterator(), channel: channel) }
}
