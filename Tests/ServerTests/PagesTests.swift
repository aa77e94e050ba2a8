import Contracts
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Screens
import Server
import Social
import Synchronization
import Testing

@testable import Localization

@Suite struct PagesTests {
  private final class Seen: Sendable {
    let requests = Mutex<[PageRequest]>([])
    var count: Int { requests.withLock { $0.count } }
    var last: PageRequest? { requests.withLock { $0.last } }
  }

  private func withPages(
    posts: [SourcePost]? = (0..<12).map { SourcePost(text: "Post \($0)") },
    html: String = "<!doctype html><title>x</title>",
    _ body: @escaping @Sendable (TestClient, Seen) async throws -> Void
  ) async throws {
    let seen = Seen()
    try await withAssets { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      setup.render = { request in
        seen.requests.withLock { $0.append(request) }
        return Array(html.utf8)
      }
      try await withServer(setup, posts: posts) { client in try await body(client, seen) }
    }
  }

  @Test func `NEW_04 the first page comes whole from the server`() async throws {
    try await withPages { client, seen in
      for path in ["/", "/moments/ann"] {
        let response = try await client.send(.get, path)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        guard case .moments(let account, let posts, let isHome)? = seen.last?.kind else {
          Issue.record("no Moments page")
          return
        }
        #expect(account.username == "ann")
        #expect(isHome == (path == "/"))
        #expect(posts.count == 6, "the five that show, and one that tells that there are more")
        #expect(posts.first?.text == "Post 0")
        #expect(seen.last?.base == "http://localhost")
      }
    }
  }

  @Test(arguments: [
    ("", 5), ("?show=10", 10), ("?show=0", 5), ("?show=-3", 5), ("?show=abc", 5), ("?show=99999999", 200),
    ("?show=5&before=7", 200),
  ])
  func `NEW_04 without the app a link shows more`(_ query: String, _ expected: Int) async throws {
    try await withPages { client, seen in
      _ = try await client.send(.get, "/moments/ann" + query)
      #expect(seen.last?.shown == expected)
    }
  }

