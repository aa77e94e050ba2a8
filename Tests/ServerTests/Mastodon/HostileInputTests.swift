import HTTPTypes
import JSON
import Testing

@testable import Localization

/// Tests attacks on the routes that write: refused with a reason, or stored as harmless text; never a server
/// error.
@Suite struct HostileInputTests {
  private static let wrongTypes = [
    "null", "true", "-1", "1.5e300", "[]", "[[]]", #"["a"]"#, "{}", #"{"a":{}}"#, #""""#, #""\u0000""#,
    #""\ud800""#, "99999999999999999999",
  ]

  private static let routes: [(HTTPRequest.Method, String, [String])] = [
    (
      .post, "/api/v1/statuses",
      [
        "status", "spoiler_text", "sensitive", "visibility", "language", "in_reply_to_id", "media_ids",
        "poll",
        "scheduled_at",
      ]
    ),
    (
      .patch, "/api/v1/accounts/update_credentials",
      ["display_name", "note", "locked", "bot", "avatar", "header", "fields_attributes", "source"]
    ),
    (.post, "/api/v1/markers", ["home", "notifications"]),
    (.post, "/api/v1/accounts/OTHER/follow", ["reblogs", "notify", "languages"]),
    (.post, "/api/v1/accounts/OTHER/mute", ["notifications", "duration"]),
    (.post, "/api/v1/statuses/POST/reblog", ["visibility"]),
    (.put, "/api/v1/statuses/POST", ["status", "spoiler_text", "sensitive", "language", "media_ids"]),
  ]

  @Test(arguments: 0..<7) func `values of wrong types are refused or taken as text`(_ index: Int) async throws
  {
    let (method, path, names) = Self.routes[index]
    try await withMembers("ann", "bob") { _, members in
      let post = try await members[0].publish("Hello")
      let path = path.replacing("OTHER", with: members[1].id).replacing("POST", with: post)
      for name in names {
        for value in Self.wrongTypes {
          let body = name == "status" ? #"{"status":\#(value)}"# : #"{"status":"a","\#(name)":\#(value)}"#
          let reply = try await members[0].send(
            method, path, type: "application/json", body: Array(body.utf8))
          #expect((200..<500).contains(reply.status), "\(body): \(reply.text)")
          if reply.status >= 400 { #expect(Entities.error.problems(in: reply.json) == [], "\(body)") }
        }
      }
    }
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))",
    "javascript:alert(1)",
    "\u{2067}txet desrever\u{2069}", "'; DROP TABLE posts; --", "%00%0A", "{{7*7}}", "&lt;b&gt;",
    "\u{FEFF}\u{200B}x",
    "https://example.org/\"><script>", "@<b>ann</b> #<i>tag</i>", "]]>--><!--",
  ])
  func `hostile text is stored as text`(_ text: String) async throws {
    try await withMembers("ann") { stranger, members in
      let id = try await members[0].publish(text)
      let status = try await stranger.get("/api/v1/statuses/\(id)").json
      #expect(try await members[0].get("/api/v1/statuses/\(id)/source").json["text"]?.string == text)
      let content = try #require(status["content"]?.string)
      for tag in content.split(separator: "<").dropFirst() {
        #expect(
          ["p>", "/p>", "br />", "a href=\"http", "/a>", "span class=\"", "/span>", "/p>"].contains {
            tag.hasPrefix($0)
          },
          "\(content)")
      }
      try await members[0].patch(
        "/api/v1/accounts/update_credentials", MastodonClient.object(["display_name": text, "note": text]))
      let account = try await stranger.get("/api/v1/accounts/\(members[0].id)").json
      #expect(Entities.account.problems(in: account) == [])
      #expect(account["note"]?.string?.contains("<script") == false)
    }
  }

  @Test func `what turns the text around it is left out`() async throws {
    try await withMembers("ann") { _, members in
      let id = try await members[0].publish("\u{202E}txet desrever\u{202C}\u{7}")
      #expect(
        try await members[0].get("/api/v1/statuses/\(id)").json["content"]?.string == "<p>txet desrever</p>")
    }
  }

  @Test func `deep JSON long texts and broken bodies are refused`() async throws {
    try await withMembers("ann") { _, members in
      let deep = String(repeating: "[", count: 100_000)
      let long = #"{"status":"\#(String(repeating: "a", count: 600_000))"}"#
      let bodies: [(String, String, Int)] = [
        ("application/json", #"{"status":\#(deep)"#, 400), ("application/json", long, 422),
        ("application/json", "{", 400), ("application/json", "[]", 400), ("application/json", "\u{FF}", 400),
        ("application/json", #"{"status":"a\u0000b"}"#, 422), ("text/plain", "status=a", 415),
        ("multipart/form-data; boundary=x", "nothing", 400), ("multipart/form-data", "--x--", 400),
        ("application/x-www-form-urlencoded", "status=%ff", 400),
        ("application/x-www-form-urlencoded", "status[a][b][c][d][e][f][g]=1", 400),
      ]
      for (type, body, status) in bodies {
        let reply = try await members[0].send(.post, "/api/v1/statuses", type: type, body: Array(body.utf8))
        #expect(reply.status == status, "\(body.prefix(60)): \(reply.text)")
        #expect(Entities.error.problems(in: reply.json) == [])
      }
      let bytes = [UInt8](#"{"status":""#.utf8) + [0xFF, 0xFE] + [UInt8](#""}"#.utf8)
      #expect(
        try await members[0].send(.post, "/api/v1/statuses", type: "application/json", body: bytes).status
          == 400)
      #expect(try await members[0].get("/api/v1/timelines/home").ids == [])
    }
  }

  @Test(arguments: [
    "statuses/0", "statuses/-1", "statuses/x", "statuses/99999999999999999999", "statuses/%00",
    "accounts/x", "accounts/1.5", "accounts/9223372036854775807", "notifications/1", "statuses/1/context",
    "accounts/lookup?acct=nobody", "accounts/lookup?acct=ann@elsewhere.example", "accounts/1/followers",
    "accounts/1/following", "accounts/1/statuses",
  ])
  func `unknown ids are not found`(_ path: String) async throws {
    try await withMembers("ann") { _, members in
      let reply = try await members[0].get("/api/v1/" + path)
      #expect(reply.status == 404, "\(reply.text)")
      #expect(reply.error == "Record not found")
    }
  }

  @Test(arguments: ["limit=many", "max_id=x", "min_id=-1", "since_id=1.5", "only_media=perhaps", "limit[]=1"])
  func `parameters that mean nothing are refused`(_ query: String) async throws {
    try await withServer(.withoutLimits) { client in
      let reply = try await MastodonClient(client: client).get("/api/v1/timelines/public?" + query)
      #expect(reply.status == 422, "\(reply.text)")
      #expect(Entities.error.problems(in: reply.json) == [])
    }
  }
}
