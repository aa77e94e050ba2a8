import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Reads the query and body of a request.
struct ParameterReader {
  /// The limit for the body, in bytes.
  let maxBytes: Int

  /// - Parameters:
  ///   - spool: The destination of files in a multipart form; `nil` if files aren't accepted.
  ///   - fileNames: The names of the parts that are files.
  /// - Throws: `RequestError`: 400 for an unreadable body, 413 if it is too large, 415 for an unsupported
  ///   type.
  func parameters(
    of request: Request, spool: UploadSpool? = nil, fileNames: Set<String> = []
  ) async throws -> APIParameters {
    var tree = FormTree()
    if let query = request.uri.query { try tree.add(urlencoded: query) }
    guard request.hasBody else { return tree.members.isEmpty ? .none : APIParameters(tree.members) }
    if request.isMultipart, request.headers[.contentLength] != "0" {
      return try await MultipartReader(spool: spool, maxBytes: maxBytes, fileNames: fileNames)
        .parameters(of: request, tree)
    }
    let body = try await bytes(of: request)
    guard !body.isEmpty else { return APIParameters(tree.members) }
    switch request.bareContentType {
    case "application/json": return APIParameters(tree.members + (try Self.members(json: body)))
    case "application/x-www-form-urlencoded":
      guard let text = String(validating: body, as: UTF8.self) else {
        throw RequestError.malformed("Not UTF-8")
      }
      try tree.add(urlencoded: text)
      return APIParameters(tree.members)
    default:
      throw RequestError(
        status: .unsupportedMediaType,
        message: "The body must be JSON, a URL-encoded form or a multipart form")
    }
  }

  private func bytes(of request: Request) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      guard bytes.count + buffer.readableBytes <= maxBytes else {
        throw RequestError.bodyTooLarge
      }
      bytes.append(contentsOf: buffer.readableBytesView)
    }
    return bytes
  }

  private static func members(json body: [UInt8]) throws(RequestError) -> [JSONMember] {
    let json: JSON
    do { json = try JSON(parsing: body) } catch {
      throw .malformed(error.reason == .tooDeep ? "The JSON is nested too deeply" : "The body is not JSON")
    }
    guard let members = json.members else { throw .malformed("The JSON must be an object") }
    guard members.count <= FormTree.maxPairs else { throw .malformed("Too many parameters") }
    guard !hasNUL(json) else { throw .invalid("a NUL character is no text") }
    return members
  }

  private static func hasNUL(_ json: JSON) -> Bool {
    switch json {
    case .string(let text): text.utf8.contains(0)
    case .array(let elements): elements.contains { hasNUL($0) }
    case .object(let members): members.contains { $0.name.utf8.contains(0) || hasNUL($0.value) }
    case .null, .bool, .number: false
    }
  }
}

extension Request {
  /// True if the head announces a body (RFC 9112 section 6).
  var hasBody: Bool {
    headers.contains(.transferEncoding) || (headers[.contentLength].map { $0 != "0" } ?? false)
  }

  /// The content type without parameters, in lower case.
  var bareContentType: String {
    headers[.contentType]?.split(separator: ";").first?.filter { $0 != " " }.lowercased() ?? ""
  }

  var isMultipart: Bool { bareContentType == "multipart/form-data" }
}
