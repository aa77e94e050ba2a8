import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Turns a connection into a WebSocket for streams, with any request of it. Proxies keep connections for many
/// requests, and NIO's own upgrade works with the first one only (decision 0070).
///
/// After that the handlers of HTTP behind this one get nothing more, and those before it are gone.
final class WebSocketUpgrade: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum Phase {
    case http
    /// The token is being checked.
    case opening
    case webSocket
    case refused
  }

  private let hub: StreamingHub
  private let gate: StreamGate
  private var phase = Phase.http
  /// The number of requests whose response isn't finished.
  private var unanswered = 0
  /// The stream of server-sent events that the connection carries now.
  private var eventStream: EventStreamOutlet?

  init(hub: StreamingHub, gate: StreamGate) {
    self.hub = hub
    self.gate = gate
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Behind a request for another protocol the decoder reads nothing more, so this is its end.
    guard phase == .http else { return }
    if case .head(let head) = unwrapInboundIn(data) {
      if unanswered == 0, WebSocketHandshake.isFor(head) { return open(context, head) }
      unanswered += 1
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard phase == .http else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    if case .end = unwrapOutboundIn(data) {
      unanswered -= 1
      eventStream = nil
    }
    context.write(data, promise: promise)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
  {
    guard let event = event as? StreamBegins else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    eventStream = event.outlet
    promise?.succeed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent: hub.stop()
    case ChannelEvent.inputClosed:
      eventStream?.finish()
      if phase != .http { context.close(promise: nil) }
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    eventStream?.finish()
    context.fireChannelInactive()
  }

  private struct Opened: Sendable {
    let connection: StreamConnection
    let outlet: WebSocketOutlet
  }

  private func open(_ context: ChannelHandlerContext, _ head: HTTPRequest) {
    phase = .opening
    let handshake: WebSocketHandshake
    do { handshake = try WebSocketHandshake(head) } catch { return refuse(context, error) }
    let (hub, gate, peer, eventLoop) = (hub, gate, context.remoteAddress, context.eventLoop)
    let promise = eventLoop.makePromise(of: Opened.self)
    promise.completeWithTask {
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
      let revision = hub.revision
      let access = try await gate.admit(request, peer: peer, subprotocol: handshake.subprotocol)
      let outlet = WebSocketOutlet(hub.limits.streams, on: eventLoop)
      let connection = try hub.open(access, outlet)
      try await hub.confirm(connection, since: revision)
      return Opened(connection: connection, outlet: outlet)
    }
    let timeout = eventLoop.assumeIsolatedUnsafeUnchecked().scheduleTask(
      in: TimeAmount(hub.limits.streams.opening)
    ) {
      self.refuse(context, RequestError.busy)
    }
    promise.futureResult.assumeIsolated().whenComplete { result in
      timeout.cancel()
      switch result {
      case .success(let opened):
        guard self.phase == .opening, context.channel.isActive else { return hub.close(opened.connection) }
        self.begin(
          context, opened, handshake, query: head.path?.split(separator: "?", maxSplits: 1).dropFirst().first)
      case .failure(let error): self.refuse(context, RequestError(api: error) ?? .internalError)
      }
    }
  }

  /// Refuses with an empty body and the reason in a field, as Mastodon's server does.
  private func refuse(_ context: ChannelHandlerContext, _ error: RequestError) {
    guard phase == .opening else { return }
    phase = .refused
    var fields: HTTPFields = [
      .connection: "close", .contentLength: "0", .errorMessage: error.message, .cacheControl: "no-store",
    ]
    if error.status.code == 426 {
      fields[.upgrade] = "websocket"
      fields[.secWebSocketVersion] = "13"
    }
    fields[.wwwAuthenticate] = error.challenge
    if let seconds = error.retryAfter { fields[.retryAfter] = "\(seconds)" }
    context.write(
      wrapOutboundOut(.head(HTTPResponse(status: error.status, headerFields: fields))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private func begin(
    _ context: ChannelHandlerContext, _ opened: Opened, _ handshake: WebSocketHandshake, query: Substring?
  ) {
    phase = .webSocket
    var fields: HTTPFields = [
      .upgrade: "websocket", .connection: "Upgrade", .secWebSocketAccept: handshake.accept,
    ]
    // Browsers end a connection whose response doesn't repeat a subprotocol.
    fields[.secWebSocketProtocol] = handshake.subprotocol
    let head = HTTPResponse(status: .switchingProtocols, headerFields: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireUserInboundEventTriggered(StreamBegins(outlet: nil))
    let stream = WebSocketStream(hub, opened.connection, opened.outlet)
    let limit = hub.limits.streams.messageBytes
    removeHTTP(context).assumeIsolated().whenComplete { result in
      do {
        try result.get()
        try context.pipeline.syncOperations.addHandlers(
          [
            WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)),
            MaskCheck(),
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: limit),
            stream,
          ], position: .first)
      } catch {
        self.hub.close(opened.connection)
        context.close(promise: nil)
        return
      }
      let query = query.map(String.init)
      guard let name = queryValue("stream", in: query), !name.isEmpty else { return }
      stream.handle(
        .subscribe(stream: name, tag: queryValue("tag", in: query), list: queryValue("list", in: query)))
    }
  }

  /// Removes the handlers of HTTP before this one, and the one that ends idle connections. The decoder comes
  /// last, as it passes on what it still has.
  private func removeHTTP(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    let pipeline = context.pipeline.syncOperations
    let handlers = [
      try? pipeline.context(handlerType: HTTPConnectionStateHandler.self),
      try? pipeline.context(handlerType: HTTPResponseEncoder.self),
      try? pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self),
      try? pipeline.context(handlerType: RequestLine.self),
      try? pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self),
    ].compactMap(\.self)
    return EventLoopFuture.andAllSucceed(
      handlers.map { pipeline.removeHandler(context: $0) }, on: context.eventLoop)
  }
}

@available(*, unavailable)
extension WebSocketUpgrade: Sendable {}
