import Logging

@testable import Community
@testable import Server

/// Runs a community with these members, each with a token for all scopes and without follows.
func withMembers(
  _ names: String..., setup: ServerSetup = .withoutLimits,
  _ body: @escaping @Sendable (_ stranger: MastodonClient, _ members: [MastodonClient]) async throws -> Void
) async throws {
  try await withMembers(named: names, setup: setup) { _, stranger, members in
    try await body(stranger, members)
  }
}

/// Runs the same community, and passes it to the body as well.
func withMembers(
  named names: [String], setup: ServerSetup = .withoutLimits,
  _ body:
    @escaping @Sendable (Community, _ stranger: MastodonClient, _ members: [MastodonClient]) async throws ->
    Void
) async throws {
  try await withCommunity(posts: nil) { community in
    let registration = try await community.clients.register(
      ClientDraft(
        name: "Test", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"],
        scopes: "read write follow push admin:read admin:write"))
    var tokens: [(id: Int64, name: String, token: String)] = []
    for name in names {
      let member = try await community.members.add(MemberDraft(username: name, password: "correct horse"))
      let token = try await community.tokens.issue(
        registration.client.scopes, to: registration.client.id, account: member.id)
      tokens.append((member.id, name, token.token))
    }
    try await setup.application(community).withClient { [tokens] client in
      try await body(
        community, MastodonClient(client: client),
        tokens.map { MastodonClient(client: client, token: $0.token, id: "\($0.id)", username: $0.name) })
    }
  }
}

extension ServerSetup {
  /// A setup without rate limits, as a test sends more requests than a person.
  static var withoutLimits: ServerSetup {
    var setup = ServerSetup()
    setup.now = { .now }
    setup.configuration.rateLimits.isOn = false
    return setup
  }

  /// The same with a stopped clock, for tests that count what a cached response costs: it ends with its
  /// minute (`APIResponseCache`).
  static var withoutMinutes: ServerSetup {
    var setup = withoutLimits
    setup.now = ServerSetup().now
    return setup
  }
}
