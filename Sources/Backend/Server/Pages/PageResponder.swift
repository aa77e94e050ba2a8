import Contracts
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import Screens
import Social

/// Turns a page's content into a response: language, policy, caching rules and bytes.
struct PageResponder: Sendable {
  let assets: Assets
  let fields: ResponseFields
  let render: PageRenderer
  let now: @Sendable () -> Timestamp
  /// Returns the username of the Moments page at the site's root; `nil` for a page that may not name it.
  let home: @Sendable () async throws -> String?
  /// Returns the content of the landing page.
  let preview: @Sendable () async throws -> CommunityPreview?

  /// The properties of a request that its page depends on.
  struct Viewer: Sendable {
    let language: Language
    let shown: Int
    let base: String
    /// True if the viewer has signed in on this device, according to the `start` cookie. Only the app knows
    /// the account.
    var isMember = false
    var appearance = Appearance()
  }

  /// The range of the number of posts shown at once: five at least (MOM_04), and at most as many as are read.
  /// A longer page continues at its own address (`before`).
  static let shownRange = 5...Links.maxMoments

  func language(of request: Request) -> Language {
    PageLanguage.preferred(
      cookie: PageLanguage.cookie("language", in: request.headers[.cookie]),
      acceptLanguage: request.headers[.acceptLanguage])
  }

  func isMember(_ request: Request) -> Bool {
    PageLanguage.cookie("start", in: request.headers[.cookie]) == "home"
  }

  /// Returns the post that the Moments page continues after; `nil` to begin with the newest.
  func before(in request: Request) -> Int64? {
    queryValue("before", in: request.uri.query).flatMap { Int64($0) }
  }

  func shown(in request: Request) -> Int {
    guard before(in: request) == nil else { return Self.shownRange.upperBound }
    let count = queryValue("show", in: request.uri.query).flatMap { Int($0) } ?? Self.shownRange.lowerBound
    return min(max(count, Self.shownRange.lowerBound), Self.shownRange.upperBound)
  }

  /// Makes a response that can be cached.
  func cacheableResponse(_ kind: PageRequest.Kind, for viewer: Viewer, status: HTTPResponse.Status = .ok)
    async throws
    -> CacheableResponse
  {
    let home = try await home(for: kind)
    let preview = try await preview(for: kind, viewer)
    return try await offload {
      let fields = fields(viewer)
      guard assets.isBuilt else {
        return CacheableResponse(
          status: .serviceUnavailable, body: ByteBuffer(bytes: PlaceholderPages.notBuilt(viewer.language)),
          fields: fields)
      }
      return CacheableResponse.text(
        status: status, html(kind, viewer, home: home, preview: preview), fields: fields)
    }
  }

  /// Makes a response for this request only.
  func response(
    _ kind: PageRequest.Kind, for viewer: Viewer, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let home = try await home(for: kind)
    let preview = try await preview(for: kind, viewer)
    return try await offload {
      var fields = fields(viewer)
      guard assets.isBuilt else {
        let body = ByteBuffer(bytes: PlaceholderPages.notBuilt(viewer.language))
        return Response(
          status: status == .ok ? .serviceUnavailable : status, headers: fields, body: .init(byteBuffer: body)
        )
      }
      var isLandingPage = false
      if case .membersOnly = kind { isLandingPage = true }
      if status != .ok || isLandingPage { fields[.cacheControl] = "no-store" }
      return Response(
        status: status, headers: fields,
        body: .init(byteBuffer: html(kind, viewer, home: home, preview: preview)))
    }
  }

  /// Returns `nil` for error pages, which make no queries that could fail again.
  private func home(for kind: PageRequest.Kind) async throws -> String? {
    if case .failure = kind { return nil }
    return try await home()
  }

  private func preview(for kind: PageRequest.Kind, _ viewer: Viewer) async throws -> CommunityPreview? {
    if case .failure = kind { return nil }
    return viewer.isMember ? nil : try await preview()
  }

  private func html(_ kind: PageRequest.Kind, _ viewer: Viewer, home: String?, preview: CommunityPreview?)
    -> ByteBuffer
  {
    ByteBuffer(
      bytes: render(
        PageRequest(
          kind: kind, shown: viewer.shown, language: viewer.language, now: now(), assets: assets,
          base: viewer.base,
          home: home, preview: preview, appearance: viewer.appearance)))
  }

  private func fields(_ viewer: Viewer) -> HTTPFields {
    var fields = fields.common
    fields[.contentType] = "text/html; charset=utf-8"
    fields[.contentLanguage] = viewer.language.tag
    fields[.cacheControl] = "no-cache"
    fields[.vary] = "Accept-Language, Cookie"
    fields[.contentSecurityPolicy] = PagePolicy.text(
      styleSource: assets.styleSource(named: "app.css"),
      isSecure: ServerAddress(viewer.base)?.isSecure ?? true)
    return fields
  }
}
