import NIOCore
import NIOWebSocket
import Synchronization

/// The way to a client over WebSocket. Frames go through the connection's own thread.
final class WebSocketOutlet: StreamOutlet {
  /// The estimated size of a waiting frame without its bytes.
  private static let overhead = 256

  let format = StreamFormat.webSocket
  private let limits: StreamLimits
  private let eventLoop: any EventLoop
  private let stream: NIOLoopBoundBox<WebSocketStream?>
  /// The bytes that the client has not taken yet.
  private let waiting = Atomic(0)
  private let seconds = Atomic(0)

  init(_ limits: StreamLimits, on eventLoop: any EventLoop) {
    self.limits = limits
    self.eventLoop = eventLoop
    stream = NIOLoopBoundBox.makeEmptyBox(valueType: WebSocketStream.self, eventLoop: eventLoop)
  }

  /// Sets the handler of the connection, on the connection's thread; `nil` when it is over.
  func attach(_ stream: WebSocketStream?) { self.stream.value = stream }

  func send(_ bytes: ByteBuffer) {
    let size = bytes.readableBytes + Self.overhead
    guard waiting.add(size, ordering: .relaxed).newValue <= limits.queueBytes else { return end(.slow) }
    eventLoop.execute {
      guard let stream = self.stream.value else {
        self.waiting.subtract(size, ordering: .relaxed)
        return
      }
      stream.write(.text, bytes) { self.waiting.subtract(size, ordering: .relaxed) }
    }
  }

  func beat() {
    guard seconds.add(1, ordering: .relaxed).newValue.isMultiple(of: limits.ping) else { return }
    eventLoop.execute { self.stream.value?.ping() }
  }

  func end(_ reason: StreamEnd) { eventLoop.execute { self.stream.value?.end(reason) } }
}
