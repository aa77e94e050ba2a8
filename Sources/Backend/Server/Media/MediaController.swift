import Community
import HTTPTypes
import Hummingbird
import Media
import NIOCore
import NIOPosix
import Social
import TwitterContracts

/// `GET /media/{hash}/{name}`: pictures, from files. The URL depends on the content, so a picture never
/// changes.
///
/// The URL is the permission to see the picture, because clients ask without a token. Shared caches store
/// only public pictures.
struct MediaController: Sendable {
  let community: Community
  let fields: ResponseFields
  let files = FileIO()

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/media/:hash/:name") { request, context in try await response(request, context) }
    router.get("/media/:hash/:name/:size") { request, context in
      guard let size = context.parameters.get("size"), PictureSuffix.isBanner(size) else {
        throw RequestError.notFound
      }
      return try await response(request, context)
    }
  }

  private func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let hash = context.parameters.get("hash"),
      let name = context.parameters.get("name").map({ PictureSuffix.removed(from: $0) }),
      Self.isPlain(hash), Self.isPlain(name),
      let (file, audience) = try await community.media.picture(hash: hash, name: name)
    else { throw RequestError.notFound }
    guard let size = try await offload({ fileSize(file.path) }) else { throw RequestError.notFound }
    let tag = EntityTag(opaque: hash + "-" + name)
    var headers = fields.common
    headers.append(contentsOf: ResponseFields.publicAccess)
    headers[.eTag] = tag.text
    headers[.cacheControl] = Self.caching(audience, isClosed: try await community.isClosed())
    headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
    headers[.acceptRanges] = "bytes"
    if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known) {
      return Response(status: .notModified, headers: headers)
    }
    let isFresh = request.headers[.ifRange].map { $0 == tag.text } ?? true
    switch isFresh && request.method == .get ? ByteRange(request.headers[.range], size: size) : .whole {
    case .unsatisfiable:
      headers[.contentRange] = "bytes */\(size)"
      return Response(status: .rangeNotSatisfiable, headers: headers)
    case .whole:
      headers[.contentType] = file.mimeType
      guard request.method == .get else {
        headers[.contentLength] = "\(size)"
        return Response(status: .ok, headers: headers)
      }
      let body = try await files.loadFile(path: file.path, context: context)
      return Response(status: .ok, headers: headers, body: body)
    case .part(let range):
      headers[.contentType] = file.mimeType
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
      let body = try await files.loadFile(path: file.path, range: range, context: context)
      return Response(status: .partialContent, headers: headers, body: body)
    }
  }

  /// - Parameter isClosed: True if the community is closed, which leaves nothing for shared caches.
  private static func caching(_ audience: PictureAudience, isClosed: Bool) -> String {
    switch audience {
    case .everybody where !isClosed: "public, max-age=31536000, immutable"
    case .everybody, .few: "private, max-age=31536000, immutable"
    case .uploader: "private, no-store"
    }
  }

  /// Returns true if the text has only characters of hashes and copies' names, so that it can't form another
  /// path.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard 1...128 ~= bytes.count, bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x2D || byte == 0x2E
        || byte == 0x5F
    }
  }
}
