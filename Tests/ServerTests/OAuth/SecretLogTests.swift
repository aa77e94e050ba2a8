import Community
import HTTPTypes
import Logging
import NIOCore
import Synchronization
import Testing

@Suite struct SecretLogTests {
  private final class Lines: Sendable {
    let text = Mutex("")
  }

  private struct Recorder: LogHandler {
    let lines: Lines
    var logLevel: Logger.Level = .trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.text.withLock { $0 += "\(event.message) \(event.metadata ?? [:]) \(metadata)\n" }
    }
  }

  @Test func `no password code token or link is ever logged`() async throws {
    let lines = Lines()
    var setup = ServerSetup()
    setup.logger = Logger(label: "test") { _ in Recorder(lines: lines) }
    try await withMembers(setup) { client, community in
      let registered = try await RegisteredClient.register(client)
      let code = try await registered.code()
      let answer = try await registered.exchange(code)
      let token = try await registered.token()
      _ = try await client.send(.get, "/oauth/userinfo", .bearer(token))
      _ = try await registered.exchange(code)
      let invitation = try await community.invitations.create(uses: 1, days: 1)
      let browser = FormBrowser(client)
      let page = try await browser.get("/join/" + invitation)
      _ = try await browser.post(
        "/join/" + invitation,
        hiddenFields(page.text) + [("username", "cleo"), ("password", "battery staple")])
      let reset = try await community.passwordResets.create(for: "cleo").code
      let form = try await browser.get("/reset/" + reset)
      _ = try await browser.post("/reset/" + reset, hiddenFields(form.text) + [("password", "bottle cork")])
      let log = lines.text.withLock { $0 }
      #expect(log.contains("/oauth/token"))
      #expect(log.contains("cleo"))
      let secrets =
        [
          "correct horse", "correct%20horse", "battery staple", "battery%20staple", code, token,
          registered.secret,
          invitation, reset, "bottle cork", "bottle%20cork",
        ] + browser.cookies.values
      for secret in secrets { #expect(!log.contains(secret), "\(secret)") }
      #expect(answer.status == .ok)
    }
  }
}
