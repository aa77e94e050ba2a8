import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests what owners and moderators do by the API (docs.joinmastodon.org/methods/admin).
@Suite struct AdminTests {
  /// The owner ann, the moderator mia, and the members bob and eve, each with a token for all scopes.
  private func withStaff(
    _ body:
      @escaping @Sendable (
        Community, _ ann: MastodonClient, _ mia: MastodonClient, _ bob: MastodonClient,
        _ eve: MastodonClient
      ) async throws -> Void
  ) async throws {
    try await withMembers(named: ["ann", "mia", "bob", "eve"]) { community, _, members in
      try await community.members.setRole(of: .username("mia"), to: .moderator)
      try await body(community, members[0], members[1], members[2], members[3])
    }
  }

  @Test func `NEW_20 a role decides, whatever the scopes of a token`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      for path in [
        "/api/v1/admin/accounts", "/api/v2/admin/accounts", "/api/v1/admin/reports", "/api/swiftlet/v1/log",
      ] {
        for client in [ann, mia] { #expect(try await client.get(path).status == 200) }
        let refused = try await bob.get(path)
        #expect(refused.status == 403 && refused.json["code"]?.string == "not_allowed")
      }
      let role = "/api/swiftlet/v1/accounts/\(bob.id)/role"
      for client in [mia, bob, eve] {
        #expect(try await client.post(role, #"{"role":"owner"}"#).status == 403)
      }
      #expect(try await ann.post(role, #"{"role":"boss"}"#).status == 422)
      #expect(try await ann.post(role, #"{"role":"moderator"}"#).json["role"]?["name"]?.string == "Moderator")
      #expect(try await bob.get("/api/v1/admin/reports").status == 200, "at once")
      #expect(try await ann.post(role, #"{"role":"member"}"#).status == 200)
      #expect(try await bob.get("/api/v1/admin/reports").status == 403)
      let alone = try await ann.post("/api/swiftlet/v1/accounts/\(ann.id)/role", #"{"role":"member"}"#)
      #expect(alone.status == 403)
      let log = try await mia.get("/api/swiftlet/v1/log").json.array ?? []
      #expect(log.map { $0["note"]?.string } == ["member", "moderator", "moderator"])
      #expect(log.map { $0["actor"]?.string } == ["ann", "ann", nil])
      for (client, flags) in [(ann, "732244"), (mia, "68628"), (bob, "0")] {
        let own = try await client.get("/api/v1/accounts/verify_credentials")
        #expect(own.json["role"]?["permissions"]?.string == flags, "\(own.text)")
      }
    }
  }

