import HTTPTypes
import JSON
import Social
import Storage
import Testing

@testable import Community
@testable import Server

/// Tests subscriptions to push messages (docs.joinmastodon.org/methods/push), with the requests that clients
/// send.
@Suite struct PushAPITests {
  private static let path = "/api/v1/push/subscription"
  private static let endpoint = "https://push.example.org/wpush/v2/abc"
  /// Of RFC 8291.
  private static let key =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

  private static func json(_ more: String = "", endpoint: String = endpoint, _ key: String = key) -> String {
    #"{"subscription":{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(key)","auth":"\#(auth)"}}\#(more)}"#
  }

  private static func alerts(_ reply: MastodonClient.Reply) -> [String: Bool] {
    Dictionary(
      uniqueKeysWithValues: (reply.json["alerts"]?.members ?? []).map { ($0.name, $0.value.bool ?? false) })
  }

  @Test func `NEW_09 a client subscribes, looks, changes and ends it`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      let (ann, bob) = (members[0], members[1])
      let missing = try await ann.get(Self.path)
      #expect(missing.status == 404 && missing.error == "Record not found")
      #expect(try await ann.put(Self.path, "{}").status == 404)
      #expect(try await ann.delete(Self.path).status == 200)
      let made = try await ann.post(
        Self.path,
        Self.json(
          #","data":{"alerts":{"mention":true,"favourite":false,"quote":true,"nonsense":true},"policy":"followed"}"#
        ))
      #expect(made.status == 200, "\(made.text)")
      #expect(
        made.json["id"]?.int64.map { 1...Int64(Int32.max) ~= $0 } == true, "a small number: \(made.text)")
      #expect(made.json["endpoint"]?.string == Self.endpoint && made.json["standard"]?.bool == false)
      #expect(made.json["policy"]?.string == "followed" && made.json["detail"]?.string == "text")
      #expect(
        Self.alerts(made) == [
          "mention": true, "favourite": false, "follow": false, "reblog": false, "poll": false,
          "status": false, "quote": true,
        ])
      let key = try #require(made.json["server_key"]?.string)
      #expect(key.utf8.count == 87)
      let instance = try await stranger.get("/api/v2/instance").json
      #expect(instance["configuration"]?["vapid"]?["public_key"]?.string == key)
      #expect(try await ann.get("/api/v1/apps/verify_credentials").json["vapid_key"]?.string == key)
      #expect(try await ann.get(Self.path).text == made.text)
      #expect(try await bob.get(Self.path).status == 404)
      // All alerts are replaced.
      let changed = try await ann.put(
        Self.path, #"{"data":{"alerts":{"follow":"true"}},"policy":"follower"}"#)
      #expect(changed.json["policy"]?.string == "follower")
      #expect(Self.alerts(changed).filter(\.value).keys.sorted() == ["follow"])
      #expect(changed.json["id"] == made.json["id"] && changed.json["endpoint"] == made.json["endpoint"])
      #expect(try await ann.delete(Self.path).text == "{}")
      #expect(try await ann.get(Self.path).status == 404)
    }
  }

  /// Ice Cubes sends everything in the query; Mastodon.py a form with padded Base 64, and the policy beside the
  /// data.
  @Test func `NEW_09 the parameters come in the query, in a form or as JSON`() async throws {
    try await withMembers(named: ["ann"]) { _, _, members in
      let ann = members[0]
      let standard = Self.key.replacing("-", with: "+").replacing("_", with: "/") + "="
      let escaped = standard.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing(
        "=", with: "%3D")
      let pairs =
        "subscription[endpoint]=https%3A%2F%2Fpush.example.org%2Fa&subscription[keys][p256dh]=\(escaped)&"
        + "subscription[keys][auth]=\(Self.auth)%3D%3D&data[alerts][mention]=true&data[alerts][poll]=1&policy=none"
      let query = try await ann.send(
        .post, Self.path + "?" + pairs.replacing("[", with: "%5B").replacing("]", with: "%5D"))
      #expect(query.status == 200, "\(query.text)")
      let form = try await ann.send(
        .post, Self.path, type: "application/x-www-form-urlencoded",
        // An unescaped plus arrives as a blank.
        body: Array(pairs.replacing("%2B", with: "+").utf8))
      for reply in [query, form] {
        #expect(reply.json["policy"]?.string == "none")
        #expect(Self.alerts(reply).filter(\.value).keys.sorted() == ["mention", "poll"])
      }
      let json = try await ann.post(
        Self.path,
        #"{"subscription":{"endpoint":"\#(Self.endpoint)","keys":{"p256dh":"\#(standard)","auth":"\#(Self.auth)=="},"standard":true,"format":"declarative"},"data":{"detail":"kind"}}"#
      )
      #expect(json.json["standard"]?.bool == true && json.json["format"]?.string == "declarative")
      #expect(json.json["detail"]?.string == "kind" && Self.alerts(json).values.allSatisfy { !$0 })
      let kept = try await ann.put(Self.path, #"{"data":{"alerts":{"mention":true}}}"#)
      #expect(kept.json["detail"]?.string == "kind", "a client that doesn't know it keeps it")
    }
  }

  @Test func `NEW_09 quiet hours come in the query, in a form or as JSON, and end by an empty value`()
    async throws
  {
    try await withMembers(named: ["ann"]) { _, _, members in
      let ann = members[0]
      func quiet(_ reply: MastodonClient.Reply) -> [String?] {
        ["from", "to", "zone"].map { reply.json["quiet"]?[$0]?.string }
      }
      let made = try await ann.post(
        Self.path, Self.json(#","data":{"quiet":{"from":"22:00","to":"07:00","zone":"Europe/Berlin"}}"#))
      #expect(made.status == 200 && quiet(made) == ["22:00", "07:00", "Europe/Berlin"], "\(made.text)")
      let kept = try await ann.put(Self.path, #"{"data":{"alerts":{"mention":true}}}"#)
      #expect(quiet(kept) == quiet(made), "a client that doesn't know them keeps them")
      let pairs = "data%5Bquiet%5D%5Bfrom%5D=23:15&data%5Bquiet%5D%5Bto%5D=06:45"
      let query = try await ann.send(
        .put, Self.path + "?" + pairs + "&data%5Bquiet%5D%5Bzone%5D=Asia/Kolkata")
      #expect(quiet(query) == ["23:15", "06:45", "Asia/Kolkata"], "\(query.text)")
      let form = try await ann.send(
        .put, Self.path, type: "application/x-www-form-urlencoded",
        body: Array((pairs + "&data%5Bquiet%5D%5Bzone%5D=America%2FSt_Johns").utf8))
      #expect(quiet(form) == ["23:15", "06:45", "America/St_Johns"])
      #expect(try await quiet(ann.get(Self.path)) == quiet(form))
      for ended in [#"{"data":{"quiet":null}}"#, #"{"data":{"quiet":""}}"#, #"{"data":{"quiet":{}}}"#] {
        _ = try await ann.put(
          Self.path, #"{"data":{"quiet":{"from":"22:00","to":"07:00","zone":"Etc/UTC"}}}"#)
        let reply = try await ann.put(Self.path, ended)
        #expect(reply.json["quiet"] == .null, "\(ended) \(reply.text)")
      }
      let refused = try await ann.put(
        Self.path, #"{"data":{"quiet":{"from":"22:00","to":"07:00","zone":"Nowhere/Town"}}}"#)
      #expect(refused.status == 422 && refused.error?.contains("not a time zone") == true, "\(refused.text)")
    }
  }

  @Test(arguments: [
    "{}", #"{"subscription":{}}"#, #"{"subscription":"x"}"#,
    json(endpoint: "http://push.example.org/a"), json(endpoint: "https://127.0.0.1/a"),
    json(endpoint: "https://localhost/a"), json(endpoint: "https://push.example.org:22/a"),
    json(endpoint: ""),
    json("", "AAAA"), json("", ""), json(#","policy":"some""#), json(#","data":{"policy":"some"}"#),
    json(#","data":{"detail":"all"}"#), json(#","data":{"alerts":{"mention":"perhaps"}}"#),
    json(#","data":{"alerts":[1]}"#), json(#","data":7"#), json(#","data":{"quiet":"22:00"}"#),
    json(#","data":{"quiet":{"from":"22:00","to":"22:00","zone":"Europe/Berlin"}}"#),
    json(#","data":{"quiet":{"from":"22:00","to":"24:00","zone":"Europe/Berlin"}}"#),
    json(#","data":{"quiet":{"from":"22:00","to":"7:00","zone":"Europe/Berlin"}}"#),
    json(#","data":{"quiet":{"from":"22:00","to":"07:00"}}"#),
    json(#","data":{"quiet":{"from":"22:00","to":"07:00","zone":"../Europe/Berlin"}}"#),
    json(#","data":{"quiet":{"from":"22:00","to":"07:00","zone":"Europe"}}"#),
  ])
  func `NEW_09 what no message could be sent with is refused`(body: String) async throws {
    try await withMembers(named: ["ann"]) { _, _, members in
      let reply = try await members[0].post(Self.path, body)
      #expect(reply.status == 422, "\(reply.text)")
      #expect(try await members[0].get(Self.path).status == 404)
    }
  }

  @Test func `NEW_09 a subscription ends with its token, however that ends`() async throws {
    try await withMembers(named: ["ann", "bob", "cat", "dan"]) { community, _, members in
      func count() async throws -> Int { try await community.store.pushState().subscriptions }
      for (index, member) in members.enumerated() {
        let reply = try await member.post(Self.path, Self.json(endpoint: "https://push.example.org/\(index)"))
        #expect(reply.status == 200)
      }
      #expect(try await count() == 4)
      let session = try await members[0].get("/api/swiftlet/v1/sessions").ids.first
      try await members[0].delete("/api/swiftlet/v1/sessions/\(session ?? "")")
      #expect(try await count() == 3)
      try await community.members.suspend("bob")
      #expect(try await count() == 2)
      try await community.members.setPassword(of: "cat", to: "another horse battery")
      #expect(try await count() == 1)
      try await community.members.remove("dan")
      #expect(try await count() == 0)
    }
  }

  @Test func `NEW_09 a device has one subscription, and a member a bounded number`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let ann = members[0]
      func state() async throws -> Int { try await community.store.pushState().subscriptions }
      let first = try await ann.post(Self.path, Self.json()).json["id"]?.int64
      let second = try await ann.post(Self.path, Self.json(endpoint: Self.endpoint + "2")).json["id"]?.int64
      #expect(first != second)
      #expect(try await state() == 1)
      let registration = try await community.clients.register(
        ClientDraft(name: "Other", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "push"))
      func other() async throws -> MastodonClient {
        let token = try await community.tokens.issue(
          registration.client.scopes, to: registration.client.id, account: Int64(ann.id))
        return MastodonClient(client: ann.client, token: token.token)
      }
      // The browser was signed in anew: the same endpoint has another token.
      #expect(try await other().post(Self.path, Self.json(endpoint: Self.endpoint + "2")).status == 200)
      #expect(try await state() == 1)
      #expect(try await ann.get(Self.path).status == 404)
      for number in 0..<30 {
        #expect(
          try await other().post(Self.path, Self.json(endpoint: Self.endpoint + "/n\(number)")).status == 200)
      }
      #expect(try await state() == 25)
    }
  }

  @Test func `NEW_09 the client's token is sealed, and read again after a restore`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let ann = members[0]
      _ = try await ann.post(Self.path, Self.json())
      let access = try #require(try await community.tokens.access(token: ann.token ?? ""))
      func sealed() async throws -> String? {
        try await community.store.pushSubscription(of: access.tokenID)?.sealedToken
      }
      let before = try #require(try await sealed())
      #expect(community.sealedTokens.opened(before, id: access.tokenID) == ann.token)
      #expect(!before.contains(ann.token ?? "-"))
      // A backup has no key.
      let restored = SealedSecrets(path: community.folder + "/another")
      #expect(restored.opened(before, id: access.tokenID) == nil)
      try await community.store.write { try $0.setSealedToken("AAAA", of: access.tokenID) }
      _ = try await ann.get(Self.path)
      #expect(
        try await sealed().flatMap { community.sealedTokens.opened($0, id: access.tokenID) } == ann.token)
      let own = Self.json().replacing(#""keys""#, with: #""format":"declarative","keys""#)
      #expect(try await ann.post(Self.path, own).json["detail"]?.string == "name")
      #expect(try await sealed() == nil, "our own app needs none")
    }
  }

  @Test func `NEW_09 a notification that was opened by a made-up address stays unread`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      func opened(_ id: String, _ proof: String) async throws -> Int {
        try await ann.post(
          "/api/v1/markers",
          #"{"notifications":{"last_read_id":"\#(id)","alone":true,"proof":"\#(proof)"}}"#
        ).status
      }
      func unread() async throws -> Int64? {
        try await ann.get("/api/v1/notifications/unread_count").json["count"]?.int64
      }
      try await bob.publish("@ann hi")
      let id = try #require(try await ann.get("/api/v1/notifications").ids.first)
      let number = try #require(Int64(id))
      let account = try #require(Int64(ann.id))
      for proof in ["", "AAAAAAAAAAAAAAAA", community.tapProof(number, of: account + 1)] {
        #expect(try await opened(id, proof) == 422)
      }
      #expect(try await unread() == 1)
      let right = community.tapProof(number, of: account)
      #expect(try await opened(id, right) == 200)
      #expect(try await unread() == 0)
    }
  }
}
