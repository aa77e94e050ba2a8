import JSON
import NIOCore
import NIOWebSocket

/// A connection that has become a WebSocket. It gives no frames to the handlers behind it, which know only
/// HTTP.
final class WebSocketStream: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The time that a client has to end the connection after it was asked to (RFC 6455 section 7.1.1).
  private static let closing = TimeAmount.seconds(2)

  private let hub: StreamingHub
  private let connection: StreamConnection
  private let outlet: WebSocketOutlet
  private var context: ChannelHandlerContext?
  private var isClosing = false
  private var awaitsPong = false
  /// The start of the interval in which messages are counted.
  private var countingSince = NIODeadline.now()
  private var messages = 0
  private var waiting: [StreamMessage] = []
  private var isBusy = false

  init(_ hub: StreamingHub, _ connection: StreamConnection, _ outlet: WebSocketOutlet) {
    self.hub = hub
    self.connection = connection
    self.outlet = outlet
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    outlet.attach(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  private func leave() {
    context = nil
    outlet.attach(nil)
    hub.close(connection)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: receive(frame)
    // JSON is text.
    case .binary: close(.unacceptableData)
    case .ping: write(.pong, frame.unmaskedData)
    case .pong: awaitsPong = false
    case .connectionClose:
      if isClosing { return context.close(promise: nil) }
      isClosing = true
      write(.connectionClose, closeCode(of: frame)) { context.close(promise: nil) }
    default: close(.protocolError)
    }
  }

  /// Returns the status code of a client's close, which the response repeats.
  private func closeCode(of frame: WebSocketFrame) -> ByteBuffer {
    var data = frame.unmaskedData
    return data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer()
  }

  private func receive(_ frame: WebSocketFrame) {
    guard !isClosing else { return }
    let now = NIODeadline.now()
    if now - countingSince > .seconds(10) { (countingSince, messages) = (now, 0) }
    messages += 1
    guard messages <= hub.limits.streams.messages else { return close(.policyViolation) }
    guard let text = String(validating: frame.unmaskedData.readableBytesView, as: UTF8.self) else {
      return close(.dataInconsistentWithMessage)
    }
    if let message = StreamMessage(text) { handle(message) }
  }

  /// Handles messages one after the other.
  func handle(_ message: StreamMessage) {
    guard waiting.count < hub.limits.streams.messages else { return close(.policyViolation) }
    waiting.append(message)
    if !isBusy { handleNext() }
  }

  private func handleNext() {
    guard let context, !waiting.isEmpty else {
      isBusy = false
      return
    }
    isBusy = true
    let message = waiting.removeFirst()
    let promise = context.eventLoop.makePromise(of: ByteBuffer?.self)
    promise.completeWithTask { [hub, connection] in await message.response(hub, connection) }
    promise.futureResult.assumeIsolated().whenSuccess { response in
      if let response { self.write(.text, response) }
      self.handleNext()
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      close(.messageTooLarge)
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is UnmaskedFrame: close(.protocolError)
    default: context.close(promise: nil)
    }
  }

  func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, then: (() -> Void)? = nil) {
    guard let context else {
      then?()
      return
    }
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    guard let then else { return context.writeAndFlush(wrapOutboundOut(frame), promise: nil) }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { _ in then() }
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
  }

  func ping() {
    guard !isClosing else { return }
    guard !awaitsPong else { return drop() }
    awaitsPong = true
    write(.ping, ByteBuffer())
  }

  func end(_ reason: StreamEnd) {
    switch reason {
    case .revoked: close(.normalClosure)
    case .shutdown: close(.goingAway)
    // The registered codes "service restart" and "try again later" (IANA, WebSocket Close Code Numbers).
    case .interrupted: close(.unknown(1012))
    case .slow:
      close(.unknown(1013))
      // The frame waits behind what the client doesn't take.
      drop()
    }
  }

  private func drop() { context?.close(promise: nil) }

  /// Asks the client to end the connection, which it soon does or not.
  private func close(_ code: WebSocketErrorCode) {
    guard !isClosing, let context else { return }
    isClosing = true
    // Events stop at once.
    hub.close(connection)
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    write(.connectionClose, data)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.closing) { channel.close(promise: nil) }
  }
}

/// The error that a client sent a frame without a mask (RFC 6455 section 5.1).
struct UnmaskedFrame: Error {}

/// Refuses unmasked frames, before fragments are joined to a frame without a mask.
final class MaskCheck: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard unwrapInboundIn(data).maskKey != nil else { return context.fireErrorCaught(UnmaskedFrame()) }
    context.fireChannelRead(data)
  }
}

@available(*, unavailable)
extension MaskCheck: Sendable {}

@available(*, unavailable)
extension WebSocketStream: Sendable {}
