import Community
import Contracts
import HTTPTypes
import Hummingbird
import Localization
import Screens
import Social
import Texts

/// `GET /export/{ticket}`: a member's own data, or the pictures of a named album, as a ZIP archive, which the
/// browser saves. The ticket replaces the token, because a browser can't send that with a download. It is valid once
/// and for a minute.
struct ExportController: Sendable {
  let community: Community
  let base: PublicBase
  let fields: ResponseFields
  let now: @Sendable () -> Timestamp

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/export/:ticket") { request, context in try await response(request, context) }
  }

  private func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    // A request that isn't a GET must not use up the ticket.
    guard request.method == .get else { throw RequestError.notFound }
    guard let ticket = context.parameters.get("ticket"), let prefix = base.text(for: base.source(of: request))
    else {
      throw RequestError.notFound
    }
    let language = PageLanguage.preferred(cookie: nil, acceptLanguage: request.headers[.acceptLanguage])
    guard let archive = try await archive(ticket, prefix: prefix, strings: Strings(language)) else {
      throw RequestError.notFound
    }
    let name: String
    switch archive {
    case .everything(let archive): name = "swiftlet-\(archive.username)-\(now().iso8601.prefix(10))"
    case .scrapbook(let archive): name = archive.title
    }
    var headers = fields.common
    headers[.contentType] = "application/zip"
    headers[.contentDisposition] = Self.disposition(name)
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
    headers[.referrerPolicy] = "no-referrer"
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        switch archive {
        case .everything(let archive): try await archive.send(to: &writer)
        case .scrapbook(let archive): try await archive.send(to: &writer)
        }
        try await writer.finish(nil)
      })
  }

  private enum Archive: Sendable {
    case everything(ExportArchive)
    case scrapbook(ScrapbookArchive)
  }

  private func archive(_ ticket: String, prefix: String, strings: Strings) async throws -> Archive? {
    do {
      guard let slot = try await community.exports.redeem(ticket) else { return nil }
      if slot.scrapbook != nil {
        return try await ScrapbookArchive(slot, of: community, now: now()).map { Archive.scrapbook($0) }
      }
      return try await ExportArchive(slot, of: community, prefix: prefix, strings: strings, now: now())
        .map { Archive.everything($0) }
    } catch {
      throw RequestError(api: error) ?? error
    }
  }

  /// Returns the value of `Content-Disposition` (RFC 6266): an ASCII file name for every client, and the
  /// exact name, in which a slash would be a folder.
  static func disposition(_ name: String) -> String {
    let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    let exact = percentEncoded(name.replacing("/", with: "_").replacing("\\", with: "_"))
    return "attachment; filename=\"\(plain).zip\"; filename*=UTF-8''\(exact).zip"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
      || byte == UInt8(ascii: "-")
  }
}
