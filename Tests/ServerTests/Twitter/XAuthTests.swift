import HTTPTypes
import Testing

@testable import Community
@testable import Server

/// Clients that take a member's password themselves, if the community allows it.
@Suite struct XAuthTests {
  private static let path = "/oauth/access_token"

  private func form(_ name: String, _ password: String) -> [(String, String)] {
    [("x_auth_mode", "client_auth"), ("x_auth_username", name), ("x_auth_password", password)]
  }

  private func allow(_ isAllowed: Bool, _ community: Community) async throws {
    var change = SettingsChange()
    change.allowsXAuth = isAllowed
    try await community.change(change, by: nil)
  }

  @Test func `NEW_03 a client signs a member in with their password, where that is allowed`() async throws {
    try await withMembers { client, community in
      let program = try await SigningClient.registered(client, community)
      let off = try await program.post(Self.path, form("anna", "correct horse"))
      #expect(off.status == .unauthorized && off.twitterCode == 32, "\(off.text)")
      try await allow(true, community)
      let answer = try await program.post(Self.path, form("@Anna", "correct horse"))
      #expect(answer.status == .ok && answer.text.hasSuffix("&screen_name=anna&x_auth_expires=0"))
      let anna = program.with(answer)
      #expect(try await anna.get("/1.1/statuses/home_timeline.json").status == .ok)
      try await allow(false, community)
      #expect(try await program.post(Self.path, form("anna", "correct horse")).status == .unauthorized)
      #expect(
        try await anna.get("/1.1/statuses/home_timeline.json").status == .ok, "who is signed in stays so")
    }
  }

  @Test func `NEW_03 a wrong password, an address with one and a foreign client are refused`() async throws {
    try await withMembers { client, community in
      try await allow(true, community)
      let program = try await SigningClient.registered(client, community)
      for (name, password) in [("anna", "wrong"), ("nobody", "correct horse"), ("anna", ""), ("", "x")] {
        let refused = try await program.post(Self.path, form(name, password))
        #expect(refused.status == .unauthorized && refused.twitterCode == 32, "\(name): \(refused.text)")
      }
      var foreign = program
      foreign.secret += "x"
      #expect(try await foreign.post(Self.path, form("bob", "correct horse")).twitterCode == 32)
      #expect(try await program.get(Self.path, form("bob", "correct horse")).status == .unauthorized)
      let inAddress = try program.request(.post, Self.path, query: form("bob", "correct horse"))
      #expect(try await inAddress.sent(by: client).status == .unauthorized)
      try await community.members.suspend("bob")
      let suspended = try await program.post(Self.path, form("bob", "correct horse"))
      #expect(suspended.status == .forbidden && suspended.twitterCode == 64, "\(suspended.text)")
    }
  }
}