  @Test func `NEW_20 members are listed and found, suspended, signed out and removed`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      let path = "/api/v1/admin/accounts"
      #expect(try await mia.get("/api/v2/admin/accounts").ids == [eve.id, bob.id, mia.id, ann.id])
      #expect(try await mia.get("/api/v2/admin/accounts?limit=2&max_id=\(eve.id)").ids == [bob.id, mia.id])
      for (query, ids) in [
        ("?username=bo", [bob.id]), ("?display_name=EV", [eve.id]), ("?staff=true", [mia.id, ann.id]),
        ("?suspended=true", []), ("?remote=true", []), ("?email=a@b.example", []),
        ("?active=1&username=ANN", [ann.id]),
      ] {
        #expect(try await mia.get(path + query).ids == ids, "\(query)")
      }
      for (query, ids) in [
        ("?q=o", [bob.id]), ("?permissions=staff", [mia.id, ann.id]), ("?status=pending", []),
        ("?role_ids[]=1", [ann.id]), ("?status=active&q=e", [eve.id]), ("?origin=remote", []),
      ] {
        #expect(try await mia.get("/api/v2/admin/accounts" + query).ids == ids, "\(query)")
      }
      let action = #"{"type":"suspend","text":"Too loud"}"#
      #expect(try await mia.post("\(path)/\(ann.id)/action", action).status == 403)
      #expect(try await mia.post("\(path)/\(bob.id)/action", #"{"type":"silence"}"#).status == 422)
      #expect(try await mia.post("\(path)/77/action", action).status == 404)
      #expect(try await mia.post("\(path)/\(bob.id)/action", action).status == 200)
      #expect(try await bob.get("/api/v1/accounts/verify_credentials").status == 401)
      let shown = try await mia.get("\(path)/\(bob.id)")
      #expect(shown.json["suspended"]?.bool == true && shown.json["account"]?["acct"]?.string == "bob")
      #expect(try await mia.get(path + "?suspended=true").ids == [bob.id])
      #expect(try await mia.post("\(path)/\(bob.id)/unsuspend").json["suspended"]?.bool == false)
      #expect(try await mia.post("/api/swiftlet/v1/accounts/\(eve.id)/sign_out").status == 200)
      #expect(try await eve.get("/api/v1/accounts/verify_credentials").status == 401)
      #expect(try await mia.delete("\(path)/\(bob.id)").status == 403)
      #expect(try await ann.delete("\(path)/\(bob.id)").status == 200)
      #expect(try await ann.get("\(path)/\(bob.id)").status == 404)
      #expect(try await community.members.named("bob") == nil)
    }
  }

  @Test func `NEW_20 a report is told, dealt with, and its end is told`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      let post = try await bob.publish("Buy this, followers", visibility: "private")
      _ = try await eve.post("/api/v1/accounts/\(bob.id)/follow")
      let report = try await eve.post(
        "/api/v1/reports",
        #"{"account_id":"\#(bob.id)","status_ids":["\#(post)"],"category":"spam","comment":"Look"}"#)
      #expect(report.status == 200 && report.json["decision"] == .null, "\(report.text)")
      for client in [ann, mia] {
        let notices = try await client.get("/api/v1/notifications?types[]=admin.report").json.array ?? []
        #expect(notices.first?["report"]?["id"]?.string == report.id)
        #expect(notices.first?["report"]?["target_account"]?["acct"]?.string == "bob")
        #expect(notices.first?["account"]?["acct"]?.string == "eve")
      }
      #expect(
        try await bob.get("/api/v1/notifications").json.array?.contains {
          $0["type"]?.string == "admin.report"
        }
          == false)
      let path = "/api/v1/admin/reports"
      #expect(try await mia.get(path).ids == [report.id])
      #expect(try await mia.get(path + "?resolved=true").ids == [])
      #expect(try await mia.get(path + "?target_account_id=\(bob.id)").ids == [report.id])
      #expect(try await mia.get(path + "?account_id=\(bob.id)").ids == [])
      let shown = try await mia.get("\(path)/\(report.id)")
      #expect(
        shown.json["statuses"]?.array?.first?["id"]?.string == post, "who decides sees what was reported")
      #expect(shown.json["account"]?["username"]?.string == "eve" && shown.json["assigned_account"] == .null)
      let assigned = try await mia.post("\(path)/\(report.id)/assign_to_self")
      #expect(assigned.json["assigned_account"]?["username"]?.string == "mia")
      #expect(try await mia.post("\(path)/\(report.id)/unassign").json["assigned_account"] == .null)
      let resolved = try await mia.post("\(path)/\(report.id)/resolve")
      #expect(resolved.json["action_taken"]?.bool == true && resolved.json["decision"]?.string == "dismissed")
      #expect(resolved.json["action_taken_by_account"]?["username"]?.string == "mia")
      #expect(try await Self.ends(eve) == ["dismissed"])
      #expect(try await mia.post("\(path)/\(report.id)/reopen").json["action_taken"]?.bool == false)
      let removed = try await mia.post(
        "/api/swiftlet/v1/reports/\(report.id)/remove_posts", #"{"text":"Against rule 3"}"#)
      #expect(
        removed.json["decision"]?.string == "hidden" && removed.json["note"]?.string == "Against rule 3")
      #expect(try await bob.get("/api/v1/statuses/\(post)").status == 404)
      let warnings = try await bob.get("/api/v1/notifications?types[]=moderation_warning").json.array ?? []
      #expect(warnings.first?["moderation_warning"]?["action"]?.string == "delete_statuses")
      #expect(try await mia.post("/api/swiftlet/v1/reports/\(report.id)/remove_posts").status == 422, "once")
      #expect(try await mia.get("\(path)/77").status == 404)
      #expect(
        try await community.log.list(Cursor()).items.prefix(3).map(\.action) == [
          .removePosts, .reopenReport, .dismissReport,
        ])
    }
  }

  @Test func `NEW_20 a warning tells the member in the moderator's words`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      let post = try await bob.publish("Buy this")
      let body = #"{"account_id":"\#(bob.id)","status_ids":["\#(post)"]}"#
      let report = try await eve.post("/api/v1/reports", body)
      let path = "/api/swiftlet/v1/reports/\(report.id)/warn"
      for text in ["", " \u{200b} ", String(repeating: "a", count: 1001)] {
        #expect(try await mia.post(path, #"{"text":"\#(text)"}"#).status == 422)
      }
      #expect(try await bob.post(path, #"{"text":"x"}"#).status == 403)
      // A block of the moderator does not keep the warning from coming.
      _ = try await bob.post("/api/v1/accounts/\(mia.id)/block")
      let warned = try await mia.post(path, #"{"text":"No shops here,\nplease."}"#)
      #expect(warned.json["decision"]?.string == "warned", "\(warned.text)")
      #expect(try await Self.ends(eve) == ["warned"])
      let told = try await bob.get("/api/v1/notifications?types[]=moderation_warning").json.array?.first
      #expect(told?["moderation_warning"]?["action"]?.string == "none")
      #expect(told?["moderation_warning"]?["text"]?.string == "No shops here,\nplease.")
      #expect(try await eve.get("/api/v1/statuses/\(post)").status == 200)
      #expect(try await mia.post(path, #"{"text":"Again"}"#).status == 422, "once")
      // Other clients warn by an action without another one.
      let action = "/api/v1/admin/accounts/\(bob.id)/action"
      #expect(try await mia.post(action, #"{"type":"none","text":"Stop"}"#).status == 422, "without a report")
      let second = try await eve.post("/api/v1/reports", body)
      let words = #"{"type":"none","text":"Stop","report_id":"\#(second.id)"}"#
      #expect(try await mia.post(action, words).status == 200)
      let shown = try await mia.get("/api/v1/admin/reports/\(second.id)").json
      #expect(shown["decision"]?.string == "warned" && shown["history"]?["warnings"]?.int64 == 2)
      let third = try await eve.post("/api/v1/reports", body)
      let plain = #"{"type":"none","report_id":"\#(third.id)"}"#
      #expect(try await mia.post(action, plain).status == 200)
      #expect(try await Self.ends(eve).first == "dismissed")
      // A moderator warns no owner.
      let about = try await eve.post("/api/v1/reports", #"{"account_id":"\#(ann.id)"}"#)
      #expect(
        try await mia.post("/api/swiftlet/v1/reports/\(about.id)/warn", #"{"text":"x"}"#).status == 403)
      // The words outlast a report that is opened again, and the report itself.
      _ = try await mia.post("/api/v1/admin/reports/\(report.id)/reopen")
      let kept = try await bob.get("/api/v1/notifications?types[]=moderation_warning").json.array ?? []
      #expect(
        kept.map { $0["moderation_warning"]?["text"]?.string } == ["Stop", "No shops here,\nplease."])
    }
  }

  @Test func `NEW_20 a report has notes, and what was decided about the member before`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      let first = try await eve.post("/api/v1/reports", #"{"account_id":"\#(bob.id)"}"#)
      let notes = "/api/swiftlet/v1/reports/\(first.id)/notes"
      let noted = try await mia.post(notes, #"{"text":"I ask eve"}"#)
      #expect(noted.json["notes"]?.array?.first?["account"]?["acct"]?.string == "mia", "\(noted.text)")
      #expect(try await mia.post(notes, #"{"text":" "}"#).status == 422)
      #expect(try await bob.post(notes, #"{"text":"x"}"#).status == 403)
      #expect(try await mia.post("/api/swiftlet/v1/reports/77/notes", #"{"text":"x"}"#).status == 404)
      try await community.reports.add(
        note: "By hand", to: try #require(Int64(first.id)), by: nil)
      _ = try await mia.post("/api/swiftlet/v1/reports/\(first.id)/warn", #"{"text":"Stop"}"#)
      let action = "/api/v1/admin/accounts/\(bob.id)/action"
      _ = try await mia.post(action, #"{"type":"suspend","text":"Enough","days":"3"}"#)
      _ = try await mia.post("/api/v1/admin/accounts/\(bob.id)/unsuspend")
      _ = try await eve.post("/api/v1/reports", #"{"account_id":"\#(bob.id)"}"#)
      _ = try await eve.post("/api/v1/reports", #"{"account_id":"\#(mia.id)"}"#)
      let list = try await ann.get("/api/v1/admin/reports").json.array ?? []
      let history = list.last?["history"]
      #expect(history?["other_reports"]?.int64 == 1 && history?["warnings"]?.int64 == 1)
      #expect(history?["suspensions"]?.int64 == 1 && history?["removals"]?.int64 == 0)
      #expect(
        history?["decisions"]?.array?.map { $0["action"]?.string } == ["unsuspend", "suspend", "warn"])
      #expect(history?["decisions"]?.array?.last?["note"]?.string == "Stop")
      #expect(list.first?["history"]?["other_reports"]?.int64 == 0)
      #expect(list.first?["history"]?["decisions"]?.array == [])
      let old = try await ann.get("/api/v1/admin/reports?resolved=true").json.array?.first?["notes"]?.array
      #expect(old?.map { $0["text"]?.string } == ["I ask eve", "By hand"])
      #expect(old?.last?["account"] == .null)
      // Notes stay without their author.
      try await community.members.remove(.id(try #require(Int64(mia.id))), by: nil)
      try await community.members.finishRemovals()
      let left = try await ann.get("/api/v1/admin/reports/\(first.id)").json["notes"]?.array
      #expect(left?.count == 2 && left?.first?["account"] == .null)
    }
  }

  private static func ends(_ client: MastodonClient) async throws -> [String?] {
    let notices =
      try await client.get("/api/v1/notifications?types[]=swiftlet.report_resolved").json.array ?? []
    return notices.map { $0["report"]?["decision"]?.string }
  }

  @Test func `NEW_20 a report ends with a suspension, and moderators don't judge themselves`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      let report = try await eve.post("/api/v1/reports", #"{"account_id":"\#(bob.id)"}"#)
      let action = #"{"type":"suspend","report_id":"\#(report.id)","text":"Enough"}"#
      #expect(
        try await mia.post("/api/v1/admin/accounts/\(eve.id)/action", action).status == 404,
        "another account's")
      #expect(try await mia.post("/api/v1/admin/accounts/\(bob.id)/action", action).status == 200)
      #expect(try await Self.ends(eve) == ["suspended"])
      #expect(try await community.members.named("bob")?.suspendedAt != nil)
      let about = try await eve.post("/api/v1/reports", #"{"account_id":"\#(mia.id)"}"#)
      #expect(try await mia.get("/api/v1/admin/reports").ids == [])
      #expect(try await mia.get("/api/v1/admin/reports/\(about.id)").status == 404)
      #expect(try await mia.post("/api/v1/admin/reports/\(about.id)/resolve").status == 404)
      #expect(try await mia.get("/api/v1/notifications?types[]=admin.report").ids.count == 1)
      #expect(try await ann.get("/api/v1/admin/reports").ids == [about.id])
      // The subject of a report can be gone.
      try await community.members.remove(.id(try #require(Int64(mia.id))), by: nil)
      try await community.members.finishRemovals()
      #expect(
        try await ann.get("/api/v1/admin/reports?resolved=true").json.array?.first?["action_taken_by_account"]
          == .null)
      #expect(try await ann.get("/api/v1/admin/reports").ids == [])
    }
  }

  @Test func `NEW_20 owners change settings, and members see what concerns them`() async throws {
    try await withStaff { community, ann, mia, bob, _ in
      let path = "/api/swiftlet/v1/community"
      #expect(try await bob.get(path).json["members"] == .null)
      #expect(try await bob.get(path).json["permissions"]?.string == "0")
      let seen = try await mia.get(path)
      #expect(seen.json["members"]?.int64 == 4 && seen.json["open_reports"]?.int64 == 0, "\(seen.text)")
      #expect((seen.json["free_bytes"]?.int64 ?? 0) > 0 && seen.json["last_backup_at"] == .null)
      #expect(try await mia.patch(path, #"{"title":"X"}"#).status == 403)
      for body in [
        #"{"title":""}"#, #"{"title":"\u200b"}"#, #"{"privacy":"ajar"}"#, #"{"audience":"direct"}"#,
        #"{"contact":"nobody"}"#, #"{"contact":"a@b c"}"#, #"{"registration":"ajar"}"#, #"{"quota":"-1"}"#,
        #"{"quota":"x"}"#, #"{"other":1}"#,
      ] {
        #expect(try await ann.patch(path, body).status == 422, "\(body)")
      }
      let changed = try await ann.patch(
        path,
        #"{"title":"Choir","description":"We sing","registration":"open","invitations":"members","quota":"50"}"#
      )
      #expect(
        changed.json["title"]?.string == "Choir" && changed.json["quota"]?.int64 == 50, "\(changed.text)")
      #expect(try await bob.get(path).json["permissions"]?.string == "65536")
      #expect(
        try await bob.get("/api/v1/accounts/verify_credentials").json["role"]?["permissions"]?.string
          == "65536")
      #expect(try await ann.patch(path, #"{"quota":""}"#).json["quota"] == .null)
      #expect(
        try await community.log.list(Cursor()).items.map(\.action) == Array(repeating: .setting, count: 6) + [
          .role
        ])
    }
  }

  @Test func `NEW_20 rules and longer texts are shown to everybody, and reports name rules`() async throws {
    try await withStaff { community, ann, mia, bob, eve in
      let path = "/api/swiftlet/v1/community"
      #expect(try await bob.get("/api/v1/instance/rules").text == "[]")
      let many = (0..<31).map { "Rule \($0)" }.joined(separator: "\\n")
      for body in [
        #"{"rules":"\#(String(repeating: "a", count: 301))"}"#, #"{"rules":"\#(many)"}"#,
        #"{"about":"\#(String(repeating: "a", count: 10_001))"}"#,
      ] { #expect(try await ann.patch(path, body).status == 422, "\(body.prefix(40))") }
      let set = try await ann.patch(
        path,
        #"{"rules":"Be <b>kind</b>.\n\n No spam. \nNo spam.","about":"We sing.\nOn Fridays.","privacy_policy":"None."}"#
      )
      #expect(set.status == 200, "\(set.text)")
      let rules = try await bob.get("/api/v1/instance/rules").json.array ?? []
      #expect(rules.map { $0["text"]?.string } == ["Be <b>kind</b>.", "No spam."])
      for version in ["v1", "v2"] {
        #expect(try await bob.get("/api/\(version)/instance").json["rules"]?.array == rules)
      }
      let about = try await bob.get("/api/v1/instance/extended_description").json
      #expect(
        about["content"]?.string == "<p>We sing.<br />On Fridays.</p>" && about["updated_at"]?.string != nil)
      #expect(try await bob.get("/api/v1/instance/privacy_policy").json["content"]?.string == "<p>None.</p>")
      let second = rules.last?["id"]?.string ?? ""
      for ids in ["77", "x"] {
        let refused = try await eve.post(
          "/api/v1/reports", #"{"account_id":"\#(bob.id)","rule_ids":["\#(ids)"]}"#)
        #expect(refused.status == 422 || refused.status == 404, "\(ids)")
      }
      let report = try await eve.post(
        "/api/v1/reports", #"{"account_id":"\#(bob.id)","rule_ids":["\#(second)"]}"#)
      #expect(report.json["category"]?.string == "violation", "\(report.text)")
      #expect(report.json["rule_ids"]?.array?.map(\.string) == [second])
      _ = try await ann.patch(path, #"{"rules":"Be <b>kind</b>.\nNo advertising."}"#)
      #expect(
        try await bob.get("/api/v1/instance/rules").json.array?.first == rules.first,
        "the same rule keeps its id")
      let shown = try await mia.get("/api/v1/admin/reports/\(report.id)").json["rules"]?.array
      #expect(shown?.map { $0["text"]?.string } == ["No spam."], "the report keeps the words")
      #expect(
        try await eve.post("/api/v1/reports", #"{"account_id":"\#(bob.id)","rule_ids":["\#(second)"]}"#)
          .status == 422)
      _ = try await ann.patch(path, #"{"rules":"No spam."}"#)
      #expect(try await bob.get("/api/v1/instance/rules").ids == [second], "it applies again")
      let log = try await community.log.list(Cursor()).items.filter { $0.target == "rules" }
      #expect(
        log.map(\.note) == ["No spam.", "Be <b>kind</b>.\nNo advertising.", "Be <b>kind</b>.\nNo spam."])
      #expect(try await ann.patch(path, #"{"rules":"","about":""}"#).status == 200)
      #expect(try await bob.get("/api/v1/instance/rules").text == "[]")
      #expect(try await bob.get("/api/v1/instance/extended_description").json["content"]?.string == "")
    }
  }

  @Test func `NEW_20 privacy, audience and contact are settings, and the log has what changed`() async throws
  {
    try await withStaff { community, ann, mia, bob, _ in
      let path = "/api/swiftlet/v1/community"
      let before = try await ann.get(path)
      #expect(before.json["privacy"]?.string == "open" && before.json["audience"]?.string == "public")
      let same = try await ann.patch(
        path,
        #"{"title":"Swiftlet","privacy":"open","registration":"invitation","audience":"public","quota":""}"#)
      #expect(same.status == 200)
      #expect(try await community.log.list(Cursor()).items.map(\.action) == [.role], "nothing has changed")
      let changed = try await ann.patch(
        path, #"{"privacy":"members","audience":"private","contact":"ann@choir.example"}"#)
      #expect(changed.json["privacy"]?.string == "members" && changed.json["audience"]?.string == "private")
      let instance = try await bob.get("/api/v2/instance").json
      #expect(instance["contact"]?["email"]?.string == "ann@choir.example")
      #expect(try await community.isClosed())
      #expect(
        try await community.instance(nil).email == "", "strangers of a closed community learn nothing of it")
      #expect(
        try await bob.get("/api/v1/preferences").json["posting:default:visibility"]?.string == "private",
        "at once")
      let log = try await mia.get("/api/swiftlet/v1/log").json.array ?? []
      #expect(log.prefix(3).map { $0["target"]?.string } == ["contact", "audience", "privacy"])
      #expect(log.prefix(3).map { $0["note"]?.string } == ["ann@choir.example", "private", "members"])
      #expect(log.prefix(3).allSatisfy { $0["actor"]?.string == "ann" })
    }
  }
}
