import DatabaseTestSupport
import Invalidation
import Social
import TestSupport
import Testing

@testable import Storage

@Suite struct MembersTests {
  /// A store with a member (1) and somebody of an imported page (2), who wrote a post (20).
  private func withPeople(_ body: (Store) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder, database: TestDatabase.address(for: folder))
      try await store.importing { transaction in
        try transaction.insert(
          AccountDraft(id: 1, username: "Anna", nick: "Anna", isImported: false, createdAt: 0))
        try transaction.insert(
          AccountDraft(id: 2, username: "bob", nick: "Bob", isImported: true, createdAt: 0))
        for id in [10, 20] as [Int64] {
          try transaction.insert(
            ImportedPost(
              id: id, author: id / 10, text: "post \(id)", visibility: .everybody, createdAt: id,
              attachments: []))
          try transaction.like(id, by: 3 - id / 10, at: 0)
          try transaction.insert(
            CommentDraft(
              id: id + 1, post: id, author: 3 - id / 10, text: "hello", replyTo: nil, createdAt: nil,
              position: 0))
        }
        try transaction.follow(2, by: 1)
        try transaction.follow(1, by: 2)
      }
      try await body(store)
      try await store.close()
    }
  }

  private func counts(_ store: Store) async throws -> [Row] {
    try await store.driver.read { connection in
      try connection.rows(
        """
        SELECT a.id, a.followers_count, a.following_count, p.id, p.replies_count, p.favourites_count
        FROM accounts a JOIN posts p ON p.author = a.id AND p.id IN (10, 20) ORDER BY a.id, p.id
        """)
    }
  }

  private func remove(_ account: Int64, from store: Store) async throws {
    try await store.writeMembership { try $0.beginRemoval(of: account, now: 0) }
    while try await store.removePart(of: account) {}
  }

  private func row(_ values: Int64...) -> Row { Row(values.map { .integer($0) }) }

  @Test func `Who is removed is counted no more`() async throws {
    try await withPeople { store in
      #expect(try await counts(store) == [row(1, 1, 1, 10, 1, 1), row(2, 1, 1, 20, 1, 1)])
      try await remove(1, from: store)
      #expect(try await counts(store) == [row(2, 0, 0, 20, 0, 0)])
    }
  }

  @Test func `A person of an imported page gives up the name that a member takes`() async throws {
    try await withPeople { store in
      try await store.writeMembership { transaction in
        try transaction.insert(
          AccountDraft(id: 3, username: "Bob", nick: "Bob", isImported: false, createdAt: 0))
      }
      #expect(try await store.member(named: "bob")?.id == 3)
      #expect(try await store.account(named: "Bob_2")?.id == 2)
    }
  }

  @Test func `Only hashes of a fixed length can be stored in the place of secrets`() async throws {
    try await withPeople { store in
      let application = ClientRecord(
        id: 5, clientID: "c", secret: "plain", name: "A", website: nil, redirectURIs: "app://x",
        scopes: "read",
        createdAt: 0)
      await #expect(throws: StorageError.self) { try await store.insert(application) }
      await #expect(throws: StorageError.self) {
        try await store.insertSession(id: 1, secret: "plain", account: 1, end: 10)
      }
    }
  }

  @Test func `Sessions, codes and invitations end at their time`() async throws {
    try await withPeople { store in
      let hash = String(repeating: "a", count: 64)
      try await store.insertSession(id: 1, secret: hash, account: 1, end: 10)
      #expect(try await store.session(secret: hash, now: 9)?.member.id == 1)
      #expect(try await store.session(secret: hash, now: 10) == nil)
      try await store.insert(InvitationRecord(id: 1, code: hash, role: .member, usesLeft: 2, expiresAt: 10))
      #expect(try await store.invitation(code: hash, now: 9)?.usesLeft == 2)
      #expect(try await store.invitation(code: hash, now: 10) == nil)
      try await store.insert(
        ClientRecord(
          id: 5, clientID: "c", secret: hash, name: "A", website: nil, redirectURIs: "app://x",
          scopes: "read",
          createdAt: 0))
      try await store.insert(
        AuthorizationCodeRecord(
          code: hash, client: 5, account: 1, redirectURI: "app://x", scopes: "read", challenge: nil,
          expiresAt: 10))
      let late = try await store.use(code: hash, client: 5, now: 10) { _ in
        TokenRecord(id: 1, token: hash, client: 5, account: 1, scopes: "read", createdAt: 10)
      }
      #expect(late == .unknown)
      #expect(try await store.token(hash: hash) == nil)
    }
  }

  @Test func `The pictures of a removed member go with them, unless somebody else has them`() async throws {
    try await withPeople { store in
      let hashes = ["a", "b", "c"].map { String(repeating: $0, count: 32) }
      try await store.importing { transaction in
        let media = try hashes.enumerated().map { index, hash in
          try transaction.addMedia(
            MediaRecord(hash: hash, mimeType: "image/png", width: 1, height: 1, byteSize: 1, copies: []),
            id: Int64(index + 1))
        }
        try transaction.insert(
          ImportedPost(
            id: 30, author: 1, text: "", visibility: .everybody, createdAt: nil,
            attachments: media.map {
              .init(picture: PictureReference(media: $0, source: nil), description: "")
            }))
        try transaction.fill(avatar: media[1], of: 2)
      }
      try await remove(1, from: store)
      #expect(try await store.discardedPictures(after: "", limit: 10) == [hashes[0], hashes[2]])
      let left = try await store.driver.read { try $0.rows("SELECT hash FROM media") }
      #expect(left == [Row([.text(hashes[1])])])
    }
  }

  @Test func `Every end of a session outdates what is known of tokens`() async throws {
    try await withPeople { store in
      let access = Dependencies.Slots([.access])
      for change in [
        { try $0.suspend(1, at: 5) }, { try $0.setCredentials(of: 1, role: .owner, password: "x") },
        { try $0.beginRemoval(of: 1, now: 0) },
      ] as [@Sendable (MembershipTransaction) throws -> Void] {
        let before = store.revisions.latest
        try await store.writeMembership(change)
        #expect(!store.revisions.areCurrent(access, asOf: before))
      }
    }
  }
}
