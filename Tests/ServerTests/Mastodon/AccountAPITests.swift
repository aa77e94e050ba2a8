import Foundation
import HTTPTypes
import JSON
import Social
import TestSupport
import Testing

/// Tests accounts, their relationships, and their notifications.
@Suite struct AccountAPITests {
  @Test func `following muting and blocking show in the relationship`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let steps: [(String, String, [String: Bool])] = [
        (
          "follow", #"{"reblogs":false,"notify":true}"#,
          ["following": true, "showing_reblogs": false, "notifying": true]
        ),
        ("follow", "{}", ["following": true]),
        (
          "mute", #"{"notifications":false}"#,
          ["muting": true, "muting_notifications": false, "following": true]
        ),
        ("mute", "{}", ["muting": true, "muting_notifications": true]), ("unmute", "{}", ["muting": false]),
        ("unfollow", "{}", ["following": false, "notifying": false]),
        ("block", "{}", ["blocking": true, "following": false]), ("unblock", "{}", ["blocking": false]),
      ]
      for (action, body, expected) in steps {
        let reply = try await ann.post("/api/v1/accounts/\(bob.id)/\(action)", body)
        #expect(reply.status == 200, "\(action): \(reply.text)")
        #expect(Entities.relationship.problems(in: reply.json) == [])
        for (name, value) in expected { #expect(reply.json[name]?.bool == value, "\(action) \(name)") }
      }
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      let seen = try await bob.get("/api/v1/accounts/relationships?id[]=\(ann.id)").json.array?.first
      #expect(seen?["followed_by"]?.bool == true)
      #expect(try await ann.get("/api/v1/accounts/\(ann.id)/following").ids == [bob.id])
      #expect(try await ann.get("/api/v1/accounts/\(bob.id)/followers").ids == [ann.id])
      #expect(try await ann.post("/api/v1/accounts/999/follow").status == 404)
      #expect((400..<500).contains(try await ann.post("/api/v1/accounts/\(ann.id)/follow").status))
    }
  }

  @Test func `NEW_12 a note on somebody is for whoever wrote it`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let path = "/api/v1/accounts/\(bob.id)/note"
      func notes(_ member: MastodonClient) async throws -> [String?] {
        try await member.get("/api/v1/accounts/relationships?id[]=\(ann.id)&id[]=\(bob.id)").json.array?
          .map { $0["note"]?.string } ?? []
      }
      let reply = try await ann.post(path, #"{"comment":"Plot 7,\nlent me the spade"}"#)
      #expect(reply.status == 200 && reply.json["note"]?.string == "Plot 7,\nlent me the spade")
      #expect(Entities.relationship.problems(in: reply.json) == [])
      #expect(try await notes(ann) == ["", "Plot 7,\nlent me the spade"])
      #expect(try await notes(bob) == ["", ""])
      #expect(try await ann.post(path, #"{"comment":"Gave it back"}"#).json["note"]?.string == "Gave it back")
      let long = String(repeating: "é", count: 2001)
      #expect(try await ann.post(path, "{\"comment\":\"\(long)\"}").status == 422)
      #expect(try await notes(ann) == ["", "Gave it back"])
      #expect(try await ann.post(path, "{\"comment\":\"\(long.dropLast())\"}").status == 200)
      #expect(try await ann.post(path, #"{"comment":""}"#).json["note"]?.string == "")
      #expect(try await ann.post(path, #"{"comment":" \n"}"#).json["note"]?.string == "")
      #expect(try await ann.post(path, "{}").json["note"]?.string == "")
      #expect(try await notes(ann) == ["", ""])
      #expect(try await ann.post("/api/v1/accounts/999/note", #"{"comment":"Nobody"}"#).status == 404)
      #expect(try await stranger.post(path, "{}").status == 401)
    }
  }

  @Test func `muted and blocked people are listed`() async throws {
    try await withMembers("ann", "bob", "carl") { _, members in
      try await members[0].post("/api/v1/accounts/\(members[1].id)/mute", #"{"duration":3600}"#)
      try await members[0].post("/api/v1/accounts/\(members[2].id)/block")
      #expect(try await members[0].get("/api/v1/mutes").ids == [members[1].id])
      #expect(try await members[0].get("/api/v1/blocks").ids == [members[2].id])
      #expect(try await members[1].get("/api/v1/mutes").ids == [])
      let reply = try await members[0].post("/api/v1/accounts/\(members[1].id)/mute", #"{"duration":-1}"#)
      #expect(reply.status == 422)
    }
  }

  @Test func `NEW_11 names are found without regard to case and accents, also those of before`() async throws
  {
    try await withMembers("ann", "bob", "carl") { _, members in
      for (member, nick) in zip(members, ["Jürgen Weiß", "ΓΙΑΓΙΆ Κώστας", "Old"]) {
        #expect(
          try await member.patch("/api/v1/accounts/update_credentials", "{\"display_name\":\"\(nick)\"}")
            .status == 200)
      }
      for (words, member) in [
        ("jurgen", 0), ("JÜRG", 0), ("weiß", 0), ("γιαγια", 1), ("κωστας", 1), ("Κώστα", 1),
      ] {
        let query = try #require(words.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(
          try await members[2].get("/api/v1/accounts/search?q=" + query).ids == [members[member].id],
          "\(words)")
      }
    }
  }

  @Test func `an account is found by name and address`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      for name in ["ann", "@ann", "Ann", "ann@localhost", "@ANN@localhost"] {
        #expect(try await stranger.get("/api/v1/accounts/lookup?acct=\(name)").id == members[0].id, "\(name)")
      }
      #expect(try await stranger.get("/api/v1/accounts/lookup").status == 422)
      for query in ["an", "@ann", "ann@localhost", "http://localhost/@ann"] {
        let found = try await members[1].get("/api/v2/search?type=accounts&q=" + query).json["accounts"]?
          .array
        #expect(found?.map { $0["id"]?.string } == [members[0].id], "\(query)")
      }
      #expect(try await members[1].get("/api/v1/accounts/search?q=an").ids == [members[0].id])
      #expect(try await members[1].get("/api/v1/accounts/search?q=an&following=true").ids == [])
      #expect(try await members[1].get("/api/v1/accounts?id[]=\(members[0].id)").ids == [members[0].id])
    }
  }

  @Test func `posts are found by address and tags by their beginning`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let id = try await members[0].publish("Hello #Swiftlet")
      let secret = try await members[0].publish("Hidden", visibility: "private")
      let found = try await members[1].get("/api/v2/search?q=http://localhost/@ann/\(id)").json
      #expect(found["statuses"]?.array?.map { $0["id"]?.string } == [id])
      let hidden = try await members[1].get("/api/v2/search?q=http://localhost/@ann/\(secret)").json
      #expect(hidden["statuses"] == .array([]))
      let tags = try await members[1].get("/api/v2/search?type=hashtags&q=%23swift").json["hashtags"]
      #expect(tags?.array?.map { $0["name"]?.string } == ["swiftlet"])
      #expect(tags?.array?.first?["url"]?.string == "http://localhost/tags/swiftlet")
    }
  }

  @Test func `one changes one's own account and others see it`() async throws {
    try await withMembers("ann") { stranger, members in
      let body =
        #"{"display_name":"Ann B","note":"Hi\nhttps://example.org","bot":true,"source":{"sensitive":true}}"#
      let own = try await members[0].patch("/api/v1/accounts/update_credentials", body)
      #expect(own.status == 200, "\(own.text)")
      #expect(Entities.ownAccount.problems(in: own.json) == [])
      #expect(own.json["source"]?["note"]?.string == "Hi\nhttps://example.org")
      #expect(own.json["source"]?["sensitive"]?.bool == true)
      let account = try await stranger.get("/api/v1/accounts/\(members[0].id)").json
      #expect(account["display_name"]?.string == "Ann B")
      #expect(account["note"]?.string?.hasPrefix("<p>Hi<br /><a href=\"https://example.org\"") == true)
      #expect(account["source"] == nil && account["role"] == nil)
      let picture = try await members[0].patch("/api/v1/accounts/update_credentials", #"{"avatar":"data:,"}"#)
      #expect(picture.status == 422)
      let preferences = try await members[0].get("/api/v1/preferences").json
      #expect(preferences["posting:default:sensitive"]?.bool == true)
    }
  }

  @Test func `every field of the profile is changed, and others see it`() async throws {
    try await withMembers("ann") { stranger, members in
      let address = "/api/v1/accounts/update_credentials"
      var isOn = ProfileFlags()
      for flag in ProfileFlag.allCases {
        isOn[flag].toggle()
        #expect(try await members[0].patch(address, "{\"\(flag.rawValue)\":\(isOn[flag])}").status == 200)
        let account = try await stranger.get("/api/v1/accounts/\(members[0].id)").json
        for other in ProfileFlag.allCases {
          #expect(account[other.rawValue]?.bool == isOn[other], "\(flag) \(other)")
        }
      }
      for text in ProfileText.allCases {
        #expect(try await members[0].patch(address, "{\"\(text.apiName)\":\"My \(text)\"}").status == 200)
        let tooLong = String(repeating: "a", count: text.limit + 1)
        #expect(try await members[0].patch(address, "{\"\(text.apiName)\":\"\(tooLong)\"}").status == 422)
        let account = try await stranger.get("/api/v1/accounts/\(members[0].id)").json
        #expect(account[text.apiName]?.string?.contains("My \(text)") == true)
      }
    }
  }

  @Test func `members get notifications and can dismiss them`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let id = try await ann.publish("Hello")
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      try await bob.post("/api/v1/statuses/\(id)/favourite")
      try await bob.post("/api/v1/statuses/\(id)/reblog")
      try await bob.publish("Hi @ann", replyTo: id)
      func kinds(_ query: String) async throws -> [String] {
        (try await ann.get("/api/v1/notifications" + query).json.array ?? []).compactMap {
          $0["type"]?.string
        }
      }
      #expect(try await kinds("") == ["mention", "reblog", "favourite", "follow"])
      #expect(try await kinds("?types[]=follow&types[]=unheard") == ["follow"])
      #expect(try await kinds("?types[]=unheard") == [])
      #expect(try await kinds("?exclude_types[]=follow&exclude_types[]=reblog") == ["mention", "favourite"])
      #expect(try await kinds("?account_id=\(ann.id)") == [])
      #expect(try await ann.get("/api/v1/notifications/unread_count").json["count"]?.int64 == 4)
      let first = try await ann.get("/api/v1/notifications").ids[0]
      #expect(try await ann.get("/api/v1/notifications/\(first)").json["type"]?.string == "mention")
      #expect(try await bob.get("/api/v1/notifications/\(first)").status == 404)
      try await bob.post("/api/v1/notifications/\(first)/dismiss")
      #expect(try await kinds("").count == 4)
      #expect(try await ann.post("/api/v1/notifications/\(first)/dismiss").text == "{}")
      #expect(try await kinds("").count == 3)
      #expect(try await ann.post("/api/v1/notifications/clear").text == "{}")
      #expect(try await kinds("") == [])
    }
  }

  @Test func `NEW_09 a notification that was opened alone counts as read if no older one is unread`()
    async throws
  {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      func opened(_ id: String) async throws -> Int64? {
        let reply = try await ann.post(
          "/api/v1/markers", #"{"notifications":{"last_read_id":"\#(id)","alone":true}}"#)
        #expect(reply.status == 200, "\(reply.text)")
        return try await ann.get("/api/v1/notifications/unread_count").json["count"]?.int64
      }
      for number in 1...3 { try await bob.publish("@ann \(number)") }
      let ids = try await ann.get("/api/v1/notifications").ids
      try #require(ids.count == 3)
      #expect(try await opened(ids[0]) == 3, "two older ones are unread")
      #expect(try await opened(ids[2]) == 2)
      #expect(try await opened(ids[1]) == 1)
      #expect(try await opened(ids[2]) == 1, "the position doesn't go back")
      // A dismissed notification doesn't count as an older one.
      try await bob.publish("@ann 4")
      try await ann.post("/api/v1/notifications/\(ids[0])/dismiss")
      let newest = try #require(try await ann.get("/api/v1/notifications").ids.first)
      #expect(try await opened(newest) == 0)
    }
  }

  @Test func `markers remember how far one has read`() async throws {
    try await withMembers("ann", "bob") { _, members in
      #expect(try await members[0].get("/api/v1/markers?timeline[]=home").text == "{}")
      let form = "home[last_read_id]=12&notifications[last_read_id]=7"
      let set = try await members[0].send(
        .post, "/api/v1/markers", type: "application/x-www-form-urlencoded", body: Array(form.utf8))
      #expect(set.json["home"]?["last_read_id"]?.string == "12")
      #expect(set.json["notifications"]?["last_read_id"]?.string == "7")
      let read = try await members[0].get("/api/v1/markers?timeline[]=home").json
      #expect(read["home"]?["last_read_id"]?.string == "12")
      #expect(read["notifications"] == nil)
      #expect(try await members[1].get("/api/v1/markers?timeline[]=home").text == "{}")
    }
  }
}
