import Foundation
import Logging
import NIOCore
import Server
import Synchronization
import Testing

/// Tests how requests and their connections end (29.5 to 29.7).
@Suite struct RequestEndTests {
  private func get(_ more: String = "", version: String = "1.1") -> String {
    "GET /health HTTP/\(version)\r\nHost: localhost\r\n\(more)\r\n"
  }

  /// Returns the server's response to these pieces, read until the server closes or `timeout` ends.
  private func answer(
    _ port: Int, _ pieces: [String], timeout: Duration = .seconds(60)
  ) async throws -> String {
    try await RawConnection.exchange(port: port, pieces, pause: .milliseconds(50), timeout: timeout).answer
  }

  @Test(arguments: [
    "Connection: Upgrade\r\nUpgrade: websocket\r\n",
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n",
    "Connection: keep-alive, upgrade\r\nUpgrade: anything\r\n",
  ])
  func `a request for another protocol is answered, and the connection ends`(_ fields: String) async throws {
    try await withRunningServer { port, _ in
      let said = try await answer(port, [get(fields), get()])
      #expect(said.hasPrefix("HTTP/1.1 200"))
      #expect(said.lowercased().contains("connection: close"))
      #expect(said.components(separatedBy: "HTTP/1.1 ").count == 2)
    }
  }

  @Test func `a body that comes after an early response is dropped, and the connection goes on`() async throws
  {
    try await withRunningServer { port, _ in
      let head = "POST /api/v1/statuses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      for length in [14, 60_000] {
        let body = "{\"status\":\"" + String(repeating: "a", count: length - 13) + "\"}"
        let said = try await answer(
          port, [head + "Content-Length: \(length)\r\n\r\n", body + get("Connection: close\r\n")])
        let statuses = said.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(statuses == ["401", "200"], "\(said.prefix(400))")
        #expect(!said.lowercased().contains("connection: close"))
      }
    }
  }

  @Test(arguments: ["Content-Length: 900000", "Transfer-Encoding: chunked"])
  func `an early response to a long body says that the connection ends`(_ length: String) async throws {
    try await withRunningServer { port, _ in
      let head = "POST /api/v1/statuses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      let said = try await answer(port, [head + length + "\r\n\r\n"])
      #expect(said.hasPrefix("HTTP/1.1 401") && said.lowercased().contains("connection: close"))
    }
  }

  @Test func `who waits to send a body is told to, or gets a response and no body is sent`() async throws {
    try await withRunningServer { port, _ in
      let body = "client_name=A&redirect_uris=urn:ietf:wg:oauth:2.0:oob"
      let fields =
        "Host: localhost\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\n"
      let head = fields + "Content-Length: \(body.utf8.count)\r\n\r\n"
      let connection = try await RawConnection.open(port: port)
      let said = try await connection.channel.executeThenClose { inbound, outbound in
        var heard = inbound.makeAsyncIterator()
        try await outbound.write(ByteBuffer(string: "POST /api/v1/apps HTTP/1.1\r\n" + head))
        // The body isn't sent before the server asks for it.
        var said = ""
        while !said.contains("\r\n\r\n"), let bytes = await RawConnection.next(of: &heard) {
          said += String(buffer: bytes)
        }
        #expect(said == "HTTP/1.1 100 Continue\r\n\r\n")
        try await outbound.write(ByteBuffer(string: body + get("Connection: close\r\n")))
        while let bytes = await RawConnection.next(of: &heard) { said += String(buffer: bytes) }
        return said
      }
      #expect(
        said.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) } == ["100", "200", "200"])
      let refused = try await answer(port, ["POST /api/v1/statuses HTTP/1.1\r\n" + head])
      #expect(refused.hasPrefix("HTTP/1.1 401") && refused.lowercased().contains("connection: close"))
    }
  }

  @Test(arguments: ["", "Connection: keep-alive\r\n"])
  func `a client of HTTP 1_0 gets no chunks, and the end of the connection`(_ fields: String) async throws {
    try await withRunningServer { port, _ in
      let said = try await answer(port, [get(fields, version: "1.0")])
      #expect(said.hasPrefix("HTTP/1.0 200") && said.hasSuffix("}"))
      #expect(!said.lowercased().contains("transfer-encoding"))
    }
  }

  @Test func `two hosts are refused`() async throws {
    try await withRunningServer { port, _ in
      let said = try await answer(port, [get("Host: other.example\r\n")])
      #expect(said.hasPrefix("HTTP/1.1 400") && said.lowercased().contains("connection: close"))
    }
  }

  @Test func `a chunk that is none, and a client that leaves, are no errors of the server`() async throws {
    let lines = LogLines()
    var setup = ServerSetup()
    setup.logger = Logger(label: "test") { _ in lines }
    try await withRunningServer(setup) { [setup] port, _ in
      _ = setup
      let head = "POST /api/v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      let said = try await answer(port, [head + "Transfer-Encoding: chunked\r\n\r\n", "zz\r\nabc\r\n"])
      #expect(said.hasPrefix("HTTP/1.1 400"), "\(said)")
      for path in ["/api/v1/apps", "/oauth/authorize"] {
        let connection = try await RawConnection.open(port: port)
        try await connection.channel.executeThenClose { _, outbound in
          let form =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
          try await outbound.write(ByteBuffer(string: form + "Content-Length: 5000\r\n\r\na=b"))
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      // Both requests have ended on the server once it has logged them.
      while lines.all.filter({ $0.contains("Answered") }).count < 3 {
        try await Task.sleep(for: .milliseconds(20))
      }
      // Ports and durations may contain a 500, too.
      #expect(lines.all.filter { $0.contains("error") || $0.contains(#""status": 500"#) } == [])
    }
  }
}

/// Collects log lines.
private final class LogLines: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])

  var all: [String] { kept.withLock(\.self) }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .info }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let line = "\(event.level) \(event.message) \(event.metadata ?? [:])"
    kept.withLock { $0.append(line) }
  }
}
