import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses texts that were made for one request. Cached responses and assets are compressed already, and
/// so are pictures.
struct Compression: RouterMiddleware {
  typealias Context = ServerContext

  /// The maximum size. Longer bodies are sent uncompressed, because they would be in memory twice.
  static let maxSize = 1 << 20

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let response = try await next(request, context)
    guard let length = response.body.contentLength, length > Gzip.minSize, length <= Self.maxSize,
      response.headers[.contentEncoding] == nil, response.headers[.contentRange] == nil,
      let type = response.headers[.contentType], Self.isText(type), !response.headers.contains(.acceptRanges)
    else { return response }
    var packed = response
    if response.headers[.vary].map({ WeightedList($0).exactWeight(of: "accept-encoding") == nil }) ?? true {
      packed.headers.appendToken("Accept-Encoding", to: .vary)
    }
    guard ContentCoding.preferred(by: request.headers[.acceptEncoding], among: [.gzip]) == .gzip else {
      return packed
    }
    let collector = BodyCollector()
    try await response.body.write(collector)
    let body = collector.body
    guard let bytes = try await offload({ Gzip.compress(body, effort: .quick) }) else { return packed }
    packed.headers[.contentEncoding] = ContentCoding.gzip.rawValue
    if let tag = packed.headers[.eTag], !tag.hasPrefix("W/") { packed.headers[.eTag] = "W/" + tag }
    packed.body = ResponseBody(byteBuffer: bytes)
    return packed
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasPrefix("application/json") || type.hasPrefix("image/svg+xml")
  }
}

private final class BodyCollector: ResponseBodyWriter {
  private(set) var body = ByteBuffer()

  func write(_ buffer: ByteBuffer) async throws { body.writeImmutableBuffer(buffer) }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
