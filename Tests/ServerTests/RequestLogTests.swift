import Hummingbird
import Logging
import Server
import Synchronization
import Testing

@Suite struct RequestLogTests {
  private final class Heard: Sendable {
    let events = Mutex<[Logger.Metadata]>([])
  }

  private struct Recorder: LogHandler {
    let heard: Heard
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      heard.events.withLock { $0.append(metadata.merging(event.metadata ?? [:]) { $1 }) }
    }
  }

  @Test func `a request is one line with the facts and without what is private`() async throws {
    let heard = Heard()
    var setup = ServerSetup()
    setup.logger = Logger(label: "test") { _ in Recorder(heard: heard) }
    try await withServer(setup) { client in
      _ = try await client.send(
        .get, "/user/nobody?token=secret", [.authorization: "Bearer secret", .cookie: "session=secret"])
    }
    let lines = heard.events.withLock { $0.filter { $0["path"] != nil } }
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(Set(line.keys) == ["hb.request.id", "method", "path", "status", "ms", "bytes"])
    #expect(line["method"] == "GET")
    #expect(line["path"] == "/user/nobody")
    #expect(line["status"]?.description == "401")
    #expect(line["bytes"] == "59")
    #expect(!"\(line)".contains("secret"))
  }

  @Test(arguments: ["/join/secret", "/export/secret"])
  func `an address that is a secret is not in it`(_ path: String) async throws {
    let heard = Heard()
    var setup = ServerSetup()
    setup.logger = Logger(label: "test") { _ in Recorder(heard: heard) }
    try await withServer(setup) { client in _ = try await client.send(.get, path) }
    #expect(
      heard.events.withLock { events in events.contains { $0["path"]?.description.hasSuffix("/…") == true } })
    #expect(!heard.events.withLock { "\($0)" }.contains("secret"))
  }
}
