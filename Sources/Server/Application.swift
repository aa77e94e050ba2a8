public import Community
import HTTPTypes
public import Hummingbird
public import Logging
public import NIOCore
public import Social

/// Puts the server together. There is no other place where that is done, neither for a test.
public func buildApplication(
  _ configuration: Configuration,
  community: Community,
  assets: Assets,
  render: @escaping PageRenderer = ScreenPages.render,
  now: @escaping @Sendable () -> Timestamp = { .now },
  logger: Logger,
  onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> some ApplicationProtocol {
  let router = buildRouter(configuration, community: community, assets: assets, render: render, now: now)
  let limits = configuration.limits
  return Application(
    router: router,
    server: .http1(
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(limits: limits)],
        idleTimeout: TimeAmount(limits.idleTime),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes / 2, maxHeaderListSize: limits.headerBytes,
          maxHeaderFieldCount: limits.headerCount))),
    configuration: ApplicationConfiguration(
      address: .hostname(configuration.host, port: configuration.port),
      availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
    onServerRunning: onServerRunning,
    logger: logger)
}

func buildRouter(
  _ configuration: Configuration, community: Community, assets: Assets, render: @escaping PageRenderer,
  now: @escaping @Sendable () -> Timestamp
) -> Router<BasicRequestContext> {
  let base = PublicBase(configured: configuration.publicURL)
  let fields = AnswerFields(isSecure: base.isSecure)
  let cache = AnswerCache(byteLimit: configuration.answerCacheBytes) { await community.generation }
  let pages = PageResponder(assets: assets, fields: fields, render: render, now: now)
  let methods = AllowedMethods()
  let errors = ErrorAnswers(fields: fields, methods: methods, pages: pages, base: base)

  let router = Router(options: .autoGenerateHeadEndpoints)
  router.addMiddleware {
    RequestLog()
    SecurityFields(fields: fields)
    Compression()
    errors
    RequestLimits(limits: configuration.limits)
  }
  let open = router.group().add(middleware: PublicAccess(errors: errors))
  MomentsController(community: community, cache: cache, base: base, fields: fields).addRoutes(to: open)
  MediaController(community: community, fields: fields).addRoutes(to: open)
  for path in ["/user/:username", "/user/:username/tweets", "/media/:hash/:name"] as [RouterPath] {
    open.on(path, method: .options) { request, context in PublicAccess.preflight(request, context) }
  }
  HealthController(fields: fields) { _ = try await community.homeAccount() }.addRoutes(to: router)
  PagesController(community: community, cache: cache, base: base, pages: pages).addRoutes(to: router)
  AssetsController(assets: assets).addRoutes(to: router)
  methods.fill(from: router)
  return router
}
