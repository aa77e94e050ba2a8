import Community
import Server

/// Runs the real application without a socket, with the owner anna and the member bob, whose passwords are
/// `correct horse`.
func withMembers(
  _ setup: ServerSetup = ServerSetup(),
  _ body: @escaping @Sendable (TestClient, Community) async throws -> Void
) async throws {
  try await withCommunity(posts: nil) { community in
    for (username, nick) in [("anna", "Anna Smith"), ("bob", "Bob")] {
      try await community.members.add(MemberDraft(username: username, nick: nick, password: "correct horse"))
    }
    try await setup.application(community).withClient { client in try await body(client, community) }
  }
}
