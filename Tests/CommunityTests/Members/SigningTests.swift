import Foundation
import Social
import Storage
import Testing

@testable import Community

@Suite struct SigningTests {
  private func withClient(
    callbacks: [String] = [],
    _ body: @escaping @Sendable (Town, _ key: String, _ secret: String) async throws -> Void
  ) async throws {
    try await withTown { town in
      var draft = SigningClientDraft(name: "Tweetbook")
      draft.callbacks = callbacks
      let added = try await town.community.signing.add(draft, by: nil)
      try await body(town, added.client.clientID, added.secret)
    }
  }

  /// Signs a member in with the client, as the routes do it.
  private func signIn(_ town: Town, _ key: String, as name: String = "ada") async throws -> SigningSession {
    let signing = town.community.signing
    let issued = try #require(
      try await signing.requestToken(clientKey: key, callback: "oob", isReadOnly: false))
    let request = try await town.community.clients.authorizationRequest(requestToken: issued.token)
    let pin = try await town.community.clients.authorizationCode(for: request, account: town.id(name))
    return try #require(
      try await signing.exchange(requestToken: issued.token, verifier: pin, agent: "Mozilla Firefox/1"))
  }

  @Test func `a client signs in with a PIN and the member sees it`() async throws {
    try await withClient { town, key, secret in
      let session = try await signIn(town, key)
      #expect(session.account == town.id("ada") && session.username == "ada")
      #expect(session.issued.token.hasPrefix("\(town.id("ada"))-"))
      let found = try #require(try await town.community.signing.access(token: session.issued.token))
      #expect(found.credentials.clientKey == key && found.credentials.clientSecret == secret)
      #expect(found.credentials.tokenSecret == session.issued.secret)
      #expect(found.access.viewer?.account == town.id("ada") && found.access.scopes.contains(.writeStatuses))
      let records = try await town.community.store.signedIn(town.id("ada"), now: 0, limit: 9)
      #expect(records.map(\.client) == ["Tweetbook"] && records[0].device == "Firefox")
      let isEnded = try await town.community.store.writeMembership {
        try $0.endSession(records[0].id, of: town.id("ada"))
      }
      #expect(isEnded)
      #expect(try await town.community.signing.access(token: session.issued.token) == nil)
    }
  }

  @Test func `what is sent in clear and what is stored is no bearer token`() async throws {
    try await withClient { town, key, _ in
      let session = try await signIn(town, key)
      let hash = Secret.hash(session.issued.token)
      for text in [session.issued.token, session.issued.secret, hash, "signing " + hash, Secret.hash(hash)] {
        #expect(try await town.community.tokens.access(token: text) == nil)
      }
      #expect(try await town.community.signing.access(token: session.issued.secret) == nil)
    }
  }

  @Test func `five wrong verifiers use up a request token, also before the member's consent`() async throws {
    try await withClient { town, key, _ in
      let (signing, clients) = (town.community.signing, town.community.clients)
      for isAuthorized in [true, false] {
        let issued = try #require(
          try await signing.requestToken(clientKey: key, callback: nil, isReadOnly: false))
        let request = try await clients.authorizationRequest(requestToken: issued.token)
        var pin = "1"
        if isAuthorized { pin = try await clients.authorizationCode(for: request, account: town.id("ada")) }
        #expect(!isAuthorized || pin.count == 7)
        for _ in 0..<5 {
          await #expect(throws: CommunityError.self) {
            try await signing.exchange(requestToken: issued.token, verifier: "0000000", agent: nil)
          }
        }
        #expect(try await signing.exchange(requestToken: issued.token, verifier: pin, agent: nil) == nil)
        #expect(try await signing.credentials(requestToken: issued.token) == nil)
      }
    }
  }

  @Test func `a request token ends with its use, a refusal, its time, and the member's sessions`()
    async throws
  {
    try await withClient { town, key, _ in
      let (signing, clients) = (town.community.signing, town.community.clients)
      func request() async throws -> AuthorizationRequest {
        let issued = try #require(
          try await signing.requestToken(clientKey: key, callback: nil, isReadOnly: true))
        return try await clients.authorizationRequest(requestToken: issued.token)
      }
      func isKnown(_ request: AuthorizationRequest) async throws -> Bool {
        try await signing.credentials(requestToken: try #require(request.requestToken)) != nil
      }
      let used = try await request()
      #expect(used.scopes == Scopes([.read]))
      let pin = try await clients.authorizationCode(for: used, account: town.id("ada"))
      await #expect(throws: AuthorizationFailure.self, "one consent is enough") {
        try await clients.authorizationCode(for: used, account: town.id("ben"))
      }
      let token = try #require(used.requestToken)
      #expect(try await signing.exchange(requestToken: token, verifier: pin, agent: nil) != nil)
      #expect(try await signing.exchange(requestToken: token, verifier: pin, agent: nil) == nil)
      let refused = try await request()
      try await clients.refuse(refused)
      #expect(try await !isKnown(refused))
      let ended = try await request()
      _ = try await clients.authorizationCode(for: ended, account: town.id("ada"))
      try await town.community.store.writeMembership { try $0.endSessions(of: town.id("ada")) }
      #expect(try await !isKnown(ended))
      let old = try await request()
      #expect(try await isKnown(old))
      town.clock.advance(seconds: 16 * 60)
      #expect(try await !isKnown(old))
    }
  }

  @Test func `only registered callbacks are returned to, with a query of the client's`() async throws {
    try await withClient(callbacks: ["tweetbook://", "https://app.example/back"]) { town, key, _ in
      let signing = town.community.signing
      for callback in ["tweetbook://", "tweetbook://?a=1", "https://app.example/back?x=y&z", "oob"] {
        #expect(
          try await signing.requestToken(clientKey: key, callback: callback, isReadOnly: false) != nil)
      }
      for callback in [
        "https://evil.example/back", "https://app.example/back/more", "https://app.example", "tweetbook://b",
        "javascript:alert(1)", "/back", "https://app.example/back#x",
      ] {
        await #expect(throws: CallbackRefusal.notApproved, "\(callback)") {
          try await signing.requestToken(clientKey: key, callback: callback, isReadOnly: false)
        }
      }
      let issued = try #require(
        try await signing.requestToken(clientKey: key, callback: "tweetbook://?a=1", isReadOnly: false))
      let request = try await town.community.clients.authorizationRequest(requestToken: issued.token)
      #expect(request.location(code: "v") == "tweetbook://?a=1&oauth_token=\(issued.token)&oauth_verifier=v")
      #expect(request.refusal == "tweetbook://?a=1&denied=\(issued.token)")
    }
    try await withClient { town, key, _ in
      await #expect(throws: CallbackRefusal.mustBePIN) {
        try await town.community.signing.requestToken(
          clientKey: key, callback: "tweetbook://", isReadOnly: false)
      }
      let unknown = try await town.community.signing.requestToken(
        clientKey: "k", callback: nil, isReadOnly: false)
      #expect(unknown == nil)
    }
  }

  @Test func `a client has a key of its own, and goes with its sessions`() async throws {
    try await withTown { town in
      let signing = town.community.signing
      var draft = SigningClientDraft(name: "BitlBee")
      (draft.key, draft.secret, draft.mayWrite) = ("BUILTIN", "secret", false)
      let added = try await signing.add(draft, by: nil)
      #expect(added.secret == "secret" && added.client.scopes == Scopes([.read]))
      #expect(try await signing.credentials(key: "BUILTIN")?.clientSecret == "secret")
      for (key, secret) in [("BUILTIN", "s"), ("", "s"), ("a b", "s"), ("k", ""), ("k", "é")] {
        (draft.key, draft.secret) = (key, secret)
        await #expect(throws: CommunityError.self, "\(key)") { try await signing.add(draft, by: nil) }
      }
      #expect(try await signing.all().map(\.client.clientID) == ["BUILTIN"])
      let session = try await signIn(town, "BUILTIN")
      #expect(try await signing.access(token: session.issued.token) != nil)
      try await signing.remove(key: "BUILTIN")
      #expect(try await signing.access(token: session.issued.token) == nil)
      #expect(try await signing.credentials(key: "BUILTIN") == nil)
      await #expect(throws: CommunityError.notFound) { try await signing.remove(key: "BUILTIN") }
    }
  }

  @Test func `NEW_03 an owner registers and removes clients, and members are counted once`() async throws {
    try await withTown { town in
      let (community, signing) = (town.community, town.community.signing)
      let (ada, ben) = (town.viewer("ada"), town.viewer("ben"))
      try await community.store.writeMembership { transaction in
        try transaction.setCredentials(of: ada.account, role: .owner, password: "a hash")
        try transaction.setCredentials(of: ben.account, role: .moderator, password: "a hash")
      }
      let draft = SigningClientDraft(name: "Tweetbook\u{202E}\n")
      await #expect(throws: CommunityError.self, "a moderator") { try await signing.add(draft, by: ben) }
      let added = try await signing.add(draft, by: ada)
      #expect(!added.client.name.contains("\u{202E}") && added.client.name.hasPrefix("Tweetbook"))
      for _ in 0..<2 { _ = try await signIn(town, added.client.clientID) }
      _ = try await signIn(town, added.client.clientID, as: "ben")
      let found = try #require(try await signing.all().first)
      #expect(found.client == added.client && found.members == 2 && found.isUsable)
      await #expect(throws: CommunityError.self) { try await signing.remove(added.client.id, by: ben) }
      try await signing.remove(added.client.id, by: ada)
      await #expect(throws: CommunityError.notFound) { try await signing.remove(added.client.id, by: ada) }
      #expect(try await signing.all().isEmpty)
      let log = try await community.log.list(Cursor()).items.prefix(2)
      #expect(log.map(\.action) == [.removeClient, .addClient] && log.allSatisfy { $0.actor == "ada" })
      #expect(log.allSatisfy { $0.target == added.client.name && $0.note == added.client.clientID })
    }
  }

  @Test func `NEW_03 clients whose secret can't be read, as after a restore, aren't usable`() async throws {
    try await withClient { town, _, _ in
      let before = try await town.community.signing.all().map(\.isUsable)
      #expect(before == [true])
      let community = town.community
      let restored = Community.Signing(
        store: community.store, folder: town.folder, clock: community.clock,
        identifiers: community.identifiers, clients: community.clients, tokens: community.tokens,
        secrets: SealedSecrets(path: town.folder + "/other.signingkey"))
      let after = try await restored.all().map(\.isUsable)
      #expect(after == [false])
    }
  }

  @Test func `NEW_03 each refusal says which field it is about`() async throws {
    try await withTown { town in
      let signing = town.community.signing
      func expect(
        _ refusal: Refusal?, at location: SourceLocation = #_sourceLocation,
        _ change: (inout SigningClientDraft) -> Void
      ) async throws {
        var draft = SigningClientDraft(name: "BitlBee")
        change(&draft)
        do {
          _ = try await signing.add(draft, by: nil)
          #expect(refusal == nil, sourceLocation: location)
        } catch CommunityError.invalid(_, let refused) {
          #expect(refused == refusal, sourceLocation: location)
        }
      }
      try await expect(nil) { ($0.key, $0.secret) = ("BUILTIN", "s") }
      try await expect(.keyTaken) { ($0.key, $0.secret) = ("BUILTIN", "s") }
      try await expect(.invalidClientName) { $0.name = "\u{200B} \n" }
      try await expect(.invalidClientName) { $0.name = String(repeating: "a", count: 201) }
      try await expect(.invalidWebsite) { $0.website = "tweetbook.example" }
      for callbacks in [["tweetbook"], ["javascript:x"], Array(repeating: "tweetbook://", count: 6)] {
        try await expect(.invalidCallback) { $0.callbacks = callbacks }
      }
      try await expect(.invalidKey) { $0.secret = "s" }
      try await expect(.invalidSecret) { $0.key = "k" }
      try await expect(.invalidKey) { ($0.key, $0.secret) = ("a b", "s") }
      try await expect(.invalidSecret) { ($0.key, $0.secret) = ("k", "é") }
      let count = try await signing.all().count
      #expect(count == 1)
      // A name whose characters have many code points each fits into the log.
      let marked = String(repeating: "e\u{301}", count: 100)
      try await expect(nil) { $0.name = marked }
      for number in 2..<Community.Signing.maxCount {
        try await expect(nil) { $0.name = "\(number)" }
      }
      try await expect(.tooManyClients) { $0.name = "One more" }
    }
  }

  @Test func `without the key file nothing can be signed, and the database has no secret`() async throws {
    try await withClient { town, key, secret in
      let session = try await signIn(town, key)
      let folder = DataFolder(town.folder)
      let file = try #require(FileManager.default.contents(atPath: folder.signingKey))
      #expect(file.count == 32)
      let mode =
        try FileManager.default.attributesOfItem(atPath: folder.signingKey)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      for (record, _) in try await town.community.store.signingClients() {
        #expect(!record.sealedSecret.contains(secret) && record.client.secret != secret)
      }
      let other = SealedSecrets(path: folder.signingKey + ".other")
      let found = try #require(
        try await town.community.store.signingToken(digest: Secret.hash(session.issued.token)))
      #expect(town.community.signingSecrets.opened(found.sealedSecret, id: found.token.id) != nil)
      #expect(town.community.signingSecrets.opened(found.sealedSecret, id: found.clientID) == nil)
      #expect(other.opened(found.sealedSecret, id: found.token.id) == nil)
    }
  }
}
