import HTTPTypes
import JSON
import Social
import Storage
import Testing

@testable import Community
@testable import Server

/// Tests the requests that clients send, as their source code of 2024 to 2026 has them, and what they need in
/// the response.
@Suite struct PushClientTests {
  private static let path = "/api/v1/push/subscription"
  /// Of RFC 8291.
  private static let key =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

  struct Client: Sendable, CustomTestStringConvertible {
    let name: String
    var query = ""
    var type = "application/json"
    var body = ""
    /// The coding that the client decrypts: only a client that asks for RFC 8291 gets it.
    var isStandard = false
    var policy = "all"
    var alerts = ["mention"]

    var testDescription: String { name }
  }

  private static func keys(padding: String = "") -> String {
    #""keys":{"p256dh":"\#(key)\#(padding)","auth":"\#(auth)\#(padding)\#(padding)"}"#
  }

  /// Everything in the query, and the policy beside the data (Endpoint/Push.swift).
  private static let iceCubes = Client(
    name: "Ice Cubes",
    query: """
      ?subscription%5Bendpoint%5D=https%3A%2F%2Ficecubesrelay.fly.dev%2Fpush%2Fabc%2F123\
      &subscription%5Bkeys%5D%5Bp256dh%5D=\(key)&subscription%5Bkeys%5D%5Bauth%5D=\(auth)\
      &policy=all&data%5Balerts%5D%5Bmention%5D=true&data%5Balerts%5D%5Bstatus%5D=false\
      &data%5Balerts%5D%5Breblog%5D=true&data%5Balerts%5D%5Bfollow%5D=false\
      &data%5Balerts%5D%5Bfavourite%5D=false&data%5Balerts%5D%5Bpoll%5D=false
      """, type: "", alerts: ["mention", "reblog"])

  private static let mastodonForIOS = Client(
    name: "Mastodon for iOS",
    body: """
      {"subscription":{"endpoint":"https://app.joinmastodon.org/relay-to/production/abc",\(keys())},\
      "data":{"policy":"followed","alerts":{"mention":true,"favourite":true,"follow":false,"reblog":false,\
      "poll":false}}}
      """, policy: "followed", alerts: ["favourite", "mention"])

  /// Asks for RFC 8291 of servers that announce it (PushSubscriptionManager.java).
  private static let mastodonForAndroid = Client(
    name: "Mastodon for Android",
    body: """
      {"subscription":{"endpoint":"https://fcm.googleapis.com/fcm/send/abc:def",\(keys()),"standard":true},\
      "data":{"alerts":{"follow":true,"favourite":false,"reblog":false,"mention":true,"poll":true}},\
      "policy":"follower"}
      """, isStandard: true, policy: "follower", alerts: ["follow", "mention", "poll"])

  /// A distributor of UnifiedPush, and a kind that Mastodon doesn't have.
  private static let tusky = Client(
    name: "Tusky", type: "application/x-www-form-urlencoded",
    body: """
      subscription%5Bendpoint%5D=https%3A%2F%2Fntfy.sh%2FupABC%3Fup%3D1\
      &subscription%5Bkeys%5D%5Bp256dh%5D=\(key)&subscription%5Bkeys%5D%5Bauth%5D=\(auth)\
      &data%5Balerts%5D%5Bmention%5D=true&data%5Balerts%5D%5Badmin.sign_up%5D=true\
      &data%5Balerts%5D%5Bpleroma%3Aemoji_reaction%5D=true&data%5Balerts%5D%5Bfollow_request%5D=true
      """, alerts: ["admin.sign_up", "follow_request", "mention"])

  /// Padded keys, and the policy beside the data, as masto.js sends it.
  private static let phanpy = Client(
    name: "Phanpy and Elk",
    body: """
      {"subscription":{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/gAAA",\
      "expirationTime":null,\(keys(padding: "="))},"policy":"none","data":{"alerts":{"mention":true}}}
      """, policy: "none")

  static let clients = [iceCubes, mastodonForIOS, mastodonForAndroid, tusky, phanpy]

  @Test(arguments: clients)
  func `NEW_09 a client subscribes with its own request, and reads the response`(client: Client) async throws
  {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      let ann = members[0]
      let made =
        client.type.isEmpty
        ? try await ann.send(.post, Self.path + client.query)
        : try await ann.send(.post, Self.path, type: client.type, body: Array(client.body.utf8))
      #expect(made.status == 200, "\(made.text)")
      // A number of 32 bits, and six kinds that are true or false: apps decode nothing else.
      #expect(made.json["id"]?.int64.map { 1...Int64(Int32.max) ~= $0 } == true, "\(made.text)")
      for kind in ["follow", "favourite", "reblog", "mention", "poll", "status"] {
        #expect(made.json["alerts"]?[kind]?.bool != nil, "\(kind)")
      }
      let on = (made.json["alerts"]?.members ?? []).filter { $0.value.bool == true }.map(\.name).sorted()
      #expect(on == client.alerts)
      #expect(made.json["standard"]?.bool == client.isStandard)
      #expect(made.json["policy"]?.string == client.policy)
      let instance = try await stranger.get("/api/v2/instance").json
      #expect(made.json["server_key"] == instance["configuration"]?["vapid"]?["public_key"])
      // The token in the messages is that of the request.
      let access = try #require(try await community.tokens.access(token: ann.token ?? ""))
      let record = try #require(try await community.store.pushSubscription(of: access.tokenID))
      #expect(record.subscription.format == .mastodon)
      #expect(
        record.sealedToken.flatMap { community.sealedTokens.opened($0, id: access.tokenID) } == ann.token)
      #expect(try await ann.get(Self.path).text == made.text)
      // Ice Cubes asks until this is 404.
      #expect(try await ann.delete(Self.path).status == 200)
      let gone = try await ann.get(Self.path)
      #expect(gone.status == 404 && gone.error == "Record not found", "Phanpy looks for these words")
    }
  }
}
