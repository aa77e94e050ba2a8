import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Ends connections that cost more than they should: requests that trickle in or are too long,
/// answers that are not made in time, clients that do not take what they asked for.
///
/// A connection that ends after a response says so in it, so that the client sends nothing more on it. An early response
/// to a request whose body is short leaves the connection open: the rest is read and dropped.
///
/// Request heads that trickle in are not seen here: the connection's idle time ends those.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// In bytes, of the system's.
  private static let sendBuffer = SocketOptionValue(128 << 10)
  /// In bytes: so much of a body is read although the response has been sent.
  private static let mostDropped = 64 << 10

  private let limits: Limits
  private let counter: ConnectionCounter
  private let clock: @Sendable () -> NIODeadline
  /// Whose connection is counted; nil: it is not, as those of a proxy.
  private let counted: @Sendable (SocketAddress) -> String?
  /// As what this one was counted.
  private var address: String?
  private var isCounted = false
  private var watch: Scheduled<Void>?
  /// Requests whose answer has not ended.
  private var unanswered = 0
  private var isReading = false
  private var isAnswering = false
  private var closesAfterAnswer = false
  /// The connection ends with the response to the newest request.
  private var isLastRequest = false
  /// The client waits to be told to send the body (RFC 9110 section 10.1.1).
  private var awaitsContinue = false
  /// The length that the request's head says, in bytes; `nil` if it doesn't.
  private var bodyLength: Int?
  private let line = RequestLine()
  /// The last word is spoken: nothing more comes in or goes out.
  private var isDone = false
  private var bodyBytes = 0
  private var allowance: Allowance
  private var readingSince: NIODeadline
  /// Since when, and from which byte on, it is measured whether what is sent gets on.
  private var arrivingSince: NIODeadline
  private var arrivedBefore = 0
  private var waitingSince: NIODeadline
  /// Since when the client has been taking what there is: what it took is measured from then on.
  private var takingSince: NIODeadline
  private var takenBefore = 0
  /// Bytes of bodies that were handed on.
  private var written = 0

  /// - Parameters:
  ///   - clock: what is measured goes by it; how often it is looked goes by the event loop's.
  ///   - counted: what a connection from there is counted as; nil: it is not.
  init(
    limits: Limits, counter: ConnectionCounter, clock: @escaping @Sendable () -> NIODeadline,
    counted: @escaping @Sendable (SocketAddress) -> String?
  ) {
    self.limits = limits
    allowance = limits.allowance(.get, path: "")
    self.counter = counter
    self.clock = clock
    self.counted = counted
    let now = clock()
    (readingSince, arrivingSince, waitingSince, takingSince) = (now, now, now, now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    // Without a codec there is no HTTP/1, as in a test.
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
    // Else the system takes megabytes of an answer at once, and says nothing for long of how far the client took them.
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
      allowance = limits.allowance(head.method, path: head.path ?? "")
      (arrivingSince, arrivedBefore) = (readingSince, 0)
      startWatch(context)
      // Behind a request for another protocol the decoder reads nothing more (RFC 9110 section 7.8).
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
      if bodyBytes > allowance.bytes { return refuse(context, .contentTooLarge) }
      // The answer is waited for from the last byte on.
      if allowance.isUpload, unanswered == 1 { waitingSince = clock() }
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
      if unanswered == 1, isLastRequest || (isReading && !dropsRest) { head.headerFields[.connection] = "close" }
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

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is AwaitedBody.Wanted else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    // An earlier request whose body is asked for late means nothing to this one.
    if awaitsContinue, unanswered == 1, !isAnswering, !isDone {
      awaitsContinue = false
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    promise?.succeed()
  }

  /// Whether what is left of the request is read although the response is on its way. Whoever waits to be told to send
  /// the body may send none.
  private var dropsRest: Bool {
    !awaitsContinue && (bodyLength.map { $0 - bodyBytes <= Self.mostDropped } ?? false)
  }

  func handlerRemoved(context: ChannelHandlerContext) { watch?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    watch?.cancel()
    watch = nil
    uncount()
    context.fireChannelInactive()
  }

  private func uncount() {
    if isCounted { counter.close(address) }
    isCounted = false
  }

  /// Answers in the server's place if it has not begun to, and ends the connection.
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

  /// Closes in two steps, so that what was sent arrives even while the client is still sending (RFC 9112 section 9.6).
  private func finish(_ context: ChannelHandlerContext) {
    isDone = true
    watch?.cancel()
    // Nothing more is done for it: an address that gets one error after the other has not that many connections.
    uncount()
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private func startWatch(_ context: ChannelHandlerContext) {
    guard watch == nil else { return }
    let shortest = min(limits.readingTime, limits.answeringTime, limits.stallTime)
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
    if isReading, now - readingSince > TimeAmount(allowance.time) || !getsOn(now) {
      return refuse(context, .requestTimeout)
    }
    if unanswered > 0, !isAnswering, now - waitingSince > TimeAmount(allowance.answering) {
      return refuse(context, .serviceUnavailable)
    }
    let taken = written - waiting
    if waiting == 0 {
      (takingSince, takenBefore) = (now, taken)
    } else if now - takingSince > TimeAmount(limits.stallTime) {
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
  /// Whether enough of an upload came lately.
  private func getsOn(_ now: NIODeadline) -> Bool {
    guard allowance.isUpload, now - arrivingSince > TimeAmount(limits.stallTime) else { return true }
    defer { (arrivingSince, arrivedBefore) = (now, bodyBytes) }
    return bodyBytes - arrivedBefore >= leastTaken
  }

  /// In bytes, of each span of `stallTime`.
  private var leastTaken: Int {
    let time = limits.stallTime.components
    let seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    return max(1, Int(Double(limits.leastBytesPerSecond) * seconds))
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
