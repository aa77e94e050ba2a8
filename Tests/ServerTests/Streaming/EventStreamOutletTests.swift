import NIOCore
import NIOEmbedded
import Testing

@testable import Server

@Suite struct EventStreamOutletTests {
  private func outlet(queueBytes: Int = 10_000) -> (EventStreamOutlet, NIOAsyncTestingChannel) {
    var limits = StreamLimits()
    limits.queueBytes = queueBytes
    let channel = NIOAsyncTestingChannel()
    return (EventStreamOutlet(limits, channel: channel), channel)
  }

  private func text(_ buffer: ByteBuffer?) -> String? { buffer.map { String(buffer: $0) } }

  @Test func `events are taken in their order, waiting ones together`() async {
    let (outlet, _) = outlet()
    outlet.send(ByteBuffer(string: "a"))
    outlet.send(ByteBuffer(string: "b"))
    #expect(text(await outlet.next()) == "ab")
    async let next = outlet.next()
    outlet.send(ByteBuffer(string: "c"))
    #expect(text(await next) == "c")
  }

  @Test func `a client that takes too little is cut`() async throws {
    let (outlet, channel) = outlet(queueBytes: 1000)
    outlet.send(ByteBuffer(string: String(repeating: "a", count: 700)))
    outlet.send(ByteBuffer(string: "b"))
    outlet.send(ByteBuffer(string: String(repeating: "c", count: 700)))
    #expect(await outlet.next() == nil)
    await channel.testingEventLoop.run()
    // Fails if the channel is still open.
    try await channel.closeFuture.get()
  }

  @Test func `the end comes to the one who waits`() async {
    let (outlet, _) = outlet()
    async let next = outlet.next()
    outlet.end(.revoked)
    #expect(await next == nil)
    outlet.send(ByteBuffer(string: "a"))
    #expect(await outlet.next() == nil)
  }

  @Test func `a cancelled task waits no longer`() async {
    let (outlet, _) = outlet()
    let task = Task { await outlet.next() }
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test func `a comment keeps the connection alive`() async {
    let (outlet, _) = outlet()
    for _ in 0..<30 { outlet.beat() }
    #expect(text(await outlet.next()) == ":thump\n\n:thump\n\n")
  }
}

@Suite struct WebSocketHandshakeTests {
  @Test func `the accepted key is the one of the standard's example`() {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }
}
