import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Server
import Testing

@Suite struct AssetsTests {
  private func withAssetServer(
    extra: String = "", _ body: @escaping @Sendable (TestClient) async throws -> Void
  ) async throws {
    try await withAssets(extra: extra) { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      try await withServer(setup, posts: nil) { client in try await body(client) }
    }
  }

  @Test func `NEW_01 the app is served in the coding that the browser likes best`() async throws {
    try await withAssetServer { client in
      let wishes: [(String?, String?, String)] = [
        ("gzip, br", "br", "packed by brotli"), ("gzip", "gzip", "packed by gzip"),
        (nil, nil, "wasm wasm wasm"),
        ("br;q=0, gzip;q=0.5", "gzip", "packed by gzip"), ("br;q=0, gzip;q=0", nil, "wasm wasm wasm"),
        ("zstd", nil, "wasm wasm wasm"),
      ]
      var tags: [String: String] = [:]
      for (wish, coding, text) in wishes {
        let response = try await client.send(
          .get, "/assets/app.3f2a.wasm", wish.map { [.acceptEncoding: $0] } ?? [:])
        #expect(response.status == .ok)
        #expect(response.text == text)
        #expect(response.headers[.contentEncoding] == coding)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.headers[.contentType] == "application/wasm")
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        tags[text] = response.headers[.eTag]
      }
      #expect(Set(tags.values).count == 3)
    }
  }

  @Test func `files without a fingerprint are asked for again each time`() async throws {
    try await withAssetServer { client in
      let worker = try await client.send(.get, "/sw.js")
      #expect(worker.headers[.cacheControl] == "no-cache")
      #expect(worker.headers[.named("Service-Worker-Allowed")] == "/")
      #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
      let tag = try #require(worker.headers[.eTag])
      #expect(try await client.send(.get, "/sw.js", [.ifNoneMatch: tag]).status == .notModified)
      #expect(try await client.send(.head, "/sw.js").body.readableBytes == 0)
      let style = try await client.send(.get, "/assets/app.css")
      #expect(style.headers[.named("Service-Worker-Allowed")] == nil)
    }
  }

  @Test(arguments: [
    "/assets/../manifest.json", "/assets/%2e%2e/manifest.json", "/manifest.json", "/assets/",
    "/assets/app.wasm",
    "/assets/app.3f2a.wasm.br", "/assets/..%2fsecret",
  ])
  func `only what the build lists can be had`(_ path: String) async throws {
    try await withAssetServer { client in
      let response = try await client.send(.get, path)
      #expect(response.status == .notFound)
    }
  }

  @Test func `entries that lead out of the folder or over the server's own paths are left out`() async throws
  {
    let extra = """
      ,{"url":"/assets/passwd","file":"../../../../etc/passwd","name":"p","type":"text/plain"},
      {"url":"/assets/abs","file":"/etc/passwd","name":"q","type":"text/plain"},
      {"url":"/user/x","file":"sw.js","name":"r","type":"text/plain"},
      {"url":"/","file":"sw.js","name":"s","type":"text/plain"},
      {"url":"/assets/gone","file":"gone","name":"t","type":"text/plain"}
      """
    try await withAssetServer(extra: extra) { client in
      for path in ["/assets/passwd", "/assets/abs", "/user/x", "/assets/gone"] {
        let response = try await client.send(.get, path)
        #expect(response.status == .notFound, "\(path)")
      }
      let page = try await client.send(.get, "/")
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    }
  }

  @Test func `NEW_04 the web app manifest is in the language of the person, and caches know`() async throws {
    try await withAssets { _, folder in
      try folder.write("{\n  \"id\": \"/\",\n  \"scope\": \"/\"\n}\n", to: "app.webmanifest")
      try folder.write(
        """
        {"version":"a","files":[{"url":"/manifest.webmanifest","file":"app.webmanifest",
        "name":"manifest.webmanifest","type":"application/manifest+json","immutable":false,"encodings":[]}]}
        """, to: "manifest.json")
      var setup = ServerSetup()
      setup.assets = Assets(folder: folder.path, logger: quiet)
      try await withServer(setup, posts: nil) { client in
        let requests: [(HTTPFields, language: String, short: String, write: String)] = [
          ([:], "en", "Moments", "New post"), ([.acceptLanguage: "zh-CN"], "zh-Hans", "朋友圈", "发表"),
          ([.acceptLanguage: "zh-CN", .cookie: "language=en"], "en", "Moments", "New post"),
        ]
        var tags: Set<String> = []
        for (fields, language, short, write) in requests {
          let response = try await client.send(.get, "/manifest.webmanifest", fields)
          let manifest = try JSON(parsing: Array(response.body.readableBytesView))
          #expect(manifest["lang"]?.string == language && manifest["dir"]?.string == "ltr")
          #expect(manifest["short_name"]?.string == short && manifest["name"]?.string == "Swiftlet " + short)
          #expect(manifest["shortcuts"]?.array?.first?["name"]?.string == write)
          #expect(manifest["id"]?.string == "/" && manifest["scope"]?.string == "/")
          #expect(response.headers[.cacheControl] == "no-cache")
          let vary = response.headers[.vary] ?? ""
          #expect(vary.contains("Accept-Language") && vary.contains("Cookie"), "\(vary)")
          let tag = try #require(response.headers[.eTag])
          tags.insert(tag)
          var asked = fields
          asked[.ifNoneMatch] = tag
          let again = try await client.send(.get, "/manifest.webmanifest", asked)
          #expect(again.status == .notModified && again.headers[.vary] == response.headers[.vary])
        }
        #expect(tags.count == 2)
      }
    }
  }

  @Test func `pages find the files by name`() async throws {
    try await withAssets { assets, _ in
      #expect(assets.isBuilt)
      #expect(assets.version == "0123456789abcdef")
      #expect(assets.url(named: "app.wasm") == "/assets/app.3f2a.wasm")
      #expect(assets.text(named: "app.css") == "body{color:#123}")
      #expect(assets.url(named: "none") == nil)
    }
  }

  @Test func `without a build the APIs work and the pages say what is missing`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var setup = ServerSetup()
    setup.assets = Assets(folder: folder.path + "/none", logger: quiet)
    try await withServer(setup) { client in
      #expect(try await client.send(.get, "/user/ann").status == .ok)
      let page = try await client.send(.get, "/")
      #expect(page.status == .serviceUnavailable)
      #expect(page.text.contains("make build"))
      let chinese = try await client.send(.get, "/settings", [.acceptLanguage: "zh-CN"])
      #expect(chinese.text.contains("尚未构建"))
    }
  }

  @Test(arguments: ["", "[]", "{}", "{\"version\":1,\"files\":[]}", "{\"version\":\"a\"}", "\u{0}"])
  func `a manifest that is none counts as no build`(_ manifest: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write(manifest, to: "manifest.json")
    #expect(!Assets(folder: folder.path, logger: quiet).isBuilt)
  }
}
