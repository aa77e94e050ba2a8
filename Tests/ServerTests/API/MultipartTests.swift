import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Server

/// Tests multipart forms with files: in pieces of any size, truncated, or malicious.
@Suite struct MultipartTests {
  private static let type = "multipart/form-data; boundary=xyz"

  private struct Part: Equatable {
    var head: Multipart.Head
    var bytes: [UInt8]
  }

  /// Returns the parts; `nil` if the body is refused.
  private func parts(_ body: [UInt8], type: String = Self.type, pieces: [Int] = []) -> [Part]? {
    guard var multipart = Multipart(contentType: type) else { return nil }
    var parts: [Part] = []
    var rest = body[...]
    do {
      for size in pieces + [body.count] {
        for event in try multipart.take(rest.prefix(size)) {
          switch event {
          case .begins(let head): parts.append(Part(head: head, bytes: []))
          case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
          case .ends: continue
          }
        }
        rest = rest.dropFirst(size)
      }
      try multipart.finish()
    } catch {
      return nil
    }
    return parts
  }

  private func form(_ files: [[UInt8]], boundary: String = "xyz") -> [UInt8] {
    var body: [UInt8] = []
    for (number, bytes) in files.enumerated() {
      body += Array(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\(number)\"; filename=\"a.png\"\r\n".utf8)
      body += Array("Content-Type: image/png\r\n\r\n".utf8) + bytes + [0x0D, 0x0A]
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }

  /// Returns bytes that often resemble the beginning of a delimiter.
  private func bytes(_ chance: inout SeededGenerator) -> [UInt8] {
    let words = ["\r\n--xy", "\r\n--xy\r\n--", "\r", "\n", "--xyZ", "\r\n", "a", "\u{0}", "\r\n\r\n"].map {
      Array($0.utf8)
    }
    return (0..<chance.below(12)).flatMap { _ in chance.pick(words) }
  }

  private func head(_ lines: [[UInt8]]) -> Multipart.Head? {
    parts(
      Array("--xyz\r\n".utf8) + Array(lines.joined(separator: [0x0D, 0x0A]))
        + Array("\r\n\r\nx\r\n--xyz--\r\n".utf8))?
      .first?.head
  }

  @Test func `a part is understood however a client writes its head`() {
    func name(_ disposition: String, type: String = "image/png") -> String? {
      let head = head([
        Array("Content-Disposition: \(disposition)".utf8), Array("Content-Type: \(type)".utf8),
      ])
      return head.flatMap { $0.name == "file" && $0.isFile ? $0.fileName ?? "none" : nil }
    }
    #expect(name("attachment; name=\"file\"; filename=\"a.png\"") == "a.png")
    #expect(name("form-data; name=file; filename*=UTF-8''na%C3%AFve%20a.png") == "naïve a.png")
    #expect(name("form-data; name=\"file\"; filename=\"a.png\"; filename*=UTF-8''b.png") == "a.png")
    #expect(name("form-data; name=\"file\"") == "none")
    #expect(name("form-data; name=\"file\"", type: "text/plain") == nil, "a field")
    let latin =
      Array("Content-Disposition: form-data; name=\"file\"; filename=\"na".utf8) + [0xEF]
      + Array("ve.png\"".utf8)
    #expect(head([latin])?.fileName == "naïve.png")
    #expect(head([Array("Content-Disposition: form-data; filename=\"a.png\"".utf8)]) == nil)
  }

  @Test func `NEW_07 a picture may come without a name, and what is wrong is said`() async throws {
    try await withMembers("ann", setup: .withoutLimits) { _, members in
      let picture = TestPicture.png(width: 9, height: 9)
      for head in [
        "attachment; name=\"file\"; filename=\"a.png\"", "form-data; name=\"file\"; filename*=UTF-8''a.png",
        "form-data; name=\"file\"",
      ] {
        let body =
          Array("--xyz\r\nContent-Disposition: \(head)\r\n\r\n".utf8) + picture
          + Array("\r\n--xyz--\r\n".utf8)
        let reply = try await members[0].send(.post, "/api/v2/media", type: Self.type, body: body)
        #expect(reply.status == 200 || reply.status == 202, "\(head): \(reply.text)")
      }
      let nameless = Array("--xyz\r\nContent-Disposition: form-data\r\n\r\nx\r\n--xyz--\r\n".utf8)
      let reply = try await members[0].send(.post, "/api/v2/media", type: Self.type, body: nameless)
      #expect(
        reply.status == 400 && reply.error?.hasPrefix("A part of the multipart form has no name") == true)
    }
  }

