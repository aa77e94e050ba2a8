import Foundation
import Testing

@testable import Community

/// A request to elsewhere ends in its time, whatever holds it up.
@Suite(.timeLimit(.minutes(5))) struct OutboundLimitTests {
  @Test func `NEW_16 a resolver that doesn't answer holds up no cancelled request (29_27)`() async {
    let (asked, answers) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    let resolving = Task {
      await NetworkAddress.resolve("slow.example") { _ in
        asked.continuation.yield()
        answers.wait()
        return ["192.0.2.1"]
      }
    }
    for await _ in asked.stream { break }
    resolving.cancel()
    #expect(await resolving.value == [])
    answers.signal()
    #expect(await NetworkAddress.resolve("[::1]") { [$0] } == ["::1"])
  }

  @Test func `NEW_09 a request to another server occupies no thread of Swift's tasks`() async {
    // Dispatch has a thread for each processor, which it shares with Swift's tasks.
    let names = await NetworkAddress.resolve("named.example") { _ in [Thread.current.name ?? ""] }
    #expect(names == [OutboundThread.name])
    await withTaskGroup { group in
      let answers = DispatchSemaphore(value: 0)
      let (asked, question) = AsyncStream.makeStream(of: Void.self)
      for _ in 0..<100 {
        group.addTask {
          _ = await NetworkAddress.resolve("slow.example") { _ in
            question.yield()
            answers.wait()
            return []
          }
        }
      }
      var count = 0
      for await _ in asked {
        count += 1
        if count == 100 { break }
      }
      for _ in 0..<100 { answers.signal() }
    }
  }

  @Test func `NEW_16 a server that accepts and says nothing is given up (29_27)`() async throws {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The system accepts connections, and no program reads from them.
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, size) == 0 && listen(server, 4) == 0 && getsockname(server, $0, &size) == 0
      }
    }
    try #require(isListening)
    let url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    await #expect(throws: OutboundError.deadline) {
      try await Connections().ask(url, host: "127.0.0.1", at: "127.0.0.1", within: .milliseconds(100)) {
        { _, _ in true }
      }
    }
    let outbound = Outbound()
    await #expect(throws: OutboundError.deadline) {
      try await outbound.bytes(
        url, limits: OutboundLimits(maxBytes: 100, deadline: .milliseconds(100)), allowingPrivate: true)
    }
    outbound.close()
  }
}
