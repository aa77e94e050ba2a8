import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport

/// A push service on this machine. It keeps what it gets, and answers each path as a test says.
final class FakePushService: Sendable {
  struct Delivery: Sendable {
    let path: String
    let headers: [String: String]
    let body: [UInt8]
  }

  struct State {
    var deliveries: [Delivery] = []
    /// The responses of paths, one after the other; 201 without one.
    var answers: [String: [(status: Int, headers: [String: String])]] = [:]
    /// Paths whose responses wait.
    var held: Set<String> = []
    var now: [String: Int] = [:]
    /// The largest number of requests to one path at the same time.
    var maxOfPath = 0
  }

  let state = Mutex(State())

  var deliveries: [Delivery] { state.withLock { $0.deliveries } }

  func answer(_ path: String, _ statuses: Int..., headers: [String: String] = [:]) {
    state.withLock { $0.answers[path, default: []] += statuses.map { ($0, headers) } }
  }

  func run(_ body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
    let router = Router()
    router.post("**") { request, _ in
      let path = request.uri.path
      let bytes = try await request.body.collect(upTo: 10_000)
      let headers = Dictionary(
        request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $1 })
      let answer = self.state.withLock { state in
        state.deliveries.append(Delivery(path: path, headers: headers, body: Array(bytes.readableBytesView)))
        state.now[path, default: 0] += 1
        state.maxOfPath = max(state.maxOfPath, state.now[path, default: 0])
        guard state.answers[path]?.isEmpty == false else { return (status: 201, headers: [String: String]()) }
        return state.answers[path]?.removeFirst() ?? (status: 201, headers: [:])
      }
      defer { self.state.withLock { $0.now[path, default: 1] -= 1 } }
      while self.state.withLock({ $0.held.contains(path) }) { try await Task.sleep(for: .milliseconds(5)) }
      var response = Response(
        status: .init(code: answer.status), body: .init(byteBuffer: ByteBuffer(string: "x")))
      for (name, value) in answer.headers {
        if let name = HTTPField.Name(name) { response.headers[name] = value }
      }
      return response
    }
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: silent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await application.run() }
      group.addTask {
        for await port in ports { return try await body("http://127.0.0.1:\(port)") }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
