import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Ends connections that cost too much: requests that arrive too slowly or are too long, responses that take
/// too long, and clients that don't receive their response.
///
/// The last response on a connection says that the connection ends, so that the client sends nothing more on
/// it. If the response comes before the end of a short body, the connection stays open, and the rest of the
/// body is dropped.
///
/// Slow request heads don't get here: the connection's idle timeout ends those.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The size of the system's send buffer, in bytes.
  private static let sendBuffer = SocketOptionValue(128 << 10)
  /// The number of bytes of a body that are still read after the response was sent.
  private static let maxDropped = 64 << 10

  private let limits: ServerLimits
  private let counter: ConnectionCounter
  private let clock: @Sendable () -> NIODeadline
  /// Returns the text under which a peer's connection is counted; `nil` for proxies, which aren't counted.
  private let counted: @Sendable (SocketAddress) -> String?
  /// The text under which this connection is counted.
  private var address: String?
  private var isCounted = false
  private var watch: Scheduled<Void>?
  /// The number of requests whose response isn't finished.
  private var unanswered = 0
  private var isReading = false
  private var isAnswering = false
  private var closesAfterAnswer = false
  /// True if the connection ends with the response to the newest request.
  private var isLastRequest = false
  /// True if the client waits for permission to send the body (RFC 9110 section 10.1.1).
  private var awaitsContinue = false
  /// The body's length in bytes from the request's head; `nil` if the head has none.
  private var bodyLength: Int?
  private let line = RequestLine()
  /// True after the last response or refusal: nothing more is read or written.
  private var isDone = false
  private var bodyBytes = 0
  private var budget: RequestBudget
  private var readingSince: NIODeadline
  /// The start of the interval in which the upload rate is measured. `arrivedBefore` is the number of bytes
  /// received before it.
  private var arrivingSince: NIODeadline
  private var arrivedBefore = 0
  private var waitingSince: NIODeadline
  /// The start of the interval in which the client's receiving rate is measured.
  private var takingSince: NIODeadline
  private var takenBefore = 0
  /// The number of bytes of response bodies that were passed on.
  private var written = 0

  /// - Parameters:
  ///   - clock: Returns the time for measurements. The event loop's clock decides how often they are made.
  ///   - counted: Returns the text under which a peer's connection is counted; `nil` if it isn't counted.
  init(
    limits: ServerLimits, counter: ConnectionCounter, clock: @escaping @Sendable () -> NIODeadline,
    counted: @escaping @Sendable (SocketAddress) -> String?
  ) {
    self.limits = limits
    budget = limits.budget(.get, path: "")
    self.counter = counter
    self.clock = clock
    self.counted = counted
    let now = clock()
    (readingSince, arrivingSince, waitingSince, takingSince) = (now, now, now, now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    // Without a codec, as in a test, the channel doesn't speak HTTP/1.
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(line, position: .before(codec))
  }

  func channelActive(context: ChannelHandlerContext) {
    address = context.remoteAddress.flatMap(counted)
    guard counter.open(address) else {
      isDone = true
      context.close(promise: nil)
      return
    }
    isCounted = true
    // A larger buffer would take megabytes of a response at once and hide for a long time how much the client
    // has received.
    _ = context.channel.setOption(ChannelOptions.socketOption(.so_sndbuf), value: Self.sendBuffer)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if unanswered == 0 { waitingSince = clock() }
      unanswered += 1
      isReading = true
      bodyBytes = 0
      readingSince = clock()
      budget = limits.budget(head.method, path: head.path ?? "")
      (arrivingSince, arrivedBefore) = (readingSince, 0)
      startWatch(context)
      // After a request for another protocol the decoder reads nothing more (RFC 9110 section 7.8).
      isLastRequest = line.isOld || head.headerFields.contains(.upgrade) || head.method == .connect
      bodyLength = head.headerFields[.contentLength].flatMap { Int($0) }
      awaitsContinue = !line.isOld && head.headerFields[.expect]?.lowercased() == "100-continue"
      if line.hasSeveralHosts { return refuse(context, .badRequest) }
      // RFC 9112 section 6.1.
      if let coding = head.headerFields[.transferEncoding], coding.lowercased() != "chunked" {
        return refuse(context, .notImplemented)
      }
    case .body(let bytes):
      awaitsContinue = false
      bodyBytes += bytes.readableBytes
      if bodyBytes > budget.bytes { return refuse(context, .contentTooLarge) }
      // During an upload, the time for the response starts with the last received byte.
      if budget.isUpload, unanswered == 1 { waitingSince = clock() }
    case .end:
      isReading = false
      awaitsContinue = false
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isDone else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isAnswering = true
      if unanswered == 1, isLastRequest || (isReading && !dropsRest) {
        head.headerFields[.connection] = "close"
      }
      if head.headerFields[.connection] == "close" { closesAfterAnswer = true }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body(let bytes):
      written += bytes.readableBytes
      context.write(data, promise: promise)
    case .end:
      isAnswering = false
      unanswered -= 1
      waitingSince = clock()
      guard closesAfterAnswer else {
        context.write(data, promise: promise)
        return
      }
      context.writeAndFlush(data, promise: promise)
      finish(context)
    }
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
  {
    if event is StreamBegins { release() }
    guard event is AwaitedBody.Wanted else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    // A late read of an earlier request's body doesn't concern this request.
    if awaitsContinue, unanswered == 1, !isAnswering, !isDone {
      awaitsContinue = false
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    promise?.succeed()
  }

  /// True if the rest of the request is read while the response is being sent. A client that waits for
  /// permission to send the body may never send it.
  private var dropsRest: Bool {
    !awaitsContinue && (bodyLength.map { $0 - bodyBytes <= Self.maxDropped } ?? false)
  }

  func handlerRemoved(context: ChannelHandlerContext) { watch?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    watch?.cancel()
    watch = nil
    uncount()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is StreamBegins { release() }
    context.fireUserInboundEventTriggered(event)
  }

  /// Frees the address's slot: streams have limits of their own.
  private func release() {
    if isCounted { counter.release(address) }
    address = nil
  }

  private func uncount() {
    if isCounted { counter.close(address) }
    isCounted = false
  }

  /// Responds in place of the server unless a response has begun, and ends the connection.
  private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponse.Status) {
    guard unanswered == 1, !isAnswering else {
      isDone = true
      context.close(promise: nil)
      return
    }
    let body = ByteBuffer(string: #"{"error":""# + status.reasonPhrase + #""}"#)
    let fields: HTTPFields = [
      .contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)",
      .xContentTypeOptions: "nosniff", .connection: "close",
    ]
    context.write(wrapOutboundOut(.head(HTTPResponse(status: status, headerFields: fields))), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    finish(context)
  }

  /// Closes in two steps, so that the response arrives even if the client is still sending (RFC 9112 section
  /// 9.6).
  private func finish(_ context: ChannelHandlerContext) {
    isDone = true
    watch?.cancel()
    // The connection costs nothing more. An address that gets many errors in a row must not use up its
    // connections.
    uncount()
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private func startWatch(_ context: ChannelHandlerContext) {
    guard watch == nil else { return }
    let shortest = min(limits.requestTimeout, limits.responseTimeout, limits.stallInterval)
    let interval = TimeAmount(min(max(shortest / 4, .milliseconds(20)), .seconds(5)))
    watch = context.eventLoop.assumeIsolatedUnsafeUnchecked().scheduleTask(in: interval) {
      self.watch = nil
      self.look(context)
    }
  }

  private func look(_ context: ChannelHandlerContext) {
    guard !isDone else { return }
    let now = clock()
    let waiting = (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    if isReading, now - readingSince > TimeAmount(budget.time) || !isProgressing(now) {
      return refuse(context, .requestTimeout)
    }
    if unanswered > 0, !isAnswering, now - waitingSince > TimeAmount(budget.responseTimeout) {
      return refuse(context, .serviceUnavailable)
    }
    let taken = written - waiting
    if waiting == 0 {
      (takingSince, takenBefore) = (now, taken)
    } else if now - takingSince > TimeAmount(limits.stallInterval) {
      guard taken - takenBefore >= leastTaken else {
        isDone = true
        context.close(promise: nil)
        return
      }
      (takingSince, takenBefore) = (now, taken)
    }
    if unanswered > 0 || isReading || waiting > 0 { startWatch(context) }
  }
}

extension ConnectionGuard {
  /// Returns true if enough of an upload has arrived lately.
  private func isProgressing(_ now: NIODeadline) -> Bool {
    guard budget.isUpload, now - arrivingSince > TimeAmount(limits.stallInterval) else { return true }
    defer { (arrivingSince, arrivedBefore) = (now, bodyBytes) }
    return bodyBytes - arrivedBefore >= leastTaken
  }

  /// The minimum number of bytes in each `stallInterval`.
  private var leastTaken: Int {
    let time = limits.stallInterval.components
    let seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    return max(1, Int(Double(limits.minBytesPerSecond) * seconds))
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
