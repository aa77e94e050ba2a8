import Contracts
import HTTPTypes
import JSON
import NIOCore
import Social
import TestSupport
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests `GET /user/{username}/tweets`, assembled from cached pieces (29.14).
@Suite struct MomentsPiecesTests {
  private static let prefix = "http://localhost"

  /// A community, and the pieces of its pages.
  private struct World {
    let community: Community
    let pieces: MomentsPieces

    /// - Parameter viewer: an account; `nil` for a stranger.
    func bytes(of username: String, viewer: Int64? = nil) async throws -> String {
      let viewer = viewer.map { Viewer(account: $0, client: .init(name: "Test")) }
      let page = try await pieces.page(
        of: username, viewer: viewer, hasCovered: false, prefix: prefix, fields: [:])
      let answer = try #require(page)
      let form = try #require(answer.forms.last)
      let expected = try await expected(of: username, viewer)
      let text = String(
        buffer: form.unpackedSize.flatMap { Gzip.decompress(form.body, size: $0) } ?? form.body)
      #expect(text == expected)
      if let packed = answer.forms.first(where: { $0.coding == .gzip }) {
        #expect(String(decoding: unpacked(packed.body) ?? [], as: UTF8.self) == expected)
      }
      return text
    }

    /// Returns the contract's bytes: one array of all posts.
    private func expected(of username: String, _ viewer: Viewer?) async throws -> String {
      let page = try await community.moments.page(of: username, viewer: viewer)
      let posts = try #require(page)
      var writer = JSONWriter()
      MomentsEncoder(prefix: prefix).posts(posts, &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Checks the number of pieces that are encoded after a change.
    func expect(
      _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, after change: () async throws -> Void
    ) async throws {
      try await change()
      let before = pieces.encodedCount
      _ = try await bytes(of: "ann")
      let encoded = pieces.encodedCount - before
      #expect(encoded == count, sourceLocation: sourceLocation)
    }
  }

  /// Ann (1) has the page, follows Ben (2), and doesn't follow Cat (3). The posts are Ann's and Ben's in
  /// turns.
  ///
  /// All ids are fixed: two tags may share a slot, and then a change costs one more piece.
  private func withWorld(
    posts: Int, byteLimit: Int = 4 << 20, _ body: @escaping @Sendable (World) async throws -> Void
  ) async throws {
    try await withCommunity(posts: nil) { community in
      try await community.store.importing { transaction in
        for (id, name) in [(1, "ann"), (2, "ben"), (3, "cat")] as [(Int64, String)] {
          try transaction.insert(
            AccountDraft(id: id, username: name, nick: name, isImported: false, createdAt: 0))
        }
        try transaction.follow(2, by: 1)
        for id in Int64(1000)..<Int64(1000 + posts) { try transaction.insert(Self.post(id, by: 1 + id % 2)) }
      }
      try await body(
        World(community: community, pieces: MomentsPieces(community: community, byteLimit: byteLimit)))
    }
  }

  private static func post(_ id: Int64, by author: Int64, _ text: String = "Text") -> ImportedPost {
    ImportedPost(id: id, author: author, text: text, visibility: .everybody, createdAt: nil, attachments: [])
  }

  @Test func `NEW_16 one write costs one piece of a page of 1000 posts`() async throws {
    try await withWorld(posts: 1000) { world in
      let store = world.community.store
      let all = MomentsPieces.pieces(of: (1000..<2000).reversed()).count
      #expect(all > 8)
      try await world.expect(all) {}
      try await world.expect(0) {}
      try await world.expect(1) { try await store.importing { try $0.insert(Self.post(3000, by: 1)) } }
      try await world.expect(1) { try await store.importing { try $0.insert(Self.post(3001, by: 2)) } }
      try await world.expect(0) { try await store.importing { try $0.insert(Self.post(3002, by: 3)) } }
      try await world.expect(1) { try await store.importing { try $0.like(1500, by: 3, at: 0) } }
      try await world.expect(1) {
        try await store.importing { transaction in
          try transaction.insert(
            CommentDraft(
              id: 3003, post: 1104, author: 3, text: "A reply", replyTo: nil, createdAt: nil, position: 0))
        }
      }
      // Counters aren't on any page of this contract.
      try await world.expect(0) {
        try await store.driver.write { connection in
          _ = try connection.execute("UPDATE accounts SET posts_count = posts_count + 1")
        }
      }
      let withCat = MomentsPieces.pieces(of: (1000..<2000).reversed()).filter { piece in
        piece.contains(1500) || piece.contains(1104)
      }
      try await world.expect(withCat.count) {
        try await store.write { people in
          var change = StoredProfileChange()
          change.texts[.nick] = "Cat the Great"
          try people.update(3, change)
        }
      }
      try await world.expect(1) {
        try await store.driver.write { _ = try $0.execute("DELETE FROM posts WHERE id = 1500") }
      }
      try await world.expect(0) {}
    }
  }

  @Test func `NEW_16 after one write a page of 1000 posts costs few statements`() async throws {
    try await withWorld(posts: 1000) { world in
      _ = try await world.bytes(of: "ann")
      try await world.community.store.importing { try $0.like(1500, by: 3, at: 0) }
      let before = world.community.store.statementCount
      _ = try await world.pieces.page(
        of: "ann", viewer: nil, hasCovered: false, prefix: Self.prefix, fields: [:])
      // Two statements for the account and the page's list; three for the posts, comments and likes of one
      // piece; two for the changed post and Cat.
      #expect(world.community.store.statementCount - before == 2 + 3 + 2)
    }
  }

  @Test func `A member's pieces are their own`() async throws {
    try await withMembers(named: ["ann", "bob", "cat"]) { community, _, members in
      let world = World(community: community, pieces: MomentsPieces(community: community, byteLimit: 4 << 20))
      let (ann, bob, cat) = (members[0], members[1], members[2])
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      let post = try await ann.publish("By Ann")
      try await bob.publish("By Bob")
      try await cat.publish("Between us", visibility: "direct", replyTo: post)
      for (viewer, isShown) in [(ann, true), (bob, false), (cat, true), (nil, false)]
        as [(MastodonClient?, Bool)]
      {
        let text = try await world.bytes(of: "ann", viewer: viewer.flatMap { Int64($0.id) })
        #expect(text.contains("Between us") == isShown, "\(viewer?.username ?? "a stranger")")
        #expect(text.contains("By Bob"))
      }
      try await cat.post("/api/v1/accounts/\(bob.id)/block")
      let text = try await world.bytes(of: "ann", viewer: Int64(cat.id))
      #expect(!text.contains("By Bob"))
    }
  }

  @Test func `A page without posts, a short one and a long one are as the contract has them`() async throws {
    try await withWorld(posts: 0) { world in
      let empty = try await world.bytes(of: "ann")
      #expect(empty == "[]")
      for id in Int64(1)...9 {
        try await world.community.store.importing { transaction in
          try transaction.insert(Self.post(id, by: 1, String(repeating: "a\"é\\ ", count: Int(id * id))))
        }
        _ = try await world.bytes(of: "ann")
      }
    }
    // The cache has no room.
    try await withWorld(posts: 300, byteLimit: 0) { world in
      _ = try await world.bytes(of: "ann")
      #expect(world.pieces.bytes == 0)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Pieces hold all posts in their order, and a post that comes or goes changes few of them`(
    _ seed: UInt64
  ) {
    var chance = SeededGenerator(seed: seed)
    var ids: [Int64] = (0..<Int64(2000)).map { 7_000_000 + $0 * 65_536 + Int64(chance.below(65_536)) }
      .reversed()
    var newest = ids[0]
    for _ in 0..<200 {
      let before = Set(MomentsPieces.pieces(of: ids))
      let isNew = chance.chance(50)
      if isNew {
        newest += Int64(1 + chance.below(100_000))
        ids.insert(newest, at: 0)
      } else {
        ids.remove(at: chance.below(ids.count))
      }
      let pieces = MomentsPieces.pieces(of: ids)
      #expect(pieces.flatMap(\.self) == ids)
      #expect(pieces.allSatisfy { 1...MomentsPieces.maxPosts ~= $0.count })
      #expect(pieces.filter { !before.contains($0) }.count <= (isNew ? 1 : 4))
    }
  }
}
