import HTTPTypes
import JSON
import TestSupport
import Testing

/// One field or file of a multipart form.
struct FormPart {
  var name: String
  var fileName: String?
  var bytes: [UInt8]

  static func field(_ name: String, _ value: String) -> FormPart {
    FormPart(name: name, bytes: Array(value.utf8))
  }

  static func file(_ name: String, _ bytes: [UInt8], named fileName: String = "photo.jpg") -> FormPart {
    FormPart(name: name, fileName: fileName, bytes: bytes)
  }

  static func body(_ parts: [FormPart]) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
      let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
      body += Array("--limit\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
      body += part.bytes + [0x0D, 0x0A]
    }
    return body + Array("--limit--\r\n".utf8)
  }
}

extension MastodonClient {
  func form(_ method: HTTPRequest.Method, _ path: String, _ parts: [FormPart]) async throws -> Reply {
    try await send(method, path, type: "multipart/form-data; boundary=limit", body: FormPart.body(parts))
  }

  /// Uploads a picture, and waits until it is ready.
  func upload(_ bytes: [UInt8], _ more: [FormPart] = []) async throws -> String {
    let reply = try await form(.post, "/api/v2/media", [.file("file", bytes)] + more)
    try #require(reply.status == 200 || reply.status == 202, "\(reply.text)")
    for _ in 0..<1200 {
      if try await get("/api/v1/media/\(reply.id)").status == 200 { return reply.id }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("The picture is never ready")
    return reply.id
  }
}
