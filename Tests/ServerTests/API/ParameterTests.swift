import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Testing

@testable import Server

@Suite struct ParameterTests {
  private static func routes(_ api: inout API) {
    api.add(
      APIRoute(
        .post, "/api/v1/echo", "Test", access: .everybody(),
        parameters: [
          APIParameter("status", .string), APIParameter("flag", .boolean), APIParameter("count", .integer),
          APIParameter("ids", .array(.identifier)), APIParameter("source", .object([])),
          APIParameter("file", .file), APIParameter("fields", .array(.object([]))),
        ], response: .any)
    ) { call in
      let given = call.parameters
      let words: [String] = [
        try given.string("status") ?? "-", try given.bool("flag").map { "\($0)" } ?? "-",
        try given.integer("count").map { "\($0)" } ?? "-",
        try given.identifiers("ids").map { "\($0)" }.joined(separator: "+"),
        try given.nested("source")?.string("privacy") ?? "-",
        try given.nestedList("fields").map { try $0.string("name") ?? "?" }.joined(separator: "+"),
        given.files["file"].map { "\($0.name):\($0.type):\($0.byteCount)" } ?? "-",
      ]
      return .json { $0.string(words.joined(separator: "|")) }
    }
  }

  private func send(
    _ body: String, type: String?, query: String = "",
    _ check: @escaping @Sendable (TestResponse) throws -> Void
  ) async throws {
    try await withAPI(Self.routes) { client in
      let response = try await client.send(
        .post, "/api/v1/echo" + query, type.map { [.contentType: $0] } ?? [:], body: ByteBuffer(string: body))
      try check(response)
    }
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [
    (
      #"{"status":"hé","flag":true,"count":5,"ids":["1",2],"source":{"privacy":"direct"},"fields":[{"name":"a"},{"name":"b"}]}"#,
      "application/json; charset=utf-8"
    ),
    (
      "status=h%C3%A9&flag=1&count=5&ids[]=1&ids[]=2&source[privacy]=direct&fields[][name]=a&fields[][name]=b",
      form
    ),
    (
      "status=h%C3%A9&flag=on&count=5&ids%5B%5D=1&ids%5B%5D=2&source%5Bprivacy%5D=direct"
        + "&fields[0][name]=a&fields[0][value]=x&fields[1][name]=b", form
    ),
  ])
  func `rule 11 JSON and forms say the same`(_ body: String, _ type: String) async throws {
    try await send(body, type: type) { response in
      #expect(response.text == #""hé|true|5|1+2|direct|a+b|-""#)
    }
  }

  @Test func `rule 11 the query counts and the body goes before it`() async throws {
    try await send(#"{"count":7}"#, type: "application/json", query: "?status=a+b&count=5&flag=false") {
      response in
      #expect(response.text == #""a b|false|7||-||-""#)
    }
    try await send("", type: nil, query: "?status=alone") { response in
      #expect(response.text == #""alone|-|-||-||-""#)
    }
  }

  @Test func `rule 11 a multipart form has fields and files`() async throws {
    let body = [
      "--xyz", "Content-Disposition: form-data; name=\"status\"", "", "two\r\nlines", "--xyz",
      "content-disposition: form-data; name=\"source[privacy]\"", "Content-Type: text/plain", "", "private",
      "--xyz",
      "Content-Disposition: form-data; name=\"file\"; filename=\"a \\\"b\\\".png\"",
      "Content-Type: image/png", "",
      "\u{1}\r\n--xy\r\n", "--xyz--", "",
    ].joined(separator: "\r\n")
    try await send(body, type: "multipart/form-data; boundary=\"xyz\"") { response in
      #expect(
        response.text
          == #""two\nlines|-|-||private||a \"b\".png:image/png:9""#.replacing(
            "two\\nlines", with: "two\\u000d\\nlines")
      )
    }
  }

  @Test(arguments: [
    ("{", "application/json", 400), ("[]", "application/json", 400),
    (#"{"status":[]}"#, "application/json", 422),
    (#"{"status":{"a":1}}"#, "application/json", 422), (#"{"count":"x"}"#, "application/json", 422),
    (#"{"count":1.5}"#, "application/json", 422), (#"{"flag":"maybe"}"#, "application/json", 422),
    (#"{"ids":[[1]]}"#, "application/json", 422), (#"{"source":"x"}"#, "application/json", 422),
    ("{\"status\":\"a\\u0000b\"}", "application/json", 422), ("status=a%00b", form, 422),
    ("status=%zz", form, 400),
    ("status=%ff", form, 400), ("a=1&a[b]=2", form, 400), ("a[b=1", form, 400),
    ("a[b][c][d][e][f]=1", form, 400),
    ("hello", "text/plain", 415), ("hello", nil, 415), ("<a/>", "application/xml", 415),
    ("--x", "multipart/form-data", 400), ("nothing", "multipart/form-data; boundary=x", 400),
    ("--x\r\n\r\n", "multipart/form-data; boundary=x", 400),
    ("--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--", "multipart/form-data; boundary=x", 400),
  ])
  func `what cannot be meant is refused with the error shape`(
    _ body: String, _ type: String?, _ status: Int
  ) async throws {
    try await send(body, type: type) { response in
      #expect(response.status.code == status)
      let json = try JSON(parsing: response.text)
      #expect(json["error"]?.string?.isEmpty == false)
    }
  }

  @Test func `too much of anything is refused`() async throws {
    let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    try await send(#"{"status":"# + deep + "}", type: "application/json") {
      #expect($0.status == .badRequest)
    }
    try await send(String(repeating: "a", count: 10_001), type: Self.form) {
      #expect($0.status == .contentTooLarge)
    }
    let pairs = String(repeating: "a=&", count: 1001)
    try await send(pairs, type: Self.form) { #expect($0.status == .badRequest) }
    let parts =
      String(repeating: "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 201) + "--x--"
    try await send(parts, type: "multipart/form-data; boundary=x") { #expect($0.status.code >= 400) }
  }
}
