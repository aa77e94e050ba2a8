import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import Screens
import Social

/// Turns a page's contents into its answer: language, policy, caching rules, and the bytes.
struct PageResponder: Sendable {
  let assets: Assets
  let fields: AnswerFields
  let render: PageRenderer
  let now: @Sendable () -> Timestamp
  /// The username of whose Moments the root of the site shows.
  let home: @Sendable () async throws -> String?
  /// What strangers see of the community.
  let door: @Sendable () async throws -> Door?

  /// All of a request that decides about how its page looks.
  struct Reader: Sendable {
    let language: Language
    let shown: Int
    let base: String
    /// The reader has signed in on this device, as the `start` cookie says; who it is, only the app knows.
    var isMember = false
    var appearance = Appearance()
  }

  /// Fewer posts are never shown (MOM_04), nor more at once: what is read is what is shown. Behind as many as that a page
  /// goes on at an address of its own (`before`).
  static let shownRange = 5...Links.mostMoments

  func language(of request: Request) -> Language {
    PageLanguage.preferred(
      cookie: PageLanguage.cookie("language", in: request.headers[.cookie]),
      acceptLanguage: request.headers[.acceptLanguage])
  }

  func isMember(_ request: Request) -> Bool {
    PageLanguage.cookie("start", in: request.headers[.cookie]) == "home"
  }

  /// The post below which a Moments page begins; nil: at the newest.
  func before(in request: Request) -> Int64? { queryValue("before", in: request.uri.query).flatMap { Int64($0) } }

  func shown(in request: Request) -> Int {
    guard before(in: request) == nil else { return Self.shownRange.upperBound }
    let wish = queryValue("show", in: request.uri.query).flatMap { Int($0) } ?? Self.shownRange.lowerBound
    return min(max(wish, Self.shownRange.lowerBound), Self.shownRange.upperBound)
  }

  /// The page, to be kept.
  func answer(_ kind: PageRequest.Kind, for reader: Reader, status: HTTPResponse.Status = .ok) async throws -> Answer {
    let home = try await home(for: kind)
    let door = try await door(for: kind, reader)
    return try await offload {
      let fields = fields(reader)
      guard assets.isBuilt else {
        return Answer(
          status: .serviceUnavailable, body: ByteBuffer(bytes: PlaceholderPages.notBuilt(reader.language)),
          fields: fields)
      }
      return Answer.text(status: status, html(kind, reader, home: home, door: door), fields: fields)
    }
  }

  /// The page, for this request only.
  func response(
    _ kind: PageRequest.Kind, for reader: Reader, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let home = try await home(for: kind)
    let door = try await door(for: kind, reader)
    return try await offload {
      var fields = fields(reader)
      guard assets.isBuilt else {
        let body = ByteBuffer(bytes: PlaceholderPages.notBuilt(reader.language))
        return Response(
          status: status == .ok ? .serviceUnavailable : status, headers: fields, body: .init(byteBuffer: body))
      }
      if status != .ok { fields[.cacheControl] = "no-store" }
      return Response(
        status: status, headers: fields, body: .init(byteBuffer: html(kind, reader, home: home, door: door)))
    }
  }

  /// A page that only says what went wrong asks for nothing that could go wrong.
  private func home(for kind: PageRequest.Kind) async throws -> String? {
    if case .failure = kind { return nil }
    return try await home()
  }

  private func door(for kind: PageRequest.Kind, _ reader: Reader) async throws -> Door? {
    if case .failure = kind { return nil }
    return reader.isMember ? nil : try await door()
  }

  private func html(_ kind: PageRequest.Kind, _ reader: Reader, home: String?, door: Door?) -> ByteBuffer {
    ByteBuffer(
      bytes: render(
        PageRequest(
          kind: kind, shown: reader.shown, language: reader.language, now: now(), assets: assets, base: reader.base,
          home: home, door: door, appearance: reader.appearance)))
  }

  private func fields(_ reader: Reader) -> HTTPFields {
    var fields = fields.common
    fields[.contentType] = "text/html; charset=utf-8"
    fields[.contentLanguage] = reader.language.tag
    fields[.cacheControl] = "no-cache"
    fields[.vary] = "Accept-Language, Cookie"
    fields[.contentSecurityPolicy] = PagePolicy.text(
      styleSource: assets.styleSource(named: "app.css"), isSecure: ServerAddress(reader.base)?.isSecure ?? true)
    return fields
  }
}
