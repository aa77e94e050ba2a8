import Community
import Contracts
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Markup
import Screens
import Social

/// The pages that people open: the public ones (`/`, `/moments/{username}`, `/settings`), and the frames of
/// those that only the app can fill, because only it knows the account.
///
/// A page is complete without the app (NEW_04). It shows relative times, so it is cached for a minute at
/// most.
struct PagesController: Sendable {
  let community: Community
  let cache: ResponseCache
  let base: PublicBase
  let pages: PageResponder
  let authPages: AuthPages

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/") { request, _ in
      try await renewing(request, pages.isMember(request) ? addressed("/home", request) : home(request))
    }
    for route in Route.allCases {
      router.get(path(of: route)) { request, context in
        try await renewing(
          request, page(route, Self.names.compactMap { context.parameters.get($0) }, request))
      }
    }
    router.get("/shell") { request, _ in try await cached(request) { .shell } }
    router.get("/open") { request, _ in open(request) }
  }

  /// Returns the page of any address of a closed community, without its content: for members the frame that
  /// the app fills, for strangers the landing page.
  func closedPage(_ request: Request) async throws -> Response {
    let path = request.uri.path
    let isRoot = path == "/"
    let isReading = request.method == .get || request.method == .head
    guard pages.isMember(request) else {
      guard isRoot, isReading else { throw RequestError.membersOnly }
      return try await renewing(request, pages.response(.membersOnly, for: viewer(request)))
    }
    guard isReading, isRoot || Route.matching(path.utf8) != nil else { throw HTTPError(.notFound) }
    return try await renewing(request, addressed(isRoot ? Tab.home.path : path, request))
  }

  /// Adds the cookies that renew the viewer's choices, unless the page sets a cookie already.
  private func renewing(_ request: Request, _ page: Response) -> Response {
    var page = page
    guard page.headers[.setCookie] == nil else { return page }
    for cookie in PreferenceCookies.renewed(by: request) {
      page.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
    return page
  }

  /// The names of the parameters in a route's pattern.
  private static let names = ["first", "second"]

  /// Replaces the first `{}` of a pattern by `{first}` and the second by `{second}`.
  private func path(of route: Route) -> RouterPath {
    var path = "\(route.pattern)"
    for name in Self.names {
      if let place = path.range(of: "{}") { path.replaceSubrange(place, with: "{\(name)}") }
    }
    return RouterPath(path)
  }

  /// Returns the page of one of the app's routes.
  ///
  /// - Parameter values: The values in the URL, percent-encoded.
  private func page(_ route: Route, _ values: [String], _ request: Request) async throws -> Response {
    switch route {
    case .home:
      if let page = try await landingPage(request) { return page }
      return try await addressed(request.uri.path, request)
    case .notifications, .mentions, .me, .signIn, .signedIn, .compose, .file, .tag, .bookmarks, .favourites,
      .muted, .blocked, .search, .members, .firstSteps, .homeScreen, .editProfile, .accountPage, .circles,
      .circle,
      .circleMembers, .community:
      return try await addressed(request.uri.path, request)
    case .moments: return try await pages.isMember(request) ? addressed("/moments", request) : home(request)
    case .images: return try await images(request)
    case .imageComments:
      guard values.first.flatMap({ canonicalUUID($0) }) != nil else { throw RequestError.notFound }
      return try await images(request)
    case .person: return try await person(values.first, request)
    case .profile, .withReplies, .media, .album, .scrapbook, .followers, .following:
      return try await profile(values.first, post: nil, request)
    case .post: return try await profile(values.first, post: values.last, request)
    case .settings: return try await settings(request)
    }
  }

  private func person(_ encoded: String?, _ request: Request) async throws -> Response {
    guard let username = encoded.flatMap({ percentDecoded($0) }) else { throw RequestError.notFound }
    guard queryValue("server", in: request.uri.query) == nil else {
      return try await remote(username, request)
    }
    return try await cached(request) {
      guard let account = try await community.accounts.account(username, viewer: nil) else {
        throw RequestError.userNotFound
      }
      return try await moments(of: account, request, isHome: false)
    }
  }

  private func settings(_ request: Request) async throws -> Response {
    if let tag = queryValue("language", in: request.uri.query), let language = Language(tag: tag) {
      return chosen("language", language.tag)
    }
    if let typed = queryValue("text-size", in: request.uri.query) {
      return chosen("text-size", "\(TextSize(typed)?.step ?? 0)")
    }
    if let typed = queryValue("scheme", in: request.uri.query) {
      return chosen("scheme", ColorScheme(rawValue: typed)?.rawValue ?? "")
    }
    if let typed = queryValue("server", in: request.uri.query), ServerAddress(typed) == nil {
      return try await pages.response(
        .settings(unreadableAddress: typed), for: try viewer(request), status: .badRequest)
    }
    return try await cached(request) { .settings(unreadableAddress: nil) }
  }

  private func home(_ request: Request) async throws -> Response {
    do {
      return try await cached(request) {
        guard let account = try await community.moments.home() else { throw NobodyIsHere() }
        return try await moments(of: account, request, isHome: true)
      }
    } catch is NobodyIsHere { return try await empty(request) }
  }

  private struct NobodyIsHere: Error {}

  /// The seconds after which the page of a demo that is being filled loads again.
  private static let fillingInterval = 2

  /// Returns the page of a server without accounts. While the demo is being filled, it says how far that is,
  /// and loads again until it is done.
  private func empty(_ request: Request) async throws -> Response {
    guard pages.assets.isBuilt else { return try await pages.response(.shell, for: viewer(request)) }
    guard let progress = community.demoProgress.value else {
      return authPages.response(.emptyCommunity, to: request)
    }
    var response = authPages.response(.filling(done: progress.done, count: progress.count), to: request)
    response.headers[.refresh] = "\(Self.fillingInterval)"
    return response
  }

  /// Returns the landing page for a stranger who wanted to do something with a public post or account;
  /// otherwise `nil`.
  private func landingPage(_ request: Request) async throws -> Response? {
    guard !pages.isMember(request), request.uri.query != nil else { return nil }
    for kind in DeferredActionKind.allCases {
      guard let id = queryValue(kind.rawValue, in: request.uri.query).flatMap({ Int64($0) }) else { continue }
      let person =
        kind == .follow
        ? try await community.accounts.profile(id, viewer: nil)
        : try await community.posts.find(id, viewer: nil)?.author
      guard let person else { return nil }
      return try await pages.response(
        .landingPage(SignInReason(kind, name: person.account.nick)), for: viewer(request))
    }
    return nil
  }

  /// Returns a page that the app fills.
  private func addressed(_ path: String, _ request: Request) async throws -> Response {
    let isMember = pages.isMember(request)
    return try await cached(request) { .addressed(path: path, isMember: isMember) }
  }

  /// Returns the page of an account or of one of its posts. For a stranger an unknown account is a 404.
  /// Members also read accounts of other servers, which this server doesn't know.
  private func profile(_ handle: String?, post: String?, _ request: Request) async throws -> Response {
    if !pages.isMember(request) {
      guard let username = handle.flatMap({ percentDecoded($0) }),
        let profile = try await community.accounts.profile(named: username, viewer: nil)
      else { throw RequestError.userNotFound }
      if let post {
        guard let id = Int64(post), let found = try await community.posts.find(id, viewer: nil),
          found.author.id == profile.id
        else { throw RequestError.notFound }
      }
    }
    return try await addressed(request.uri.path, request)
  }

  private func moments(of account: Account, _ request: Request, isHome: Bool) async throws -> PageRequest.Kind
  {
    // One post more shows if the list goes on.
    guard
      let posts = try await community.moments.page(
        of: account.username, viewer: nil, before: pages.before(in: request),
        limit: pages.shown(in: request) + 1,
        hasCovered: true)
    else {
      throw RequestError.userNotFound
    }
    return .moments(account, posts, isHome: isHome)
  }

  /// Returns the frame of a page on another server, which the app fills.
  private func remote(_ username: String, _ request: Request) async throws -> Response {
    let typed = queryValue("server", in: request.uri.query) ?? ""
    let viewer = try viewer(request)
    guard let server = ServerAddress(typed) else {
      return try await pages.response(.settings(unreadableAddress: typed), for: viewer, status: .badRequest)
    }
    return try await pages.response(.remoteMoments(username: username, server), for: viewer)
  }

  /// Returns the frame of an image feed on this server or another one, which the app fills.
  private func images(_ request: Request) async throws -> Response {
    if let typed = queryValue("server", in: request.uri.query), ServerAddress(typed) == nil {
      return try await pages.response(
        .settings(unreadableAddress: typed), for: viewer(request), status: .badRequest)
    }
    return try await addressed(request.uri.path, request)
  }

  /// Handles the settings' forms while the app isn't running.
  private func open(_ request: Request) -> Response {
    if let feed = queryValue("feed", in: request.uri.query) {
      return redirect(
        to: ServerAddress(feed).map { Links.images(at: $0).text } ?? "/settings?server="
          + percentEncoded(feed))
    }
    let address = queryValue("server", in: request.uri.query) ?? ""
    let username = queryValue("username", in: request.uri.query) ?? ""
    guard let server = ServerAddress(address), !username.isEmpty else {
      return redirect(to: "/settings?server=" + percentEncoded(address))
    }
    return redirect(to: Links.moments(of: username, at: .other(server)).text)
  }

  /// Saves a choice in the settings while the app isn't running.
  private func chosen(_ name: String, _ value: String) -> Response {
    var response = redirect(to: "/settings")
    response.headers[.setCookie] = PreferenceCookies.set(name, value)
    return response
  }

  private func redirect(to location: String) -> Response {
    var response = Response(status: .seeOther, headers: pages.fields.common)
    response.headers[.location] = location
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func cached(
    _ request: Request, _ kind: @escaping @Sendable () async throws -> PageRequest.Kind
  ) async throws -> Response {
    let source = base.source(of: request)
    let language = pages.language(of: request)
    let shown = "\(pages.shown(in: request)) \(pages.before(in: request).map { "\($0)" } ?? "")"
    let appearance = PageLanguage.appearance(of: request)
    let look = "\(appearance.textSize?.step ?? 0) \(appearance.scheme?.rawValue ?? "")"
    let minute = pages.now().milliseconds / 60_000
    let key = ResponseCache.Key(
      path: request.uri.path, base: source,
      variant: "\(language.tag) \(shown) \(minute) \(pages.isMember(request)) \(look)")
    if let cached = await cache.cached(key) { return cached.response(to: request) }
    let viewer = try viewer(request)
    let response = try await cache.response(key) {
      try await pages.cacheableResponse(try await kind(), for: viewer)
    }
    return response.response(to: request)
  }

  private func viewer(_ request: Request) throws -> PageResponder.Viewer {
    guard let base = base.text(for: base.source(of: request)) else { throw RequestError.badHost }
    return PageResponder.Viewer(
      language: pages.language(of: request), shown: pages.shown(in: request), base: base,
      isMember: pages.isMember(request), appearance: PageLanguage.appearance(of: request))
  }
}