  @Test func `NEW_07 a film is refused with the types that are taken, however large it is`() async throws {
    try await withMembers("ann", setup: .withoutLimits) { _, members in
      let film = [0, 0, 0, 0x20] + Array("ftypisom".utf8) + [UInt8](repeating: 7, count: 21_000_000)
      for bytes in [film, Array(film.prefix(4000)), Array(film.prefix(12))] {
        let answer = try await members[0].form(.post, "/api/v2/media", [.file("file", bytes)])
        #expect(answer.status == 422, "\(bytes.count)")
        #expect(answer.error?.contains("JPEG, PNG, WebP, GIF, HEIC or AVIF") == true, "\(answer.text)")
      }
      let large = TestPicture.png(width: 60, height: 40) + [UInt8](repeating: 7, count: 21_000_000)
      let answer = try await members[0].form(.post, "/api/v2/media", [.file("file", large)])
      #expect(answer.status == 413 && answer.error?.contains("20 MB") == true)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `NEW_07 a form says the same in pieces of any size`(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let files = (0..<chance.below(4)).map { _ in bytes(&chance) }
    let body = form(files)
    let whole = parts(body)
    #expect(whole?.map(\.bytes) == files)
    for _ in 0..<10 {
      let pieces = (0..<body.count).map { _ in 1 + chance.below(7) }
      #expect(parts(body, pieces: pieces) == whole)
    }
    #expect(parts(body, pieces: [Int](repeating: 1, count: body.count)) == whole)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `NEW_07 a form that is cut off anywhere is refused`(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let body = form([bytes(&chance), bytes(&chance)])
    // The last line break is optional: the two hyphens mark the end.
    for length in 0..<(body.count - 2) { #expect(parts(Array(body.prefix(length))) == nil) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `NEW_07 changed bytes are refused or read, and never hold more than they have`(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let body = form([bytes(&chance), bytes(&chance), bytes(&chance)])
    for _ in 0..<50 {
      var changed = body
      for _ in 0...chance.below(4) { changed[chance.below(changed.count)] = UInt8(chance.below(256)) }
      let found = parts(changed, pieces: [chance.below(40), chance.below(40)])
      #expect((found ?? []).reduce(0) { $0 + $1.bytes.count } <= body.count)
    }
  }

  @Test(arguments: [
    ("multipart/form-data", false), ("multipart/form-data; boundary=", false),
    ("multipart/form-data; boundary=\"\(String(repeating: "x", count: 71))\"", false),
    ("multipart/form-data; boundary=other", false), ("multipart/form-data; boundary=\"xyz\"", true),
    ("multipart/form-data; charset=utf-8; boundary=xyz; x=y", true),
  ])
  func `NEW_07 a boundary must be there and be that of the body`(_ type: String, _ isRead: Bool) {
    #expect((parts(form([[1, 2]]), type: type) != nil) == isRead)
  }

  @Test func `NEW_07 very many parts and endless heads are refused`() {
    #expect(parts(form([[UInt8]](repeating: [], count: 200)))?.count == 200)
    #expect(parts(form([[UInt8]](repeating: [], count: 201))) == nil)
    let head =
      "--xyz\r\nContent-Disposition: form-data; name=\"\(String(repeating: "x", count: 9000))\"\r\n\r\n\r\n--xyz--"
    #expect(parts(Array(head.utf8)) == nil)
    #expect(
      parts(
        Array("--xyz\r\nContent-Disposition: form-data; name=\"a".utf8)
          + [UInt8](repeating: 0x61, count: 20_000))
        == nil)
    #expect(parts(Array("--xyz".utf8) + [UInt8](repeating: 0x20, count: 20_000)) == nil)
  }

  @Test func `NEW_07 a part may be empty, and have a preamble before it and words behind it`() {
    let body = "preamble\r\n--xyz  \r\nContent-Disposition: form-data; name=a\r\n\r\n--xyz--\r\nepilogue"
    #expect(parts(Array(body.utf8))?.map(\.bytes) == [[]])
  }
}
