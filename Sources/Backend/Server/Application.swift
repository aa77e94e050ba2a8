public import Community
import HTTPTypes
public import Hummingbird
import Invalidation
public import Logging
public import NIOCore
public import Social

/// Composes the server. It is the only place for that, also in tests.
///
/// - Parameters:
///   - now: Returns the time of day.
///   - clock: Returns the time by which connections are measured.
public func buildApplication(
  _ configuration: Configuration,
  community: Community,
  assets: Assets,
  render: @escaping PageRenderer = ScreenPages.render,
  now: @escaping @Sendable () -> Timestamp = { .now },
  clock: @escaping @Sendable () -> NIODeadline = { .now() },
  logger: Logger,
  onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> some ApplicationProtocol {
  let limits = configuration.limits
  let posts = EncodedPosts(byteLimit: configuration.encodedPostBytes)
  let hub = StreamingHub(community: community, limits: limits, posts: posts, logger: logger)
  let (router, gate) = buildRouter(
    configuration, community: community, assets: assets, render: render, posts: posts, hub: hub, now: now)
  let counter = ConnectionCounter(
    limit: limits.connectionsPerAddress, maximum: limits.connections, logger: logger)
  // Without a configured proxy, connections from this machine count like all others.
  let isBehindProxy = configuration.publicURL != nil || configuration.proxies.isNamed
  let proxies = isBehindProxy ? configuration.proxies : nil
  return Application(
    responder: StreamResponder(base: router.buildResponder()),
    server: .http1(
      configuration: .init(
        additionalChannelHandlers: [
          WebSocketUpgrade(hub: hub, gate: gate),
          ConnectionGuard(limits: limits, counter: counter, clock: clock) { peer in
            ClientAddress.counted(peer, behind: proxies)
          },
        ],
        idleTimeout: TimeAmount(limits.idleTimeout),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes / 2, maxHeaderListSize: limits.headerBytes,
          maxHeaderFieldCount: limits.headerCount))),
    configuration: ApplicationConfiguration(
      address: .hostname(configuration.host, port: configuration.port),
      availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
    services: [StreamingService(hub: hub)],
    onServerRunning: onServerRunning,
    logger: logger)
}

func buildRouter(
  _ configuration: Configuration, community: Community, assets: Assets, render: @escaping PageRenderer,
  posts: EncodedPosts, hub: StreamingHub, now: @escaping @Sendable () -> Timestamp
) -> (Router<ServerContext>, StreamGate) {
  let base = PublicBase(configured: configuration.publicURL, proxies: configuration.proxies)
  let fields = ResponseFields(isSecure: base.isSecure)
  let cache = ResponseCache(byteLimit: configuration.responseCacheBytes, revisions: community.revisions) {
    await community.refresh()
  }
  let pages = PageResponder(
    assets: assets, fields: fields, render: render, now: now,
    home: { try await community.isClosed() ? nil : community.moments.home()?.username },
    preview: { try await community.preview() })
  let methods = AllowedMethods()
  let authenticate: @Sendable (String) async throws -> TokenAccess? = {
    try await community.tokens.access(token: $0)
  }
  let isClosed: @Sendable () async throws -> Bool = { try await community.isClosed() }
  let authPages = AuthPages(base: base, assets: assets, fields: fields)
  let pagesController = PagesController(
    community: community, cache: cache, base: base, pages: pages, authPages: authPages)
  let errors = ErrorResponses(fields: fields, methods: methods, pages: pages, base: base)

  let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
  let messages = community.messages
  let publish: @Sendable (String) async -> Void = { await messages.publish(.requests, $0) }
  let limiter = RateLimiter(
    limits: configuration.rateLimits, now: now, publish: messages.isShared ? publish : nil)
  messages.subscribe(.requests) { limiter.receive($0) }
  router.addMiddleware {
    RequestLog()
    ForwardedFields(proxies: configuration.proxies)
    SecurityFields(fields: fields)
    Compression()
    RobotsField(isClosed: isClosed)
    errors
    AddressRateLimits(limiter: limiter, proxies: base.proxies)
    RequestLimits(limits: configuration.limits)
    SignedRequests(
      community: community, base: base, maxBytes: configuration.limits.bodyBytes, now: now)
    ClosedDoors(
      strangers: StrangerPaths(files: Set(assets.responses.keys)), isClosed: isClosed,
      authenticate: authenticate,
      reader: { try await community.readingAddresses.viewer($0) },
      page: { try await pagesController.closedPage($0) })
  }
  let open = router.group().add(middleware: PublicAccess(errors: errors))
  let pieces = MomentsPieces(community: community, byteLimit: configuration.encodedPageBytes)
  let moments = MomentsController(
    community: community, cache: cache, pieces: pieces, base: base, fields: fields, authenticate: authenticate
  )
  moments.addRoutes(to: open)
  moments.addRoutes(to: open.group(RouterPath(ReadingPath.pattern)))
  MediaController(community: community, fields: fields).addRoutes(to: open)
  let contract = ["/user/:username", "/user/:username/tweets"]
  for path in contract + contract.map({ ReadingPath.pattern + $0 }) + [
    "/media/:hash/:name", "/media/:hash/:name/:size", "/.well-known/host-meta",
  ] {
    open.on(RouterPath(path), method: .options) { request, context in PublicAccess.preflight(request, context)
    }
  }
  HostMetaController(base: base, fields: fields).addRoutes(to: open)
  ExportController(community: community, base: base, fields: fields, now: now).addRoutes(to: router)
  HealthController(fields: fields) { _ = try await community.moments.home() }.addRoutes(to: router)
  RobotsController(fields: fields, isClosed: isClosed).addRoutes(to: router)
  pagesController.addRoutes(to: router)
  AssetsController(assets: assets).addRoutes(to: router)
  let reader = ParameterReader(maxBytes: configuration.limits.bodyBytes)
  let gate = APIGate(
    base: base, fields: fields, limiter: limiter, reader: reader,
    cache: APIResponseCache(cache: cache, now: now),
    posts: posts,
    intake: UploadIntake(community: community),
    authenticate: authenticate)
  buildAPI(community, limits: configuration.limits).addRoutes(to: router, gate: gate)
  let streamGate = StreamGate(base: base, limiter: limiter, authenticate: authenticate)
  StreamingController(hub: hub, gate: streamGate, fields: fields).addRoutes(to: router)
  AuthorizeController(community: community, pages: authPages, reader: reader).addRoutes(to: router)
  JoinController(community: community, pages: authPages, reader: reader, limiter: limiter).addRoutes(
    to: router)
  MailController(community: community, pages: authPages, reader: reader, limiter: limiter).addRoutes(
    to: router)
  AboutController(community: community, pages: authPages).addRoutes(to: router)
  PasswordResetController(community: community, pages: authPages, reader: reader, limiter: limiter)
    .addRoutes(to: router)
  methods.fill(from: router)
  return (router, streamGate)
}

/// Returns all operations of the Mastodon client API, the Twitter API and the image feed.
func buildAPI(_ community: Community, limits: ServerLimits = ServerLimits()) -> API {
  var api = API()
  api.addOAuth(community)
  api.addOAuth1(community)
  api.addClientTokens(community)
  api.addTokenInvalidation(community)
  api.addMastodon(community, limits: limits)
  api.addMembership(community)
  api.addCommunity(community)
  api.addInvitations(community)
  api.addSigningClients(community)
  api.addImageFeed(community)
  api.addTwitter(community, limits: limits)
  return api
}
