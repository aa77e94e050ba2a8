import HTTPTypes
import Testing

@testable import Community
@testable import Server

/// Tests the guessing of a member's password from many addresses while the member signs in.
@Suite struct KnownBrowserTests {
  private func attempt(
    _ browser: FormBrowser, _ registered: RegisteredClient, password: String
  ) async throws -> HTTPResponse.Status {
    let page = try await browser.get(registered.address())
    return try await browser.post(
      "/oauth/authorize",
      hiddenFields(page.text) + [("username", "anna"), ("password", password), ("decision", "allow")]
    ).status
  }

  @Test func `many addresses don't lock out a member whose browser is known`() async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.isOn = false
    try await withMembers(setup) { client, community in
      let registered = try await RegisteredClient.register(client)
      let home = FormBrowser(client)
      #expect(try await attempt(home, registered, password: "correct horse") == .seeOther)
      let mark = try #require(home.cookies["swiftlet-device"])
      var checked = 0
      for index in 0..<60 {
        do {
          _ = try await community.sessions.signIn(
            username: "anna", password: "wrong", address: "192.0.2.\(index)")
        } catch CommunityError.notAllowed {
          checked += 1
        } catch CommunityError.tooMany {
          continue
        }
      }
      #expect(checked == 20)
      let stranger = FormBrowser(client)
      #expect(try await attempt(stranger, registered, password: "correct horse") == .tooManyRequests)
      // The browser's mark doesn't replace the password, and is worthless for another account.
      await #expect(throws: CommunityError.notAllowed("The username or the password is wrong")) {
        _ = try await community.sessions.signIn(
          username: "anna", password: "wrong", address: "192.0.2.1", deviceMark: mark)
      }
      await #expect(throws: CommunityError.self) {
        _ = try await community.sessions.signIn(
          username: "anna", password: "correct horse", address: "192.0.2.1",
          deviceMark: community.sessions.deviceMark(for: "bob"))
      }
      let member = try await community.sessions.signIn(
        username: "@Anna", password: "correct horse", address: "192.0.2.1", deviceMark: mark)
      #expect(member.username == "anna")
    }
  }
}
