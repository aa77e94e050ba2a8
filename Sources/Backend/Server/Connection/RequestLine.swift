import NIOCore
import NIOHTTP1

/// Information in the HTTP/1 request line and head that `HTTPRequest` can't hold (RFC 9112).
///
/// `ConnectionGuard` adds this handler before the codec and reads its properties.
final class RequestLine: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// True for HTTP/1.0. Such a client accepts no chunks and recognizes the end of a response by the end of
  /// the connection.
  private(set) var isOld = false
  /// True if the last request names several hosts (section 3.2).
  private(set) var hasSeveralHosts = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      if head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1) { isOld = true }
      hasSeveralHosts = head.headers["host"].count > 1
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    // For the older version the encoder uses no chunks.
    head.version = .http1_0
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

@available(*, unavailable)
extension RequestLine: Sendable {}
