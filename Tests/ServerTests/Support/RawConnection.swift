import Foundation
import NIOCore
import NIOPosix

/// A connection that sends any bytes at any time, and reads until the server closes.
struct RawConnection: Sendable {
  let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  static func open(port: Int) async throws -> RawConnection {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return RawConnection(channel: channel)
  }

  /// Holds a connection open while `body` runs. It has one response already, so the server has counted it.
  static func holding<Value: Sendable>(
    port: Int,
    _ body: @Sendable (NIOAsyncChannelOutboundWriter<ByteBuffer>, inout Answer) async throws -> Value
  ) async throws -> Value {
    try await open(port: port).channel.executeThenClose { inbound, outbound in
      var answer = inbound.makeAsyncIterator()
      try await ask(outbound, &answer)
      return try await body(outbound, &answer)
    }
  }

  /// Sends one more request on a held connection and expects a 200.
  static func ask(_ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, _ answer: inout Answer) async throws
  {
    try await outbound.write(ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    try await hear(&answer)
  }

  /// Waits for a 200 to `/health`.
  static func hear(_ answer: inout Answer) async throws {
    var heard = ""
    while !heard.hasSuffix("}"), let bytes = await next(of: &answer) { heard += String(buffer: bytes) }
    guard heard.hasPrefix("HTTP/1.1 200"), heard.hasSuffix("}") else { throw Unanswered(heard: heard) }
  }

  struct Unanswered: Error { let heard: String }

  /// Retries until the server accepts this address again, which is when it has closed another connection.
  static func waitUntilServed(port: Int) async throws {
    let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    while try await !exchange(port: port, [request]).answer.hasPrefix("HTTP/1.1 200") {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Sends the pieces with pauses between them. Returns everything received until the server closed, and how
  /// long that took.
  ///
  /// - Parameter timeout: The time to wait after the last piece. If the server closes, as it should, it only
  ///   limits how long a failing test runs.
  static func exchange(
    port: Int, _ pieces: [String], pause: Duration = .milliseconds(100), timeout: Duration = .seconds(120)
  ) async throws -> (answer: String, duration: Duration) {
    let connection = try await open(port: port)
    let start = ContinuousClock.now
    let answer = try await connection.channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: String?.self) { tasks in
        tasks.addTask {
          var answer = inbound.makeAsyncIterator()
          var heard = ByteBuffer()
          while let bytes = await next(of: &answer) { heard.writeImmutableBuffer(bytes) }
          return String(buffer: heard)
        }
        tasks.addTask {
          for piece in pieces {
            do { try await outbound.write(ByteBuffer(string: piece)) } catch { return nil }
            try await Task.sleep(for: pause)
          }
          try await Task.sleep(for: timeout)
          return "the server did not close"
        }
        while let result = try await tasks.next() {
          guard let result else { continue }
          tasks.cancelAll()
          return result
        }
        return ""
      }
    }
    return (answer, ContinuousClock.now - start)
  }

  typealias Answer = NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

  /// Returns the next bytes; `nil` if the server closed or reset the connection.
  static func next(of answer: inout Answer) async -> ByteBuffer? {
    do { return try await answer.next() } catch { return nil }
  }

  /// Returns the number of bytes that still arrive before the end.
  static func rest(of answer: inout Answer) async -> Int {
    var count = 0
    while let bytes = await next(of: &answer) { count += bytes.readableBytes }
    return count
  }
}
