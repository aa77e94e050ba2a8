import Community
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Streams as server-sent events (docs.joinmastodon.org/methods/streaming). WebSockets don't get here
/// (`WebSocketUpgrade`).
struct StreamingController: Sendable {
  let hub: StreamingHub
  let gate: StreamGate
  let fields: ResponseFields

  static let path = "/api/v1/streaming"

  private static let untilAllKnow = Duration.milliseconds(150)

  /// The streams' names by the end of their paths.
  private static let streams = [
    "user": "user", "user/notification": "user:notification", "public": "public",
    "public/local": "public:local", "public/remote": "public:remote", "hashtag": "hashtag",
    "hashtag/local": "hashtag:local", "list": "list", "direct": "direct",
  ]

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get(RouterPath(Self.path + "/health")) { _, _ in
      var headers = fields.common
      headers.append(contentsOf: APIFields.publicAccess)
      headers[.contentType] = "text/plain; charset=utf-8"
      headers[.cacheControl] = "private, no-store"
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: "OK")))
    }
    for (end, stream) in Self.streams {
      router.get(RouterPath("\(Self.path)/\(end)")) { request, context in
        try await response(to: request, context, stream: stream)
      }
      router.on(RouterPath("\(Self.path)/\(end)"), method: .options) { _, _ in
        APIFields.preflight(methods: "GET, HEAD")
      }
    }
    for path in [Self.path, Self.path + "/**"] {
      router.get(RouterPath(path)) { request, context in
        let error = RequestError(status: .badRequest, message: "Unknown channel requested")
        return try await unknown(request, context, error)
      }
    }
  }

  private func unknown(
    _ request: Request, _ context: ServerContext, _ error: RequestError
  ) async throws -> Response {
    _ = try await gate.admit(request, peer: context.remoteAddress)
    throw error
  }

  private func response(
    to request: Request, _ context: ServerContext, stream: String
  ) async throws -> Response {
    let revision = hub.revision
    let access = try await gate.admit(request, peer: context.remoteAddress)
    let query = request.uri.query
    let onlyMedia = ["1", "true"].contains(queryValue("only_media", in: query) ?? "")
    let subscription = try StreamSubscription(
      stream: stream + (onlyMedia && stream.hasPrefix("public") ? ":media" : ""),
      tag: queryValue("tag", in: query), list: queryValue("list", in: query))
    guard access.may(subscription.scope) else { throw RequestError.outsideScopes }
    var headers = fields.common
    headers.append(contentsOf: APIFields.publicAccess)
    headers[.contentType] = "text/event-stream"
    headers[.cacheControl] = "private, no-store, no-transform"
    // nginx would gather events otherwise.
    headers[.accelBuffering] = "no"
    guard request.method == .get else { return Response(status: .ok, headers: headers) }
    let outlet = EventStreamOutlet(hub.limits.streams, channel: context.channel)
    let connection = try hub.open(access, outlet)
    // Also if the response never begins.
    context.channel.closeFuture.whenComplete { _ in hub.close(connection) }
    do {
      try await hub.confirm(connection, since: revision)
      try await hub.subscribe(connection, to: subscription)
    } catch {
      hub.close(connection)
      throw error
    }
    context.channel.triggerUserOutboundEvent(StreamBegins(outlet: outlet), promise: nil)
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        defer { hub.close(connection) }
        // The client may catch up now: later events reach it, also those of other processes, each of which
        // then knows what happened before (`Community.refresh`).
        if hub.community.messages.isShared { try await Task.sleep(for: Self.untilAllKnow) }
        try await writer.write(ByteBuffer(string: ":)\n"))
        while let bytes = await outlet.next() { try await writer.write(bytes) }
        try await writer.finish(nil)
      })
  }
}

/// The event that tells a connection's handlers that it carries streams from now on.
struct StreamBegins: Sendable {
  /// The stream that the response is; `nil` for a WebSocket.
  let outlet: EventStreamOutlet?
}

/// Runs the hub beside the server. It stops after the server, which waits for its streams.
struct StreamingService: Service {
  let hub: StreamingHub

  func run() async throws { await cancelWhenGracefulShutdown { await hub.run() } }
}
