import NIOCore
import Synchronization

/// The events that wait for a client of server-sent events. The response's task takes them.
final class EventStreamOutlet: StreamOutlet {
  private struct State {
    var waiting: [ByteBuffer] = []
    var bytes = 0
    var reader: CheckedContinuation<ByteBuffer?, Never>?
    var isOver = false
    var seconds = 0
  }

  /// The estimated size of a waiting event without its bytes.
  private static let overhead = 256
  private static let heartbeat = ByteBuffer(string: ":thump\n\n")

  let format = StreamFormat.eventStream
  private let limits: StreamLimits
  private let channel: any Channel
  private let state = Mutex(State())

  init(_ limits: StreamLimits, channel: any Channel) {
    self.limits = limits
    self.channel = channel
  }

  func send(_ bytes: ByteBuffer) {
    let (reader, isSlow) = state.withLock { state -> (CheckedContinuation<ByteBuffer?, Never>?, Bool) in
      guard !state.isOver else { return (nil, false) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, false)
      }
      guard state.bytes + bytes.readableBytes + Self.overhead <= limits.queueBytes else { return (nil, true) }
      state.waiting.append(bytes)
      state.bytes += bytes.readableBytes + Self.overhead
      return (nil, false)
    }
    reader?.resume(returning: bytes)
    if isSlow { end(.slow) }
  }

  func beat() {
    let isDue = state.withLock { state in
      state.seconds += 1
      return state.seconds % limits.heartbeat == 0
    }
    if isDue { send(Self.heartbeat) }
  }

  func end(_ reason: StreamEnd) {
    finish()
    // The response's task waits for the client.
    if reason == .slow { channel.close(promise: nil) }
  }

  /// Ends the stream behind the event that is being written.
  func finish() {
    let reader = state.withLock { state in
      state.isOver = true
      state.waiting = []
      state.bytes = 0
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  /// Returns the next bytes to write; `nil` at the end.
  func next() async -> ByteBuffer? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let next = state.withLock { state -> ByteBuffer?? in
          if state.isOver { return .some(nil) }
          guard !state.waiting.isEmpty else {
            state.reader = continuation
            return nil
          }
          let all = Self.joined(state.waiting)
          state.waiting = []
          state.bytes = 0
          return all
        }
        if let next { continuation.resume(returning: next) }
      }
    } onCancel: {
      finish()
    }
  }

  private static func joined(_ buffers: [ByteBuffer]) -> ByteBuffer {
    guard buffers.count > 1, var all = buffers.first else { return buffers.first ?? ByteBuffer() }
    for buffer in buffers.dropFirst() { all.writeImmutableBuffer(buffer) }
    return all
  }
}
