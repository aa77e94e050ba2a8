import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct LimitsTests {
  private func get(_ path: String = "/health", _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
  }

  @Test func `a URI of nine kilobytes is too long at every route`() async throws {
    try await withServer { client in
      for path in ["/user/ann?x=", "/", "/media/a/", "/assets/"] {
        let response = try await client.send(.get, path + String(repeating: "x", count: 9 * 1024))
        #expect(response.status == .uriTooLong, "\(path)")
      }
      #expect(try await client.send(.get, "/user/ann?x=" + String(repeating: "x", count: 7 * 1024)).status == .ok)
    }
  }

  @Test func `a URI of a megabyte ends the connection`() async throws {
    try await withRunningServer { port, _ in
      let request = get("/" + String(repeating: "x", count: 1 << 20))
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(!answer.contains("200 OK"))
      #expect(answer != "the server did not close")
    }
  }

  @Test func `too many or too large header fields end the connection`() async throws {
    try await withRunningServer { port, _ in
      for fields in [
        String(repeating: "X-A: b\r\n", count: 200), "X-A: " + String(repeating: "b", count: 20_000) + "\r\n",
        String(repeating: "X-A: " + String(repeating: "b", count: 1000) + "\r\n", count: 40),
      ] {
        let answer = try await RawConnection.exchange(port: port, [get("/health", fields)]).answer
        #expect(answer.hasPrefix("HTTP/1.1 400") || answer.isEmpty)
      }
    }
  }

  @Test func `a GET with a body is refused`() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/user/ann", body: ByteBuffer(string: "x"))
      #expect(response.status == .badRequest)
      #expect(response.text == #"{"error":"A GET request has no body"}"#)
      #expect(response.headers[.connection] == "close")
    }
  }

  @Test func `a body of more than a megabyte is refused before it is sent`() async throws {
    try await withRunningServer { port, _ in
      let request = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 413"))
    }
  }

  @Test func `a body that grows beyond a megabyte ends the connection`() async throws {
    try await withRunningServer { port, _ in
      let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
      let head = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      let (answer, _) = try await RawConnection.exchange(
        port: port, [head] + Array(repeating: chunk, count: 40), pause: .milliseconds(5))
      #expect(answer.hasPrefix("HTTP/1.1 4"))
    }
  }

  @Test func `a request head that trickles in is cut off`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.idleTime = .milliseconds(500)
    try await withRunningServer(setup) { port, _ in
      let pieces = ["GET /hea", "lth HT", "TP/1.1\r\nHo"] + Array(repeating: "x", count: 900)
      let (answer, duration) = try await RawConnection.exchange(port: port, pieces)
      #expect(answer.isEmpty)
      #expect(duration < .seconds(60), "before all of it had come")
    }
  }

  @Test func `a body that trickles in is cut off`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.readingTime = .milliseconds(500)
    try await withRunningServer(setup) { port, _ in
      let head = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
      let (answer, duration) = try await RawConnection.exchange(port: port, [head] + Array(repeating: "x", count: 900))
      #expect(answer.hasPrefix("HTTP/1.1 4"))
      #expect(duration < .seconds(60), "before all of it had come")
    }
  }

  @Test func `a connection on which nothing happens is closed`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.idleTime = .seconds(5)
    try await withRunningServer(setup) { port, _ in
      let answer = try await RawConnection.exchange(port: port, [get()], patience: .seconds(30)).answer
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `an answer that takes too long is given up`() async throws {
    try await withAssets { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      setup.configuration.limits.answeringTime = .milliseconds(300)
      setup.render = { _ in
        Thread.sleep(forTimeInterval: 2)
        return []
      }
      try await withRunningServer(setup) { port, _ in
        let answer = try await RawConnection.exchange(port: port, [self.get("/settings")]).answer
        #expect(answer.hasPrefix("HTTP/1.1 503"))
      }
    }
  }

  @Test func `a client that takes nothing of its answer is cut off`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.stallTime = .milliseconds(500)
    let posts = (0..<300).map { SourcePost(text: "\($0) " + String(repeating: "words ", count: 8000)) }
    let whole = 300 * 48_000
    try await withRunningServer(setup, posts: posts) { port, _ in
      let connection = try await RawConnection.open(port: port)
      let received = try await connection.channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: self.get("/user/ann/tweets")))
        var answer = inbound.makeAsyncIterator()
        let received = try await answer.next()?.readableBytes ?? 0
        // Nothing is read meanwhile, as nobody asks for it.
        try await Task.sleep(for: .seconds(3))
        return received + (await RawConnection.rest(of: &answer))
      }
      // What the system's buffers held has still arrived.
      #expect(received > 0)
      #expect(received < whole)
    }
  }

  @Test(arguments: [(1_000_000, true), (1, false)])
  func `a client that takes too little of its answer is cut off`(_ rate: Int, _ isCutOff: Bool) async throws {
    var setup = ServerSetup()
    setup.configuration.limits.stallTime = .seconds(2)
    setup.configuration.limits.leastBytesPerSecond = rate
    // A debug build takes long to write so much.
    setup.configuration.limits.answeringTime = .seconds(60)
    let posts = (0..<100).map { SourcePost(text: "\($0) " + String(repeating: "words ", count: 8000)) }
    let whole = 100 * 48_000
    try await withRunningServer(setup, posts: posts) { port, _ in
      let received = try await SlowReader.read(port: port, path: "/user/ann/tweets", piece: 32_768, seconds: 5)
      #expect((received < whole) == isCutOff, "\(received)")
      #expect(received > 32_768)
    }
  }

  @Test func `an address has only so many connections at once`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.connectionsPerAddress = 2
    try await withRunningServer(setup) { port, _ in
      let first = try await RawConnection.open(port: port)
      let second = try await RawConnection.open(port: port)
      try await Task.sleep(for: .milliseconds(200))
      let third = try await RawConnection.exchange(port: port, [self.get()], patience: .seconds(2))
      #expect(third.answer.isEmpty, "closed without a word")
      try await first.channel.executeThenClose { _, _ in }
      try await Task.sleep(for: .milliseconds(200))
      let after = try await RawConnection.exchange(port: port, [self.get("/health", "Connection: close\r\n")])
      #expect(after.answer.hasPrefix("HTTP/1.1 200"))
      try await second.channel.executeThenClose { _, _ in }
    }
  }

  @Test func `connections that end with an error count no longer`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.connectionsPerAddress = 2
    try await withRunningServer(setup) { port, _ in
      let tooLarge = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
      for _ in 0..<6 {
        let answer = try await RawConnection.exchange(port: port, [tooLarge]).answer
        #expect(answer.hasPrefix("HTTP/1.1 413"))
      }
    }
  }

  @Test(arguments: ["gzip", "gzip, chunked", "identity", "chunked, chunked"])
  func `an unknown transfer coding is not implemented`(_ coding: String) async throws {
    try await withRunningServer { port, _ in
      let request = "POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 501") || answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      if coding == "gzip" { #expect(answer.hasPrefix("HTTP/1.1 501"), "\(answer)") }
    }
  }

  @Test(arguments: ["/", "/user/ann", "/user/ann/tweets", "/oauth/authorize", "/join", "/settings", "/nothing/here"])
  func `what is rendered has a budget for each address`(_ path: String) async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.pages = RateLimit(2, per: .seconds(300))
    try await withServer(setup) { client in
      for _ in 1...2 { #expect(try await client.send(.get, path).status != .tooManyRequests) }
      let refused = try await client.send(.get, path)
      #expect(refused.status == .tooManyRequests)
      let wait = Int(refused.headers[.retryAfter] ?? "")
      #expect(wait.map { $0 > 0 } == true)
      #expect(try await client.send(.get, "/health").status == .ok)
    }
  }

  @Test(arguments: [
    "/media/a/b", "/health", "/assets/app.js", "/api/v1/instance", "/api/nothing", "/.well-known/host-meta",
  ])
  func `everything has a budget for each address`(_ path: String) async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.anything = RateLimit(2, per: .seconds(300))
    try await withServer(setup) { client in
      for isRefused in [false, false, true] {
        let response = try await client.send(.get, path)
        #expect((response.status == .tooManyRequests) == isRefused)
      }
    }
  }

  @Test func `more connections than allowed wait their turn`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.connections = 2
    try await withRunningServer(setup) { port, _ in
      let first = try await RawConnection.open(port: port)
      let second = try await RawConnection.open(port: port)
      try await Task.sleep(for: .milliseconds(200))
      let waiting = try await RawConnection.exchange(
        port: port, [self.get("/health", "Connection: close\r\n")], patience: .milliseconds(500))
      #expect(waiting.answer == "the server did not close")
      try await first.channel.executeThenClose { _, _ in }
      try await second.channel.executeThenClose { _, _ in }
      let after = try await RawConnection.exchange(port: port, [self.get("/health", "Connection: close\r\n")])
      #expect(after.answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test(arguments: ["FOO", "TRACE", "CONNECT", "PROPFIND"])
  func `unknown methods do no harm`(_ method: String) async throws {
    try await withRunningServer { port, _ in
      let request = "\(method) /user/ann HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 4"))
    }
  }

  @Test func `what is no HTTP is answered with 400`() async throws {
    try await withRunningServer { port, _ in
      let answer = try await RawConnection.exchange(port: port, ["\u{16}\u{3}\u{1} hello\r\n\r\n"]).answer
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }
  }

  @Test func `requests one after the other on one connection are all answered`() async throws {
    try await withRunningServer { port, _ in
      let last = self.get("/health", "Connection: close\r\n")
      let (answer, _) = try await RawConnection.exchange(port: port, [self.get() + self.get("/user/ann") + last])
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 4)
    }
  }
}
