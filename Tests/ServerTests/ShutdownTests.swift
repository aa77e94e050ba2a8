import Foundation
import Hummingbird
import NIOCore
import Server
import Synchronization
import Testing

@Suite struct ShutdownTests {
  private let settings = "GET /settings HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// A page whose rendering begins, and ends only when the test allows it.
  private final class SlowPage: Sendable {
    private let begun = Atomic(false)
    private let finished = Atomic(false)

    func setup(_ assets: Assets) -> ServerSetup {
      var setup = ServerSetup()
      setup.assets = assets
      setup.render = { _ in
        self.begun.store(true, ordering: .releasing)
        while !self.finished.load(ordering: .acquiring) { usleep(10_000) }
        return Array("<!doctype html><p>made</p>".utf8)
      }
      return setup
    }

    func waitUntilBegun() async throws {
      while !begun.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(10)) }
    }

    func finish() { finished.store(true, ordering: .releasing) }
  }

  @Test func `a running request is finished after the order to stop`() async throws {
    try await withAssets { assets, _ in
      let page = SlowPage()
      try await withRunningServer(page.setup(assets)) { port, stop in
        async let answer = RawConnection.exchange(port: port, [settings], timeout: .seconds(60))
        try await page.waitUntilBegun()
        async let stopping: Void = stop()
        try await Task.sleep(for: .milliseconds(300))
        page.finish()
        await stopping
        #expect(try await answer.answer.contains("<p>made</p>"))
      }
    }
  }

  @Test func `a response that nobody takes does not hold up the stop`() async throws {
    var setup = ServerSetup()
    setup.configuration.limits.shutdownTimeout = .milliseconds(300)
    let posts = (0..<300).map { SourcePost(text: "\($0) " + String(repeating: "words ", count: 8000)) }
    try await withRunningServer(setup, posts: posts) { port, stop in
      let connection = try await RawConnection.open(port: port)
      let received = try await connection.channel.executeThenClose { inbound, outbound in
        try await outbound.write(
          ByteBuffer(string: "GET /user/ann/tweets HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        var answer = inbound.makeAsyncIterator()
        let received = try await answer.next()?.readableBytes ?? 0
        await stop()
        try await Task.sleep(for: .seconds(2))
        return received + (await RawConnection.rest(of: &answer))
      }
      #expect(received < 300 * 48_000)
    }
  }

  @Test func `connections that only wait are closed at once`() async throws {
    try await withRunningServer { port, stop in
      async let answer = RawConnection.exchange(
        port: port, ["GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"])
      try await Task.sleep(for: .milliseconds(300))
      await stop()
      let text = try await answer.answer
      #expect(text.hasPrefix("HTTP/1.1 200"))
    }
  }
}
