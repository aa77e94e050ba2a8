import Community
import Foundation
import HTTPTypes
import Hummingbird
import Social
import Testing

@Suite(.serialized) struct MembersCommandTests {
  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder.path + "/data")
  }

  @Test func `members are added listed suspended and removed`() async throws {
    try await withFolder { data in
      let add = try await CommandLineProgram.run(
        ["user", "add", "anna", "--name", "Anna Smith", "--new", "--data", data], input: "correct horse\n")
      #expect(add.status == 0, "\(add.error)")
      #expect(add.output == "Added anna, the owner\n")
      #expect(
        try await CommandLineProgram.run(["user", "add", "bob", "--data", data], input: "correct horse")
          .status == 0)
      #expect(try await list(data) == ["anna owner Anna Smith", "bob member bob"])
      let only = try await CommandLineProgram.run(["user", "role", "anna", "member", "--data", data])
      #expect(only.status == 64 && only.error.contains("needs an owner"))
      #expect(
        try await CommandLineProgram.run(["user", "role", "bob", "moderator", "--data", data]).status == 0)
      #expect(try await list(data) == ["anna owner Anna Smith", "bob moderator bob"])
      #expect(try await CommandLineProgram.run(["user", "suspend", "bob", "--data", data]).status == 0)
      #expect(try await list(data) == ["anna owner Anna Smith", "bob suspended bob"])
      #expect(try await CommandLineProgram.run(["user", "unsuspend", "bob", "--data", data]).status == 0)
      let password = try await CommandLineProgram.run(
        ["user", "password", "bob", "--data", data], input: "other horse\n")
      #expect(password.status == 0)
      #expect(try await CommandLineProgram.run(["user", "remove", "bob", "--data", data]).status == 64)
      #expect(
        try await CommandLineProgram.run(["user", "remove", "bob", "--yes", "--data", data]).status == 0)
      #expect(try await list(data) == ["anna owner Anna Smith"])
    }
  }

  @Test func `NEW_17 a new community is for members, and settings are listed`() async throws {
    try await withFolder { data in
      _ = try await CommandLineProgram.run(
        ["user", "add", "anna", "--new", "--data", data], input: "correct horse")
      let list = try await CommandLineProgram.run(["settings", "--data", data])
      let expected = [
        "privacy\tmembers", "registration\tinvitation", "invitations\towners", "audience\tmembers",
        "title\tSwiftlet\n",
      ]
      #expect(list.output.hasPrefix(expected.joined(separator: "\n")))
      #expect(list.error.isEmpty, "who has begun it is asked nothing")
      #expect(
        try await CommandLineProgram.run(["settings", "privacy", "open", "--data", data]).output == "open\n")
      #expect(
        try await CommandLineProgram.run(["settings", "--data", data]).output.hasPrefix("privacy\topen\n"))
    }
  }

  @Test func `NEW_17 registration at the command line doesn't open what members wrote`() async throws {
    try await withFolder { data in
      let run = Commands(data: data)
      _ = try await run("user", "add", "anna", "--new", input: "correct horse")
      for mode in ["open", "approval", "closed", "open"] {
        #expect(try await run("settings", "registration", mode) == mode + "\n")
        #expect(try await run("settings", "privacy") == "members\n", "\(mode)")
      }
      let log = try await run("log").split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined(separator: " ")
      }
      #expect(
        log == ["- add anna owner"]
          + ["open", "approval", "closed", "open"].map { "- setting registration \($0)" })
    }
  }

  @Test func `NEW_20 what the command line changes is in the log`() async throws {
    try await withFolder { data in
      let run = Commands(data: data)
      _ = try await run("user", "add", "anna", "--new", input: "correct horse")
      _ = try await run("user", "password", "anna", input: "other horse")
      _ = try await run("user", "reset", "anna")
      _ = try await run("invite", "--uses", "3")
      for (name, value) in [
        ("privacy", "members"), ("privacy", "open"), ("registration", "open"), ("invitations", "members"),
        ("audience", "unlisted"), ("title", "Choir"), ("description", "We sing"), ("contact", "a@b.example"),
        ("quota", "7"), ("rules", "Be kind."), ("about", "A choir"), ("privacy-policy", "None"),
        ("xauth", "on"), ("basic", "on"),
      ] { #expect(try await run("settings", name, value) == value + "\n") }
      #expect(try await run("client", "add", "Tweetbook", "--key", "K1", "--secret", "s1") == "K1\ts1\n")
      #expect(try await run("client", "remove", "K1") == "Removed K1\n")
      let log = try await run("log").split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined(separator: " ")
      }
      #expect(
        log == [
          "- add anna owner", "- password anna ", "- password_reset anna ", "- invite 3 7 d",
          "- setting privacy open",
          "- setting registration open", "- setting invitations members", "- setting audience unlisted",
          "- setting title Choir", "- setting description We sing", "- setting contact a@b.example",
          "- setting quota 7",
          "- setting rules Be kind.", "- setting about A choir", "- setting privacy_policy None",
          "- setting xauth on", "- setting basic on", "- add_client Tweetbook K1",
          "- remove_client Tweetbook K1",
        ])
    }
  }

  @Test func `NEW_20 requests to join are listed and answered by the command line`() async throws {
    try await withFolder { data in
      func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
        let run = try await CommandLineProgram.run(arguments + ["--data", data])
        return (run.status, run.output)
      }
      _ = try await CommandLineProgram.run(
        ["user", "add", "anna", "--new", "--data", data], input: "correct horse")
      #expect(try await run("settings", "registration", "approval").output == "approval\n")
      let community = try await Community.open(folder: data, passwordCost: .least, logger: quiet)
      for name in ["bob", "eve"] {
        _ = try await community.registration.ask(
          MemberDraft(username: name, password: "correct horse"), reason: "I\nsing")
      }
      try await community.close()
      #expect(try await list(data) == ["anna owner anna", "bob waiting bob", "eve waiting eve"])
      let lines = try await run("user", "requests").output.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("\tI sing") })
      #expect(try await run("user", "approve", "bob").status == 0)
      #expect(try await run("user", "approve", "bob").status == 66)
      #expect(try await run("user", "reject", "eve").status == 0)
      #expect(try await run("user", "reject", "anna").status == 66)
      #expect(try await list(data) == ["anna owner anna", "bob member bob"])
      #expect(try await run("user", "suspend", "bob", "--days", "0").status == 64)
      #expect(try await run("user", "suspend", "bob", "--reason", "Loud", "--days", "3").status == 0)
      #expect(try await run("log", "--last", "1").output.hasSuffix("\tsuspend\tbob\tLoud (3 d)\n"))
    }
  }

  @Test func `NEW_20 announcements are made, listed and removed by the command line`() async throws {
    try await withFolder { data in
      func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
        let run = try await CommandLineProgram.run(["announcement"] + arguments + ["--data", data])
        #expect(run.status == 0 || !run.error.isEmpty)
        return (run.status, run.output)
      }
      _ = try await CommandLineProgram.run(
        ["user", "add", "anna", "--new", "--data", data], input: "correct horse")
      let id = try await run("add", "No rehearsal\non Friday", "--until", "2199-12-24").output.dropLast()
      let columns = try await run("list").output.dropLast().split(separator: "\t")
      #expect(columns.count == 4 && columns[0] == id && columns[2] == "2199-12-24")
      #expect(columns.last == "No rehearsal on Friday")
      for wrong in [["add", ""], ["add", "x", "--until", "2020-01-01"], ["add", "x", "--until", "soon"]] {
        let refused = try await CommandLineProgram.run(["announcement"] + wrong + ["--data", data])
        #expect(refused.status == 64 && !refused.error.isEmpty, "\(wrong)")
      }
      #expect(try await run("remove", String(id)).status == 0)
      #expect(try await run("remove", String(id)).status == 66)
      #expect(try await run("list").output.isEmpty)
    }
  }

  @Test func `NEW_20 invitations are listed and revoked, and members signed out, by the command line`()
    async throws
  {
    try await withFolder { data in
      let run = Commands(data: data)
      _ = try await run("user", "add", "anna", "--new", input: "correct horse")
      let link = try await run("invite", "--uses", "3", "--by", "anna")
      let listed = try await run("invite", "--list").dropLast().split(separator: "\t")
      #expect(listed.dropFirst(3) == ["3/3", "anna", "-"])
      let code = link.dropLast().split(separator: "/").last.map(String.init) ?? ""
      let isOpen = try await isValid(code, data)
      #expect(isOpen)
      let id = String(listed.first ?? "")
      #expect(try await run("invite", "--revoke", id) == "Revoked \(id)\n")
      let isStillOpen = try await isValid(code, data)
      #expect(!isStillOpen)
      #expect(try await run("user", "sign-out", "anna") == "Signed anna out everywhere\n")
      let log = try await run("log", "--last", "2").split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined(separator: " ")
      }
      #expect(log == ["- revoke_invitation \(id) ", "- sign_out anna "])
      for arguments in [["invite", "--revoke", "1"], ["user", "sign-out", "nona"]] {
        let refused = try await CommandLineProgram.run(arguments + ["--data", data])
        #expect(refused.status == 66 && !refused.error.isEmpty, "\(arguments)")
      }
    }
  }

  private func isValid(_ code: String, _ data: String) async throws -> Bool {
    let community = try await Community.open(folder: data, passwordCost: .least, logger: quiet)
    let found = try await community.invitations.find(code)
    try await community.close()
    return found != nil
  }

  private func list(_ data: String) async throws -> [String] {
    let run = try await CommandLineProgram.run(["user", "list", "--data", data])
    return run.output.split(separator: "\n").map { line in
      let columns = line.split(separator: "\t")
      return [columns[0], columns[1], columns[3]].joined(separator: " ")
    }
  }

  @Test func `what cannot be ends with a code and a sentence`() async throws {
    try await withFolder { data in
      #expect(
        try await CommandLineProgram.run(
          ["user", "add", "anna", "--new", "--data", data], input: "correct horse"
        )
        .status == 0)
      let cases: [([String], String, Int32)] = [
        (["user", "add", "anna"], "correct horse", 64), (["user", "add", "a b"], "correct horse", 64),
        (["user", "add", "bob"], "short", 64), (["user", "add", "bob"], "", 64),
        (["user", "suspend", "nona"], "", 66), (["user", "password", "nona"], "correct horse", 66),
        (["invite", "--uses", "0"], "", 64), (["reports", "--remove", "1"], "", 66),
        (["settings", "registration", "ajar"], "", 64), (["settings", "privacy", "closed"], "", 64),
        (["settings", "registration", "ajar"], "", 64), (["settings", "invitations", "all"], "", 64),
        (["settings", "contact", "nobody"], "", 64), (["settings", "audience", "direct"], "", 64),
        (["user", "role", "anna", "boss"], "", 64), (["user", "role", "nona", "owner"], "", 66),
        (["reports", "--dismiss", "1"], "", 66), (["log", "--last", "0"], "", 64),
      ]
      for (arguments, input, status) in cases {
        let run = try await CommandLineProgram.run(arguments + ["--data", data], input: input)
        #expect(run.status == status, "\(arguments): \(run.error)")
        #expect(run.output.isEmpty)
        #expect(!run.error.isEmpty)
      }
    }
  }

  @Test func `an invitation is a link and settings are shown and set`() async throws {
    try await withFolder { data in
      #expect(
        try await CommandLineProgram.run(
          ["user", "add", "anna", "--new", "--data", data], input: "correct horse"
        )
        .status == 0)
      let invite = try await CommandLineProgram.run([
        "invite", "--public-url", "https://choir.example", "--data", data,
      ])
      #expect(invite.output.hasPrefix("https://choir.example/join/"))
      for (arguments, shown) in [
        (["registration"], "invitation"), (["registration", "open"], "open"), (["registration"], "open"),
        (["privacy"], "members"), (["privacy", "open"], "open"), (["registration", "closed"], "closed"),
        (["privacy"], "open"),
        (["invitations"], "owners"), (["invitations", "members"], "members"),
        (["title", "The Choir"], "The Choir"), (["title"], "The Choir"), (["description"], ""),
      ] {
        let run = try await CommandLineProgram.run(["settings"] + arguments + ["--data", data])
        #expect(run.output == shown + "\n")
      }
    }
  }

  @Test func `the first run gives a set up link until there is an owner`() async throws {
    try await withFolder { data in
      for (hasOwner, count) in [(false, 1), (true, 0)] {
        if hasOwner {
          let add = try await CommandLineProgram.run(
            ["user", "add", "anna", "--new", "--data", data], input: "correct horse")
          #expect(add.status == 0)
        }
        let (process, output, error) = try CommandLineProgram.start(["serve", "--port", "0", "--data", data])
        let said = try await Task.detached { () -> String in
          _ = output.fileHandleForReading.availableData
          process.terminate()
          return String(decoding: try error.readToEnd(), as: UTF8.self)
        }.value
        #expect(said.split(separator: "/join/").count - 1 == count, "\(said)")
      }
    }
  }

  @Test func `a suspension by another process ends the sessions of a running server`() async throws {
    try await withFolder { data in
      let community = try await Community.open(folder: data, passwordCost: .least, logger: quiet)
      for name in ["anna", "bob"] {
        try await community.members.add(MemberDraft(username: name, password: "correct horse"), role: .owner)
      }
      try await ServerSetup().application(community).withClient { client in
        let registered = try await RegisteredClient.register(client)
        let token = try await registered.token()
        let before = try await client.send(.get, "/oauth/userinfo", .bearer(token))
        #expect(before.status == .ok)
        let suspend = try await CommandLineProgram.run(["user", "suspend", "anna", "--data", data])
        #expect(suspend.status == 0)
        try await Task.sleep(for: .milliseconds(300))
        let after = try await client.send(.get, "/oauth/userinfo", .bearer(token))
        #expect(after.status == .unauthorized)
      }
      try await community.close()
    }
  }
}

/// Commands of the program on a data folder, which have to succeed.
private struct Commands {
  let data: String

  func callAsFunction(_ arguments: String..., input: String = "") async throws -> String {
    let run = try await CommandLineProgram.run(arguments + ["--data", data], input: input)
    #expect(run.status == 0, "\(arguments): \(run.error)")
    return run.output
  }
}
