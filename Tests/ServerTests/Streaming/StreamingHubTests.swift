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

  @Test func `NEW_06 a token that is revoked while its stream opens is noticed`() async throws {
    try await withCommunity { community in
      let hub = StreamingHub(
        community: community, limits: ServerLimits(), posts: EncodedPosts(byteLimit: 1), logger: quiet)
      // No such token is in the database.
      let token = TokenAccess(tokenID: 9, viewer: Viewer(account: 7), scopes: .standard)
      let access = StreamAccess(
        viewer: Viewer(account: 7), token: token, prefix: "https://example.org",
        address: ClientAddress(text: "unknown"))
      let revision = hub.revision
      let connection = try hub.open(access, Outlet())
      try await hub.confirm(connection, since: revision)
      #expect(hub.count == 1, "nothing was revoked, so nothing is read")
      var change = ChangeNotice()
      change.insert(kind: .access, id: 0)
      community.revisions.publish(change)
      let error = await #expect(throws: RequestError.self) {
        try await hub.confirm(connection, since: revision)
      }
      #expect(error == .invalidToken && hub.count == 0)
    }
  }
}
