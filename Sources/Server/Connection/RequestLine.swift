import NIOCore
import NIOHTTP1

/// Knows what HTTP/1 says of a request and `HTTPRequest` has no place for (RFC 9112).
///
/// `ConnectionGuard` puts it before the codec, and asks it.
final class RequestLine: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The client speaks HTTP/1.0: it takes no chunks, and knows the end of a response by the end of the connection.
  private(set) var isOld = false
  /// The last request names several hosts (section 3.2).
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
    // Of the older version the encoder makes no chunks.
    head.version = .http1_0
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

@available(*, unavailable)
extension RequestLine: Sendable {}
