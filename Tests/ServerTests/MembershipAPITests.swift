import Foundation
import JSON
import Testing

@testable import Community
@testable import Server

/// Tests the routes of the member's own membership.
@Suite struct MembershipAPITests {
  @Test func `NEW_13 the password is changed with the old one alone`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let path = "/api/swiftlet/v1/password"
      let good = #"{"password":"correct horse","new_password":"other horse"}"#
      #expect(try await stranger.post(path, good).status == 401)
      #expect(
        try await members[0].post(path, #"{"password":"wrong","new_password":"other horse"}"#).status == 403)
      let short = try await members[0].post(path, #"{"password":"correct horse","new_password":"short"}"#)
      #expect(short.status == 422 && short.json["details"]?["password"] != nil)
      #expect(try await members[0].post(path, #"{"password":"correct horse"}"#).status == 422)
      #expect(try await members[0].post(path, good).status == 200)
      #expect(try await members[0].get("/api/v1/accounts/verify_credentials").status == 200, "this one stays")
      #expect(try await members[0].post(path, good).status == 403)
    }
  }

  @Test func `NEW_13 sessions are listed and ended`() async throws {
    try await withMembers(named: ["ann", "bob"], setup: .withoutLimits) { community, _, members in
      let path = "/api/swiftlet/v1/sessions"
      let bobs = try await members[1].get(path)
      #expect(bobs.json.array?.count == 1 && bobs.json.array?.first?["current"]?.bool == true)
      #expect(bobs.json.array?.first?["application"]?.string == "Test")
      let id = try #require(bobs.ids.first)
      #expect(try await members[0].delete(path + "/" + id).status == 404)
      #expect(try await members[1].delete(path + "/" + id).status == 200)
      #expect(try await members[1].get(path).status == 401)
      #expect(try await members[0].delete(path + "/none").status == 404)
    }
  }

  @Test func `NEW_13 who removes their account is gone`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let path = "/api/swiftlet/v1/account/removal"
      let id = try await members[1].publish("Hello")
      #expect(try await members[1].post(path, "{}").status == 422)
      #expect(try await members[1].post(path, #"{"password":"wrong"}"#).status == 403)
      #expect(
        try await members[0].post(path, #"{"password":"correct horse"}"#).status == 403, "the only owner")
      #expect(try await members[1].post(path, #"{"password":"correct horse"}"#).status == 200)
      #expect(try await members[1].get("/api/v1/accounts/verify_credentials").status == 401)
      #expect(try await stranger.get("/api/v1/statuses/" + id).status == 404)
      #expect(try await stranger.get("/api/v1/accounts/" + members[1].id).status == 404)
    }
  }

  @Test func `NEW_19 an owner makes a link for a member's new password, with the own password`() async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutLimits) { community, stranger, members in
      let path = "/api/swiftlet/v1/accounts/\(members[1].id)/password_reset"
      let good = #"{"password":"correct horse"}"#
      #expect(try await stranger.post(path, good).status == 401)
      let member = try await members[1].post(
        "/api/swiftlet/v1/accounts/\(members[0].id)/password_reset", good)
      #expect(member.status == 403, "only owners may")
      #expect(try await members[0].post(path, "{}").status == 422)
      #expect(try await members[0].post(path, #"{"password":"wrong"}"#).status == 403)
      #expect(try await members[0].post("/api/swiftlet/v1/accounts/1/password_reset", good).status == 404)
      let first = try await members[0].post(path, good)
      #expect(first.status == 200 && first.json["expires_at"]?.string != nil)
      let second = try await members[0].post(path, good)
      let codes = [first, second].map {
        $0.json["url"]?.string?.split(separator: "/").last.map(String.init) ?? ""
      }
      #expect(try await community.passwordResets.find(codes[0]) == nil, "the second one replaces it")
      #expect(try await community.passwordResets.find(codes[1])?.username == "bob")
      try await community.members.suspend("bob")
      #expect(try await community.passwordResets.find(codes[1]) == nil)
      #expect(try await members[0].post(path, good).status == 404)
    }
  }

  @Test func `NEW_19 who has just joined is welcomed once`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      let path = "/api/v1/accounts/verify_credentials"
      #expect(try await members[0].get(path).json["swiftlet"] == nil, "the operator added ann")
      let code = try await community.invitations.create(uses: 1, days: 1)
      let cleo = try await community.registration.join(
        MemberDraft(username: "cleo", password: "correct horse"), invitation: code)
      let registration = try await community.clients.register(
        ClientDraft(name: "App", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read write"))
      var client = members[0]
      client.token = try await community.tokens.issue(
        Scopes([.read, .write]), to: registration.client.id, account: cleo.id
      ).token
      #expect(try await client.get(path).json["swiftlet"]?["newcomer"]?.bool == true)
      #expect(try await client.post("/api/swiftlet/v1/welcome").status == 200)
      // The cached response ends at once.
      #expect(try await client.get(path).json["swiftlet"] == nil)
      #expect(try await client.post("/api/swiftlet/v1/welcome").status == 200)
    }
  }

  @Test func `NEW_13 a client that may only read changes nothing`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      let registration = try await community.clients.register(
        ClientDraft(
          name: "Reader", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read write:accounts"))
      func client(_ scopes: String) async throws -> MastodonClient {
        var client = members[0]
        let scopes = try #require(Scopes(scopes))
        client.token = try await community.tokens.issue(
          scopes, to: registration.client.id, account: Int64(members[0].id)
        ).token
        return client
      }
      let reader = try await client("read")
      #expect(try await reader.get("/api/swiftlet/v1/sessions").status == 200)
      #expect(
        try await reader.post("/api/swiftlet/v1/password", #"{"password":"x","new_password":"y"}"#).status
          == 403)
      let writer = try await client("write:accounts")
      #expect(try await writer.get("/api/swiftlet/v1/sessions").status == 403)
      let removal = try await writer.post(
        "/api/swiftlet/v1/account/removal", #"{"password":"correct horse"}"#)
      #expect(removal.status == 403 && removal.error == "This action is outside the authorized scopes")
    }
  }

  @Test func `NEW_13 whether one can be found is stored`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let path = "/api/v1/accounts/update_credentials"
      let changed = try await members[0].patch(path, #"{"discoverable":false}"#)
      #expect(
        changed.json["discoverable"]?.bool == false && changed.json["source"]?["discoverable"]?.bool == false)
      #expect(try await stranger.get("/api/v1/accounts/" + members[0].id).json["discoverable"]?.bool == false)
      #expect(try await members[0].patch(path, #"{"discoverable":true}"#).json["discoverable"]?.bool == true)
    }
  }
}
