import Community
import Invalidation
import NIOCore
import Social
import Testing

@testable import Server

@Suite struct StreamingHubTests {
  private final class Outlet: StreamOutlet {
    let format = StreamFormat.eventStream
    func send(_ bytes: ByteBuffer) {}
    func beat() {}
    func end(_ reason: StreamEnd) {}
  }

  private static func hub(_ community: Community) -> StreamingHub {
    StreamingHub(
      community: community, limits: ServerLimits(), posts: EncodedPosts(byteLimit: 1), logger: quiet)
  }

  /// The access of a token that isn't in the database.
  private static var access: StreamAccess {
    StreamAccess(
      viewer: Viewer(account: 7),
      token: TokenAccess(tokenID: 9, viewer: Viewer(account: 7), scopes: .standard),
      prefix: "https://example.org", address: ClientAddress(text: "unknown"))
  }

  private static func revokeTokens(_ community: Community) {
    var change = ChangeNotice()
    change.insert(kind: .access, id: 0)
    community.revisions.publish(change)
  }

  @Test func `NEW_06 a token that is revoked while its stream opens is noticed`() async throws {
    try await withCommunity { community in
      let hub = Self.hub(community)
      let revision = hub.revision
      let connection = try hub.open(Self.access, Outlet())
      try await hub.confirm(connection, since: revision)
      #expect(hub.count == 1, "nothing was revoked, so nothing is read")
      Self.revokeTokens(community)
      let error = await #expect(throws: RequestError.self) {
        try await hub.confirm(connection, since: revision)
      }
      #expect(error == .invalidToken && hub.count == 0)
    }
  }

  @Test func `NEW_06 a client whose token can't be checked takes no place`() async throws {
    try await withCommunity { community in
      let hub = Self.hub(community)
      let revision = hub.revision
      let connection = try hub.open(Self.access, Outlet())
      Self.revokeTokens(community)
      // A cancelled task reads nothing.
      let check = Task {
        while !Task.isCancelled { await Task.yield() }
        try await hub.confirm(connection, since: revision)
      }
      check.cancel()
      await #expect(throws: CancellationError.self) { try await check.value }
      #expect(hub.count == 0)
    }
  }
}
