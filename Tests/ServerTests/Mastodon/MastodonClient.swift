import Community
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Testing

/// A client of the API, for a member or a stranger.
struct MastodonClient: Sendable {
  let client: TestClient
  /// The member's token; `nil` for a stranger.
  var token: String?
  /// The id of the member's account; empty for a stranger.
  var id = ""
  var username = ""

  struct Reply {
    let status: Int
    let headers: HTTPFields
    let json: JSON
    let text: String

    var id: String { json["id"]?.string ?? "" }
    /// The ids of a list's items.
    var ids: [String] { (json.array ?? []).compactMap { $0["id"]?.string } }
    var error: String? { json["error"]?.string }
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, type: String? = nil, body: [UInt8]? = nil,
    _ headers: HTTPFields = [:]
  ) async throws -> Reply {
    var headers = headers
    if let token { headers[.authorization] = "Bearer " + token }
    if let type { headers[.contentType] = type }
    let response = try await client.send(method, path, headers, body: body.map { ByteBuffer(bytes: $0) })
    return Reply(
      status: response.status.code, headers: response.headers,
      json: (try? JSON(parsing: Array(response.body.readableBytesView))) ?? .null, text: response.text)
  }

  func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Reply {
    try await send(.get, path, headers)
  }

  /// Sends a request with a JSON body.
  @discardableResult
  func post(_ path: String, _ json: String = "{}", _ headers: HTTPFields = [:]) async throws -> Reply {
    try await send(.post, path, type: "application/json", body: Array(json.utf8), headers)
  }

  func put(_ path: String, _ json: String) async throws -> Reply {
    try await send(.put, path, type: "application/json", body: Array(json.utf8))
  }

  @discardableResult
  func patch(_ path: String, _ json: String) async throws -> Reply {
    try await send(.patch, path, type: "application/json", body: Array(json.utf8))
  }

  @discardableResult
  func delete(_ path: String) async throws -> Reply { try await send(.delete, path) }

  /// Publishes a post and returns its id.
  @discardableResult
  func publish(_ text: String, visibility: String = "public", replyTo: String? = nil) async throws -> String {
    let reply = try await post(
      "/api/v1/statuses",
      Self.object(["status": text, "visibility": visibility, "in_reply_to_id": replyTo]))
    try #require(reply.status == 200, "\(reply.text)")
    return reply.id
  }

  /// Returns a JSON object of texts.
  static func object(_ members: [String: String?]) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        guard let value else { continue }
        writer.name(of: name)
        writer.string(value)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
