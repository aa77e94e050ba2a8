import HTTPTypes
import JSON
import Testing

/// Tests that the server's responses match its own API description.
@Suite struct DescriptionTests {
  /// Left out: these routes need a client's secret, or a name that is still free.
  /// The Twitter API has tests of its own.
  private static let others = [
    "/1.1/", "/oauth/", "/oauth2/", "/api/v1/apps", "/.well-known/oauth", "/api/v1/accounts",
  ]

  @Test func `every response is as the description says`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let checker = SchemaChecker(description: try await stranger.get("/api/openapi.json").json)
      let post = try await ann.publish("Hello @bob #swift https://example.org")
      try await bob.publish("Hi @ann", replyTo: post)
      try await bob.post("/api/v1/statuses/\(post)/reblog")
      let report = try await bob.post("/api/v1/reports", #"{"account_id":"\#(ann.id)"}"#).id
      let notification = try #require(try await ann.get("/api/v1/notifications").ids.first)
      let scrapbook = try await ann.post("/api/swiftlet/v1/scrapbooks", #"{"title":"Summer"}"#).id
      var asked = 0
      let paths = checker.description["paths"]?.members ?? []
      // Reads come first, because a block, for example, removes notifications.
      for method in ["get", "post"] {
        for path in paths {
          guard let operation = path.value.members?.first(where: { $0.name == method }) else { continue }
          guard
            let address = Self.address(
              path.name, operation, post: post, account: bob.id, notification, report, scrapbook)
          else {
            continue
          }
          let reply = try await ann.send(method == "get" ? .get : .post, address)
          let schema = operation.value["responses"]?["\(reply.status)"]?["content"]?["application/json"]?[
            "schema"]
          let problems = checker.problems(in: reply.json, schema: schema)
          #expect(problems == [], "\(method) \(address): \(reply.status)")
          #expect(
            reply.status == 200 || reply.status == 404 && Self.isUnknown(path.name),
            "\(address): \(reply.text)")
          asked += 1
        }
      }
      #expect(asked > 70)
    }
  }

  private static func isUnknown(_ path: String) -> Bool {
    path.contains("/image/") || path.contains("/media/") || path.contains("/lists/")
      || path.contains("timelines/list")
      || path.contains("/follow_requests/") || path.contains("/conversations/") || path.contains("/polls/")
      || path.contains("/announcements/") || path.contains("/push/") || path.hasSuffix("/approve")
      || path.hasSuffix("/reject")
  }

  /// Returns the operation's address with existing ids; `nil` if this test doesn't cover it.
  private static func address(
    _ path: String, _ operation: JSONMember, post: String, account: String, _ notification: String,
    _ report: String, _ scrapbook: String
  ) -> String? {
    let isOther = others.contains {
      $0.hasSuffix("/") || $0.hasSuffix("oauth") ? path.hasPrefix($0) : path == $0
    }
    // Left out are writes that delete what other requests need, or that need a text, a person or a password.
    let isWrite =
      operation.name == "post"
      && (path == "/api/v1/statuses" || path == "/api/v1/reports" || path == "/api/v1/lists"
        || path.hasSuffix("/media")
        || path.hasPrefix("/api/v1/notifications/") || path.hasPrefix("/api/v1/push/")
        || path.hasPrefix("/api/swiftlet/"))
    guard !isOther, !path.hasPrefix("/api/v1/apps"), !isWrite else { return nil }
    let id =
      path.contains("/statuses/")
      ? post
      : path.contains("/notifications/")
        ? notification
        : path.contains("/reports/")
          ? report
          : path.contains("/scrapbooks/") ? scrapbook : account
    var query = ""
    for parameter in operation.value["parameters"]?.array ?? [] where parameter["in"]?.string == "query" {
      guard parameter["required"]?.bool == true, let name = parameter["name"]?.string else { continue }
      query += (query.isEmpty ? "?" : "&") + name + "=" + (name == "resource" ? "acct:bob@localhost" : "bob")
    }
    return path.replacing("{id}", with: id).replacing("{name}", with: "swift") + query
  }
}
