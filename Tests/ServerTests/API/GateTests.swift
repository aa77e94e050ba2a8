import Community
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Social
import Testing

@testable import Server

@Suite struct GateTests {
  private static func routes(_ api: inout API) {
    add("everybody", .everybody(), &api) { $0 }
    add("reader", .everybody(scope: .readStatuses), &api) { $0 }
    add("application", .client(.writeAccounts), &api) { $0.viewer }
    add("token", .token, &api) { $0.viewer }
    add("member", .member(.readStatuses), &api) { $0 }
    add("anymember", .member(nil), &api) { $0 }
    add("session", .session(.readStatuses), &api) { $0.viewer }
    api.add(APIRoute(.get, "/api/v1/things/:id", "Test", access: .everybody(), response: .any)) { call in
      let id = try call.identifier()
      if id == 1 { throw CommunityError.notFound }
      if id == 2 { throw CommunityError.notAllowed("This is not yours") }
      if id == 3 { throw CommunityError.invalid("Validation failed: Text can't be blank") }
      if id == 4 { throw CommunityError.tooMany(retryAfter: .seconds(90)) }
      if id == 5 { throw CancellationError() }
      return .empty
    }
    api.add(
      APIRoute(.get, "/api/v1/page", "Test", access: .everybody(), parameters: .paging, response: .any)
    ) { call in
      let cursor = try call.cursor()
      return .page(ListPage(items: [cursor.limit], older: 10, newer: 20)) { $0.number($1) }
    }
  }

  /// Adds a route whose response names the caller.
  private static func add<Who>(
    _ name: String, _ access: Access<Who>, _ api: inout API, viewer: @escaping @Sendable (Who) -> Viewer?
  ) {
    api.add(APIRoute(.get, "/api/v1/\(name)", "Test", access: access, response: .any)) { call in
      .json { writer in writer.string(viewer(call.viewer).map { "\($0.account)" } ?? "nobody") }
    }
  }

  @Test(arguments: [
    ("everybody", nil, 200), ("everybody", "member read", 200), ("everybody", "nonsense", 401),
    ("everybody", "", 401),
    ("reader", nil, 200), ("reader", "member read", 200), ("reader", "member write", 403),
    ("application", nil, 401), ("application", "application write", 200),
    ("application", "application read", 403),
    ("application", "member write:accounts", 200),
    ("member", nil, 401), ("member", "member read", 200), ("member", "member read:statuses", 200),
    ("member", "member read:accounts follow push write", 403), ("member", "application read", 422),
    ("anymember", "member push", 200), ("anymember", "application read", 422), ("anymember", nil, 401),
    ("token", nil, 401), ("token", "application read", 200), ("token", "member push", 200),
    ("session", nil, 401), ("session", "member read", 200), ("session", "application read", 422),
  ])
  func `the token and its scope decide`(_ route: String, _ token: String?, _ status: Int) async throws {
    try await withAPI(Self.routes) { client in
      let response = try await client.send(.get, "/api/v1/" + route, token.map { .bearer($0) } ?? [:])
      #expect(response.status.code == status)
      if status == 200 {
        #expect(response.text == (token?.hasPrefix("member") ?? false ? "\"7\"" : "\"nobody\""))
      } else {
        let json = try JSON(parsing: response.text)
        #expect(json["error"]?.string?.isEmpty == false)
      }
      #expect(response.headers[.accessControlAllowOrigin] == "*")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect((response.headers[.wwwAuthenticate] != nil) == (status == 401))
    }
  }

  private static let missing = #"{"error":"Record not found","code":"not_found"}"#

  @Test(arguments: [
    ("0", 200, "{}"), ("1", 404, missing), ("abc", 404, missing), ("-1", 404, missing),
    ("99999999999999999999", 404, missing),
    ("2", 403, #"{"error":"This is not yours","code":"not_allowed"}"#),
    ("3", 422, #"{"error":"Validation failed: Text can't be blank"}"#),
    ("4", 429, #"{"error":"Too many requests","code":"too_many_requests"}"#),
    ("5", 500, #"{"error":"Internal error","code":"server_trouble"}"#),
  ])
  func `what a handler throws has one shape`(_ id: String, _ status: Int, _ body: String) async throws {
    try await withAPI(Self.routes) { client in
      let response = try await client.send(.get, "/api/v1/things/" + id)
      #expect(response.status.code == status)
      #expect(response.text == body)
      #expect(response.headers[.retryAfter] == (status == 429 ? "90" : nil))
    }
  }

  @Test func `rule 17 lists link to what is older and newer`() async throws {
    try await withAPI(Self.routes) { client in
      let response = try await client.send(.get, "/api/v1/page?limit=5&max_id=30&types%5B%5D=a")
      let url = "http://localhost/api/v1/page?limit=5&types%5B%5D=a&"
      #expect(
        response.headers[.link] == "<\(url)max_id=10>; rel=\"next\", <\(url)min_id=20>; rel=\"prev\"")
    }
  }

  @Test func `rule 13 a limit above the maximum is clamped`() async throws {
    try await withAPI(Self.routes) { client in
      for (limit, shown) in [
        ("1000", "[40]"), ("0", "[1]"), ("", "[20]"), ("99999999999", "[40]"), ("7", "[7]"),
      ] {
        let response = try await client.send(.get, "/api/v1/page?limit=" + limit)
        #expect(response.text == shown)
      }
      for query in ["limit=many", "max_id=x"] {
        let response = try await client.send(.get, "/api/v1/page?" + query)
        #expect(response.status == .unprocessableContent)
      }
    }
  }

  @Test func `a preflight is answered for every route`() async throws {
    try await withAPI(Self.routes) { client in
      let response = try await client.send(.options, "/api/v1/things/5")
      #expect(response.status == .noContent)
      #expect(response.headers[.accessControlAllowMethods] == "DELETE, GET, HEAD, PATCH, POST, PUT, OPTIONS")
      #expect(response.headers[.allow] == "GET, HEAD, OPTIONS")
      #expect(response.headers[.accessControlAllowHeaders]?.contains("Idempotency-Key") == true)
    }
  }

  @Test func `each account and each address has a limit of its own`() async throws {
    var limits = RateLimits()
    limits.general = RateLimit(2, per: .seconds(300))
    try await withAPI(limits: limits, Self.routes) { client in
      for (token, statuses) in [
        ("member read", [200, 200, 429]), ("other read", [200]), ("", [401, 401, 429]),
      ] {
        for status in statuses {
          let response = try await client.send(.get, "/api/v1/member", .bearer(token))
          #expect(response.status.code == status)
          #expect(response.headers[.rateLimit] == "2")
          #expect(
            response.headers[.rateLimitRemaining]
              == (status == 429 ? "0" : response.headers[.rateLimitRemaining]))
          #expect(response.headers[.retryAfter] == (status == 429 ? "200" : nil))
          #expect(response.headers[.rateLimitReset] == "2026-11-18T11:10:00.000Z")
        }
      }
    }
  }
}
