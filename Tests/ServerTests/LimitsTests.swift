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

  @Test func a_URI_of_nine_kilobytes_is_too_long_at_every_route() async throws {
    try await withServer { client in
      for path in ["/user/ann?x=", "/", "/media/a/", "/assets/"] {
        let response = try await client.send(.get, path + String(repeating: "x", count: 9 * 1024))
        #expect(response.status == .uriTooLong, "\(path)")
      }
      #expect(try await client.send(.get, "/user/ann?x=" + String(repeating: "x", count: 7 * 1024)).status == .ok)
    }
  }

  @Test func a_URI_of_a_megabyte_ends_the_connection() async throws {
    try await withRunningServer { port, _ in
      let request = get("/" + String(repeating: "x", count: 1 << 20))
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(!answer.contains("200 OK"))
      #expect(answer != "the server did not close")
    }
  }

  @Test func too_many_or_too_large_header_fields_end_the_connection() async throws {
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

  @Test func a_GET_with_a_body_is_refused() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/user/ann", body: ByteBuffer(string: "x"))
      #expect(response.status == .badRequest)
      #expect(response.text == #"{"error":"A GET request has no body"}"#)
      #expect(response.headers[.connection] == "close")
    }
  }

  @Test func a_body_of_more_than_a_megabyte_is_refused_before_it_is_sent() async throws {
    try await withRunningServer { port, _ in
      let request = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 413"))
    }
  }

  @Test func a_body_that_grows_beyond_a_megabyte_ends_the_connection() async throws {
    try await withRunningServer { port, _ in
      let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
      let head = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      let (answer, _) = try await RawConnection.exchange(
        port: port, [head] + Array(repeating: chunk, count: 40), pause: .milliseconds(5))
      #expect(answer.hasPrefix("HTTP/1.1 4"))
    }
  }

  @Test func a_request_head_that_trickles_in_is_cut_off() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.idleTime = .milliseconds(500)
    try await withRunningServer(setup) { port, _ in
      let pieces = ["GET /hea", "lth HT", "TP/1.1\r\nHo"] + Array(repeating: "x", count: 900)
      let (answer, duration) = try await RawConnection.exchange(port: port, pieces)
      #expect(answer.isEmpty)
      #expect(duration < .seconds(60), "before all of it had come")
    }
  }

  @Test func a_body_that_trickles_in_is_cut_off() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.readingTime = .milliseconds(500)
    try await withRunningServer(setup) { port, _ in
      let head = "POST /user/ann HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
      let (answer, duration) = try await RawConnection.exchange(port: port, [head] + Array(repeating: "x", count: 900))
      #expect(answer.hasPrefix("HTTP/1.1 4"))
      #expect(duration < .seconds(60), "before all of it had come")
    }
  }

  @Test func a_connection_on_which_nothing_happens_is_closed() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.idleTime = .seconds(5)
    try await withRunningServer(setup) { port, _ in
      let answer = try await RawConnection.exchange(port: port, [get()], patience: .seconds(30)).answer
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func an_answer_that_takes_too_long_is_given_up() async throws {
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

  @Test func a_client_that_takes_nothing_of_its_answer_is_cut_off() async throws {
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
  func a_client_that_takes_too_little_of_its_answer_is_cut_off(_ rate: Int, _ isCutOff: Bool) async throws {
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

  @Test func an_address_has_only_so_many_connections_at_once() async throws {
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

  @Test func connections_that_end_with_an_error_count_no_longer() async throws {
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
  func an_unknown_transfer_coding_is_not_implemented(_ coding: String) async throws {
    try await withRunningServer { port, _ in
      let request = "POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 501") || answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      if coding == "gzip" { #expect(answer.hasPrefix("HTTP/1.1 501"), "\(answer)") }
    }
  }

  @Test(arguments: ["/", "/user/ann", "/user/ann/tweets", "/oauth/authorize", "/join", "/settings", "/nothing/here"])
  func what_is_rendered_has_a_budget_for_each_address(_ path: String) async throws {
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
  func everything_has_a_budget_for_each_address(_ path: String) async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.anything = RateLimit(2, per: .seconds(300))
    try await withServer(setup) { client in
      for isRefused in [false, false, true] {
        let response = try await client.send(.get, path)
        #expect((response.status == .tooManyRequests) == isRefused)
      }
    }
  }

  @Test func more_connections_than_allowed_wait_their_turn() async throws {
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
  func unknown_methods_do_no_harm(_ method: String) async throws {
    try await withRunningServer { port, _ in
      let request = "\(method) /user/ann HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await RawConnection.exchange(port: port, [request]).answer
      #expect(answer.hasPrefix("HTTP/1.1 4"))
    }
  }

  @Test func what_is_no_HTTP_is_answered_with_400() async throws {
    try await withRunningServer { port, _ in
      let answer = try await RawConnection.exchange(port: port, ["\u{16}\u{3}\u{1} hello\r\n\r\n"]).answer
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }
  }

  @Test func requests_one_after_the_other_on_one_connection_are_all_answered() async throws {
    try await withRunningServer { port, _ in
      let last = self.get("/health", "Connection: close\r\n")
      let (answer, _) = try await RawConnection.exchange(port: port, [self.get() + self.get("/user/ann") + last])
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 4)
    }
  }
}
