import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Community
@testable import Localization
@testable import Server

/// Tests harmless habits of clients, which must not fail.
@Suite struct ProgramHabitTests {
  @Test(arguments: [
    ("en_US", "en"), ("zh-Hant_TW", "zh-Hant"), ("pt-BR", "pt-BR"), ("en_US.UTF-8", "en"), ("ar", "ar"),
  ])
  func `the language of a system's locale counts`(_ sent: String, _ kept: String) async throws {
    try await withMembers("ann") { _, members in
      let reply = try await members[0].post(
        "/api/v1/statuses", MastodonClient.object(["status": "Hello", "language": sent]))
      #expect(reply.status == 200 && reply.json["language"]?.string == kept, "\(reply.text)")
      #expect(try await members[0].post("/api/v1/statuses", #"{"status":"x","language":"_"}"#).status == 422)
    }
  }

  @Test func `what is so anyway may be said in every encoding`() async throws {
    try await withMembers("ann") { _, members in
      let pairs = [
        ("local_only", "false"), ("local_only", "true"), ("content_type", "text/plain"), ("federated", "0"),
        ("preview", "false"),
      ]
      for (number, (name, value)) in pairs.enumerated() {
        let status = "text \(number)"
        let form = urlencoded([("status", status + " a"), (name, value)])
        let replies = [
          try await members[0].post(
            "/api/v1/statuses", MastodonClient.object(["status": status + " b", name: value])),
          try await members[0].send(
            .post, "/api/v1/statuses", type: "application/x-www-form-urlencoded", body: Array(form.utf8)),
          try await members[0].form(
            .post, "/api/v1/statuses", [.field("status", status + " c"), .field(name, value)]),
          try await members[0].post(
            "/api/v1/statuses?\(name)=\(value)", MastodonClient.object(["status": status + " d"])),
        ]
        #expect(replies.map(\.status) == [200, 200, 200, 200], "\(name)=\(value)")
      }
      for (name, value) in [("content_type", "text/markdown"), ("preview", "true"), ("unheard_of", "1")] {
        let reply = try await members[0].post(
          "/api/v1/statuses", MastodonClient.object(["status": "x", name: value]))
        #expect(reply.status == 422, "\(name)=\(value)")
      }
    }
  }

  @Test func `a repost says who may see it`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let post = try await members[0].publish("Hello")
      let repost = try await members[1].post("/api/v1/statuses/\(post)/reblog", #"{"visibility":"private"}"#)
      #expect(repost.json["visibility"]?.string == "private")
      #expect(repost.json["reblog"]?["visibility"]?.string == "public")
      for path in ["/api/v1/timelines/home", "/api/v1/accounts/\(members[1].id)/statuses"] {
        let entry = try await members[1].get(path).json.array?.first
        #expect(entry?["id"]?.string == repost.id && entry?["visibility"]?.string == "private", "\(path)")
        #expect(entry?["reblog"]?["visibility"]?.string == "public", "\(path)")
      }
    }
  }

  @Test func `a version has the pictures that it had`() async throws {
    try await withMembers("ann") { stranger, members in
      let ann = members[0]
      let ids = [
        try await ann.upload(TestPicture.png(width: 9, height: 9), [.field("description", "A tower")]),
        try await ann.upload(TestPicture.png(width: 9, height: 8)),
      ]
      let post = try await ann.post(
        "/api/v1/statuses", #"{"status":"Two","media_ids":["\#(ids[0])","\#(ids[1])"]}"#
      ).id
      func pictures() async throws -> [[String]] {
        (try await stranger.get("/api/v1/statuses/\(post)/history").json.array ?? []).map { edit in
          (edit["media_attachments"]?.array ?? []).map {
            ($0["id"]?.string ?? "") + ($0["description"]?.string ?? "")
          }
        }
      }
      #expect(try await pictures() == [[ids[0] + "A tower", ids[1]]])
      _ = try await ann.put(
        "/api/v1/statuses/\(post)",
        #"{"media_ids":["\#(ids[0])","\#(ids[1])"],"media_attributes":[{"id":"\#(ids[0])","description":"A castle"}]}"#
      )
      #expect(try await pictures() == [[ids[0] + "A tower", ids[1]], [ids[0] + "A castle", ids[1]]])
      _ = try await ann.put("/api/v1/statuses/\(post)", #"{"media_ids":["\#(ids[0])"]}"#)
      #expect(try await pictures() == [[ids[0] + "A tower"], [ids[0] + "A castle"], [ids[0] + "A castle"]])
    }
  }

  @Test func `an account is found by the address that the response gives`() async throws {
    try await withMembers("ann") { stranger, _ in
      let path = "/.well-known/webfinger?resource="
      let answer = try await stranger.get(path + "acct:ann@localhost")
      for alias in (answer.json["aliases"]?.array ?? []).compactMap(\.string) {
        #expect(try await stranger.get(path + alias).json["subject"]?.string == "acct:ann@localhost")
      }
      #expect(try await stranger.get(path + "http://localhost/@nobody").status == 404)
      #expect(try await stranger.get(path + "http://localhost/@ann/1").status == 404)
      #expect(try await stranger.get(path + "http://elsewhere.example/@ann").status == 404)
    }
  }

  @Test func `a client in a browser learns that a path does not take a method`() async throws {
    try await withMembers("ann") { stranger, _ in
      for path in ["/api/v1/apps", "/api/v1/statuses", "/api/v1/timelines/home", "/api/v1/nothing"] {
        let preflight = try await stranger.send(.options, path, [.accessControlRequestMethod: "DELETE"])
        #expect(preflight.status == 204, "\(path)")
        #expect(preflight.headers[.accessControlAllowMethods]?.contains("DELETE") == true, "\(path)")
      }
      let refused = try await stranger.send(.delete, "/api/v1/apps")
      #expect(refused.status == 405 && refused.headers[.accessControlAllowOrigin] == "*")
    }
  }

  @Test func `a post is found by its address, with what people add to one`() async throws {
    try await withMembers("ann") { stranger, members in
      let post = try await members[0].publish("Hello")
      for end in ["", "/", "?utm_source=x", "#top", "/?utm_source=x#top"] {
        let address = percentEncodedForTest("http://localhost/@ann/\(post)\(end)")
        let reply = try await stranger.get("/api/v2/search?q=\(address)")
        #expect(reply.json["statuses"]?.array?.first?["id"]?.string == post, "\(end): \(reply.text)")
        let person = try await stranger.get(
          "/api/v2/search?q=" + percentEncodedForTest("http://localhost/@ann\(end)"))
        #expect(person.json["accounts"]?.array?.first?["username"]?.string == "ann", "\(end)")
      }
    }
  }

  @Test func `NEW_06 both versions of the instance say where its streams are`() async throws {
    try await withMembers("ann") { stranger, _ in
      let first = try await stranger.get("/api/v1/instance").json["urls"]?["streaming_api"]?.string
      let second = try await stranger.get("/api/v2/instance").json["configuration"]?["urls"]?["streaming"]
      #expect(first == "ws://localhost" && second?.string == first)
    }
  }
}

private func percentEncodedForTest(_ text: String) -> String {
  String(urlencoded([("q", text)]).dropFirst(2))
}