  @Test func `NEW_04 without the app links lead through all posts, each once and at most 200 on a page`()
    async throws
  {
    let texts = (0..<450).map { "Post \($0)!" }
    try await withAssets { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      setup.render = ScreenPages.render
      try await withServer(setup, posts: texts.map { SourcePost(text: $0) }) { client in
        var (path, read, longest) = ("/moments/ann?show=190", [String](), 0)
        for _ in 0..<9 {
          let page = try await client.send(.get, path).text
          let shown = texts.filter { page.contains(">" + $0 + "<") }
          longest = max(longest, shown.count)
          read = path.contains("before") ? read + shown : shown
          guard let link = page.firstMatch(of: /<a class="more" href="([^"]+)"/) else { break }
          path = String(link.1)
        }
        #expect(read == texts)
        #expect(longest == 200)
      }
    }
  }

  @Test func `NEW_04 a page is rendered once a minute and language`() async throws {
    try await withPages { client, seen in
      let first = try await client.send(.get, "/")
      let second = try await client.send(.get, "/")
      #expect(seen.count == 1)
      #expect(first.headers[.eTag] == second.headers[.eTag])
      let tag = try #require(first.headers[.eTag])
      #expect(try await client.send(.get, "/", [.ifNoneMatch: tag]).status == .notModified)
      _ = try await client.send(.get, "/", [.acceptLanguage: "zh"])
      _ = try await client.send(.get, "/?show=10")
      #expect(seen.count == 3)
    }
  }

  @Test func `the language is the viewers`() async throws {
    try await withPages { client, seen in
      let chinese = try await client.send(.get, "/settings", [.acceptLanguage: "zh-CN,en;q=0.5"])
      #expect(chinese.headers[.contentLanguage] == "zh-Hans")
      #expect(chinese.headers[.vary]?.contains("Accept-Language, Cookie") == true)
      #expect(seen.last?.language == .simplifiedChinese)
      let chosen = try await client.send(
        .get, "/settings", [.acceptLanguage: "zh-CN", .cookie: "a=b; language=en"])
      #expect(chosen.headers[.contentLanguage] == "en")
    }
  }

  @Test func `COM_08 the first page has the viewer's size of text and colours`() async throws {
    try await withPages { client, seen in
      let chosen = try await client.send(.get, "/settings?text-size=12")
      #expect(chosen.status == .seeOther)
      #expect(chosen.headers[.setCookie]?.hasPrefix("text-size=12; Path=/; Max-Age=") == true)
      for (cookie, step) in [
        ("a=b; text-size=12", 12), ("text-size=0", nil), ("text-size=x", nil), ("a=b", nil),
      ] {
        _ = try await client.send(.get, "/settings", [.cookie: cookie])
        #expect(seen.last?.appearance.textSize?.step == step, "\(cookie)")
      }
      let dark = try await client.send(.get, "/settings?scheme=dark")
      #expect(dark.headers[.setCookie]?.hasPrefix("scheme=dark; Path=/; Max-Age=") == true)
      for (cookie, scheme) in [
        ("scheme=", nil), ("scheme=x", nil), ("a=b", nil), ("scheme=dark", ColorScheme.dark),
      ] {
        _ = try await client.send(.get, "/settings", [.cookie: cookie])
        #expect(seen.last?.appearance.scheme == scheme, "\(cookie)")
      }
      let none = try await client.send(.get, "/settings?text-size=")
      #expect(none.headers[.setCookie]?.hasPrefix("text-size=0; ") == true)
    }
  }

  @Test(arguments: ["/", "/home", "/settings"])
  func `NEW_05 a page sets the viewers valid choices again, as Safari ends what scripts set`(path: String)
    async throws
  {
    try await withPages { client, _ in
      let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))
      func set(_ cookie: String, fetched: String? = nil) async throws -> [String] {
        var fields: HTTPFields = [.cookie: cookie]
        fields[mode] = fetched
        return try await client.send(.get, path, fields).headers[values: .setCookie]
      }
      let rest = "; Path=/; Max-Age=34560000; SameSite=Lax"
      let all = ["language=el", "text-size=12", "scheme=dark", "start=home"]
      #expect(try await set(all.joined(separator: "; ")) == all.map { $0 + rest })
      #expect(try await set("text-size=3; a=b") == ["text-size=3" + rest])
      for other in [
        "language=xx", "text-size=13", "text-size=0", "scheme=", "scheme=red", "start=away", "a=b",
      ] {
        #expect(try await set(other) == [], "\(other)")
      }
      // Two viewers share a cached page, and a 304 sets their choices too.
      let page = try await client.send(.get, path, [.cookie: "scheme=dark"])
      let unchanged: HTTPFields = [.cookie: "scheme=dark", .ifNoneMatch: try #require(page.headers[.eTag])]
      let answer = try await client.send(.get, path, unchanged)
      #expect(answer.status == .notModified)
      #expect(answer.headers[values: .setCookie] == ["scheme=dark" + rest])
      // A script's request can have older cookies than the viewer's choice.
      #expect(try await set("scheme=dark", fetched: "cors") == [])
      #expect(try await set("scheme=dark", fetched: "navigate") == ["scheme=dark" + rest])
    }
  }

  @Test func `a choice in the settings is not taken back by an earlier one`() async throws {
    try await withPages { client, _ in
      let chosen = try await client.send(.get, "/settings?scheme=dark", [.cookie: "scheme=light; start=home"])
      #expect(chosen.headers[values: .setCookie] == ["scheme=dark; Path=/; Max-Age=34560000; SameSite=Lax"])
    }
  }

  @Test func `the policy lets only our own style sheet and app work`() async throws {
    try await withPages { client, _ in
      let hash = Data(SHA256.hash(data: Array("body{color:#123}".utf8))).base64EncodedString()
      let policy = try await client.send(.get, "/").headers[.contentSecurityPolicy]
      #expect(
        policy == """
          default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'sha256-\(hash)'; \
          img-src 'self' blob: data: https: http:; connect-src 'self' https: http:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
          form-action 'self'; frame-ancestors 'none'
          """)
    }
  }

  @Test func `MOM_06 the page of another server may reach it`() async throws {
    try await withPages { client, seen in
      let response = try await client.send(.get, "/moments/jsmith?server=https%3A%2F%2Fother.example%2Fapi")
      #expect(response.status == .ok)
      let policy = try #require(response.headers[.contentSecurityPolicy])
      #expect(policy.contains("connect-src 'self' https: http:;"))
      #expect(policy.contains("img-src 'self' blob: data: https: http:;"))
      #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval';"))
      guard case .remoteMoments(let username, let server)? = seen.last?.kind else {
        Issue.record("not the page of another server")
        return
      }
      #expect(username == "jsmith")
      #expect(server.text == "https://other.example/api")
    }
  }

  @Test(arguments: ["javascript:alert(1)", "https://a b", "", "https://x;script-src%20*", "https://u@h"])
  func `MOM_06 an address that is none leads to the settings with what was typed`(_ typed: String)
    async throws
  {
    try await withPages { client, seen in
      let query = typed.replacingOccurrences(of: " ", with: "%20")
      let response = try await client.send(.get, "/moments/jsmith?server=\(query)")
      #expect(response.status == .badRequest)
      let policy = try #require(response.headers[.contentSecurityPolicy])
      #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval';"))
      #expect(typed.isEmpty || !policy.contains(typed))
      guard case .settings(let unreadable)? = seen.last?.kind else {
        Issue.record("not the settings")
        return
      }
      #expect(unreadable == typed.replacingOccurrences(of: "%20", with: " "))
    }
  }

  @Test(arguments: [
    "/nothing", "/moments/nobody", "/moments/%ff", "/moments/ann/x", "/Settings", "/moments/%2e%2e",
  ])
  func `what is not there is a page in the viewer's language`(_ path: String) async throws {
    try await withPages { client, seen in
      let response = try await client.send(.get, path, [.acceptLanguage: "zh"])
      #expect(response.status == .notFound)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(response.headers[.contentLanguage] == "zh-Hans")
      guard case .failure(404)? = seen.last?.kind else {
        Issue.record("not the page for 404")
        return
      }
    }
  }

  @Test func `pages are packed whether cached or not`() async throws {
    let html = "<!doctype html>" + String(repeating: "<p>words and words</p>", count: 200)
    try await withPages(html: html) { client, _ in
      for path in ["/", "/moments/a?server=https%3A%2F%2Fother.example", "/nothing"] {
        let plain = try await client.send(.get, path)
        let packed = try await client.send(.get, path, [.acceptEncoding: "gzip"])
        #expect(plain.text == html)
        #expect(packed.headers[.contentEncoding] == "gzip", "\(path)")
        #expect(packed.headers[.vary]?.contains("Accept-Encoding") == true)
        #expect(packed.headers[.contentLength] == "\(packed.body.readableBytes)")
        #expect(unpacked(packed.body) == Array(html.utf8))
        #expect(
          try await client.send(.get, path, [.acceptEncoding: "gzip;q=0"]).headers[.contentEncoding] == nil)
      }
    }
  }

  @Test(arguments: ["/", "/nothing", "/user/ann", "/user/nobody", "/health", "/sw.js", "/media/a/b"])
  func `every response carries the fields that protect its viewer`(_ path: String) async throws {
    try await withPages { client, _ in
      let headers = try await client.send(.get, path).headers
      #expect(headers[.xContentTypeOptions] == "nosniff")
      for (name, value) in [
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
      ] { #expect(headers[.named(name)] == value) }
      let permissions = try #require(headers[.named("Permissions-Policy")])
      for feature in ["camera=()", "microphone=()", "geolocation=()"] {
        #expect(permissions.contains(feature))
      }
      #expect(headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
      #expect(Set(headers.map { $0.name }).count == headers.count)
    }
  }

  @Test(arguments: [
    "/", "/moments/ann", "/nothing", "/settings", "/moments/x?server=https%3A%2F%2Fa.example",
  ])
  func `NEW_04 pages are made of the screens`(_ path: String) async throws {
    try await withAssets { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      setup.render = ScreenPages.render
      try await withServer(setup) { client in
        let page = try await client.send(.get, path, [.acceptLanguage: "zh"])
        #expect(page.text.contains("zh-Hans"))
        #expect(page.text.contains("Hello") == (path == "/" || path == "/moments/ann"))
      }
    }
  }
}
