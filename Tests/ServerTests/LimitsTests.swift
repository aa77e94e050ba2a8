import Foundation
import Hummingbird
import NIOCore
import Server
import Synchronization
import Testing

/// The order in which clients were served.
private final class RequestOrder: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0 } }

  func add(_ name: String) { list.withLock { $0.append(name) } }
}

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
      #expect(
        try await client.send(.get, "/user/ann?x=" + String(repeating: "x", count: 7 * 1024)).status == .ok)
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
    setup.configuration.limits.idleTimeout = .milliseconds(500)
    try await withRunningServer(setup) { port, _ in
      let pieces = ["GET /hea", "lth HT", "TP/1.1\r\nHo"] + Array(repeating: "x", count: 2000)
      let answer = try await RawConnection.exchange(port: port, pieces).answer
      #expect(answer.isEmpty, "closed before all of it had come")
    }
  }

  @Test func `a body that trickles in is cut off`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.requestTimeout = .milliseconds(500)
    try await withRunningServer(setup) { port, _ in
      let head = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [head] + Array(repeating: "x", count: 2000))
        .answer
      #expect(answer.hasPrefix("HTTP/1.1 4"), "closed before all of it had come")
    }
  }

  @Test func `a connection on which nothing happens is closed`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.idleTimeout = .seconds(1)
    try await withRunningServer(setup) { port, _ in
      var answer = ""
      // On a busy machine the request itself may arrive after the timeout.
      while answer.isEmpty { answer = try await RawConnection.exchange(port: port, [get()]).answer }
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a response that takes too long is given up`() async throws {
    try await withAssets { assets, _ in
      let isRefused = DispatchSemaphore(value: 0)
      var setup = ServerSetup()
      setup.assets = assets
      setup.configuration.limits.responseTimeout = .milliseconds(300)
      setup.render = { _ in
        _ = isRefused.wait(timeout: .now() + 120)
        return []
      }
      try await withRunningServer(setup) { port, _ in
        let answer = try await RawConnection.exchange(port: port, [self.get("/settings")]).answer
        isRefused.signal()
        #expect(answer.hasPrefix("HTTP/1.1 503"))
      }
    }
  }

  /// Runs a server whose clock stands still unless the test moves it, with a response of `posts` times 48 KB.
  /// An address has one connection, so another one is served only after the first was cut.
  private func stalling(
    _ posts: Int, _ stallInterval: Duration, rate: Int = 1024,
    _ body: @escaping @Sendable (_ port: Int, _ clock: ManualClock) async throws -> Void
  ) async throws {
    let clock = ManualClock()
    var setup = ServerSetup()
    setup.clock = { clock.now }
    setup.configuration.limits.stallInterval = stallInterval
    setup.configuration.limits.minBytesPerSecond = rate
    setup.configuration.limits.connectionsPerAddress = 1
    setup.configuration.limits.idleTimeout = .seconds(600)
    let posts = (0..<posts).map { SourcePost(text: "\($0) " + String(repeating: "words ", count: 8000)) }
    try await withRunningServer(setup, posts: posts) { port, _ in try await body(port, clock) }
  }

  @Test func `a client that takes nothing of its response is cut off`() async throws {
    try await stalling(300, .milliseconds(200)) { port, clock in
      let connection = try await RawConnection.open(port: port)
      let received = try await connection.channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: self.get("/user/ann/tweets")))
        var answer = inbound.makeAsyncIterator()
        let received = try await answer.next()?.readableBytes ?? 0
        // The client doesn't read during this time.
        let passing = Task {
          while !Task.isCancelled {
            clock.advance(by: .milliseconds(50))
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        try await RawConnection.waitUntilServed(port: port)
        passing.cancel()
        return received + (await RawConnection.rest(of: &answer))
      }
      // The content of the system's buffers has still arrived.
      #expect(received > 0)
      #expect(received < 300 * 48_000)
    }
  }

  @Test func `a client that takes too little of its response is cut off`() async throws {
    try await stalling(100, .milliseconds(200), rate: 10_000_000) { port, clock in
      let reader = try SlowReader(port: port, path: "/user/ann/tweets")
      // 0.7 MB in 0.21 s plus the system's buffers are less than the required 2 MB in 0.2 s.
      let taken = await reader.take(21, piecesOf: 32_768) { clock.advance(by: .milliseconds(10)) }
      #expect(taken == 21 * 32_768)
      try await RawConnection.waitUntilServed(port: port)
      let received = await taken + reader.take(nil, piecesOf: 32_768)
      #expect(received < 100 * 48_000, "\(received)")
    }
  }

  @Test func `a client that takes its response slowly gets all of it`() async throws {
    try await stalling(100, .milliseconds(200), rate: 1) { port, clock in
      let reader = try SlowReader(port: port, path: "/user/ann/tweets")
      // In 0.2 s the client reads more than the system's buffers hold.
      let received = await reader.take(nil, piecesOf: 32_768) { clock.advance(by: .milliseconds(10)) }
      #expect(received > 100 * 48_000, "\(received)")
    }
  }

  @Test func `an address has only so many connections at once`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.connectionsPerAddress = 2
    try await withRunningServer(setup) { port, _ in
      try await RawConnection.holding(port: port) { _, _ in
        try await RawConnection.holding(port: port) { _, _ in
          let third = try await RawConnection.exchange(port: port, [self.get()])
          #expect(third.answer.isEmpty, "closed without a word")
        }
        // The second connection has ended.
        try await RawConnection.waitUntilServed(port: port)
      }
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
      let request =
        "POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 501") || answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      if coding == "gzip" { #expect(answer.hasPrefix("HTTP/1.1 501"), "\(answer)") }
    }
  }

  @Test(arguments: [
    "/", "/user/ann", "/user/ann/tweets", "/oauth/authorize", "/join", "/settings", "/nothing/here",
  ])
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
      let order = RequestOrder()
      let waiting = try await RawConnection.holding(port: port) { _, _ in
        try await RawConnection.holding(port: port) { outbound, answer in
          let third = try await RawConnection.open(port: port)
          let waiting = Task {
            try await third.channel.executeThenClose { inbound, outbound in
              var answer = inbound.makeAsyncIterator()
              try await RawConnection.ask(outbound, &answer)
              order.add("third")
            }
          }
          // Existing connections are served all the time.
          for _ in 0..<20 { try await RawConnection.ask(outbound, &answer) }
          order.add("second")
          return waiting
        }
      }
      try await waiting.value
      #expect(order.names == ["second", "third"])
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
      let (answer, _) = try await RawConnection.exchange(
        port: port, [self.get() + self.get("/user/ann") + last])
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 4)
    }
  }
}
