import HTTPTypes
import Hummingbird
import NIOCore

/// A complete response that can be sent any number of times: its header fields and its bytes, compressed and
/// uncompressed.
///
/// A long text is only held compressed, and decompressed for the few clients that don't accept that.
struct CacheableResponse: Sendable {
  let status: HTTPResponse.Status
  /// The response in its codings, by preference; the last one is `identity`.
  let forms: [Form]

  /// The bytes in one coding.
  struct Form: Sendable {
    let coding: ContentCoding
    let tag: EntityTag
    let body: ByteBuffer
    /// The decompressed size of `body` if it is sent decompressed; `nil` if it is sent as it is.
    var unpackedSize: Int?
    /// The header fields of a full response.
    let fields: HTTPFields
    /// The header fields of a 304 (RFC 9110 section 15.4.5).
    let unchangedFields: HTTPFields
  }

  /// - Parameters:
  ///   - fields: The header fields for every coding, such as the type and the caching rules.
  ///   - tag: The tag of the uncompressed bytes, if it is known already.
  ///   - packed: Codings that exist already.
  init(
    status: HTTPResponse.Status = .ok, body: ByteBuffer, fields: HTTPFields, tag: EntityTag? = nil,
    packed: [(coding: ContentCoding, body: ByteBuffer)] = []
  ) {
    self.status = status
    let tag = tag ?? EntityTag(of: body)
    var common = fields
    if !packed.isEmpty { common.appendToken("Accept-Encoding", to: .vary) }
    forms = (packed + [(.identity, body)]).map { coding, body in
      var unchanged = common
      unchanged[.eTag] = (coding == .identity ? tag : tag.with(coding: coding)).text
      var full = unchanged
      if coding != .identity { full[.contentEncoding] = coding.rawValue }
      full[.contentLength] = "\(body.readableBytes)"
      unchanged[.contentType] = nil
      return Form(
        coding: coding, tag: coding == .identity ? tag : tag.with(coding: coding), body: body, fields: full,
        unchangedFields: unchanged)
    }
  }

  /// Makes a response for a text to be cached. The text is compressed once, if that makes it smaller.
  static func text(
    status: HTTPResponse.Status = .ok, _ body: ByteBuffer, fields: HTTPFields, tag: EntityTag? = nil,
    effort: Gzip.Effort = .thorough
  ) -> CacheableResponse {
    guard body.readableBytes > Gzip.minSize, let packed = Gzip.compress(body, effort: effort),
      packed.readableBytes < body.readableBytes
    else { return CacheableResponse(status: status, body: body, fields: fields, tag: tag) }
    let response = CacheableResponse(
      status: status, body: body, fields: fields, tag: tag, packed: [(.gzip, packed)])
    return body.readableBytes > longSize ? response.storingPacked(packed, size: body.readableBytes) : response
  }

  /// The size above which only the compressed bytes are held.
  private static let longSize = 1 << 20

  /// A text that was packed in pieces; nil if memory is short.
  ///
  /// - Parameters:
  ///   - size: how many bytes it unpacks to.
  ///   - tag: that of the unpacked bytes.
  static func packed(_ packed: ByteBuffer, size: Int, fields: HTTPFields, tag: EntityTag)
    -> CacheableResponse?
  {
    guard size <= longSize else {
      return CacheableResponse(body: packed, fields: fields, tag: tag, packed: [(.gzip, packed)])
        .storingPacked(
          packed, size: size)
    }
    guard let body = Gzip.decompress(packed, size: size) else { return nil }
    let isWorthIt = size > Gzip.minSize && packed.readableBytes < size
    return CacheableResponse(body: body, fields: fields, tag: tag, packed: isWorthIt ? [(.gzip, packed)] : [])
  }

  private func storingPacked(_ packed: ByteBuffer, size: Int) -> CacheableResponse {
    CacheableResponse(
      status: status,
      forms: forms.map { form in
        guard form.coding == .identity else { return form }
        var fields = form.fields
        fields[.contentLength] = "\(size)"
        return Form(
          coding: .identity, tag: form.tag, body: packed, unpackedSize: size, fields: fields,
          unchangedFields: form.unchangedFields)
      })
  }

  private init(status: HTTPResponse.Status, forms: [Form]) {
    self.status = status
    self.forms = forms
  }

  /// The approximate memory of the response, in bytes.
  var cost: Int { forms.reduce(2048) { $0 + ($1.unpackedSize == nil ? $1.body.readableBytes : 0) } }

  /// Returns the form that the client prefers, or 304 if the client has it already.
  func response(to request: Request) -> Response {
    let form = form(for: request)
    if status == .ok, let known = request.headers[.ifNoneMatch], form.tag.isNamed(in: known) {
      return Response(status: .notModified, headers: form.unchangedFields)
    }
    return Response(status: status, headers: form.fields, body: form.responseBody)
  }

  private func form(for request: Request) -> Form {
    guard forms.count > 1, let accepted = request.headers[.acceptEncoding] else {
      return forms[forms.count - 1]
    }
    let coding = ContentCoding.preferred(by: accepted, among: forms.map { $0.coding })
    return forms.first { $0.coding == coding } ?? forms[forms.count - 1]
  }
}

extension CacheableResponse.Form {
  fileprivate var responseBody: ResponseBody {
    guard let unpackedSize else { return ResponseBody(byteBuffer: body) }
    let packed = body
    return ResponseBody(contentLength: unpackedSize) { writer in
      let unpacked = try await offload {
        // The server compressed it itself, so this fails only if memory is short.
        guard let unpacked = Gzip.decompress(packed, size: unpackedSize) else { throw RequestError.busy }
        return unpacked
      }
      try await writer.write(unpacked)
      try await writer.finish(nil)
    }
  }
}

extension HTTPFields {
  /// Adds a token to a field that is a list.
  mutating func appendToken(_ token: String, to name: HTTPField.Name) {
    self[name] = self[name].map { $0 + ", " + token } ?? token
  }
}
