import Foundation
import Server
import Testing

@Suite(.serialized) struct CommandLineTests {
  private func withFolder(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder)
  }

  @Test func `the version is one line`() async throws {
    let run = try await CommandLineProgram.run("--version")
    #expect(run.status == 0)
    #expect(run.output == swiftletVersion + "\n")
  }

  @Test func `the help has examples and the exit codes`() async throws {
    for arguments in [
      ["--help"], ["serve", "--help"], ["import", "moments", "--help"], ["import", "timeline", "--help"],
    ] {
      let run = try await CommandLineProgram.run(
        arguments[0], arguments.count > 1 ? arguments[1] : "--help", "--help")
      #expect(run.status == 0)
      #expect(run.output.contains("USAGE"))
    }
    let help = try await CommandLineProgram.run("import", "moments", "--help")
    #expect(help.output.contains("swiftlet import moments https://moments.example.org --username jsmith"))
    #expect(help.output.contains("69"))
  }

  @Test func `wrong arguments end with 64`() async throws {
    for arguments in [
      ("serve", "--port", "99999"), ("serve", "--public-url", "example.org"), ("dance", "", ""),
    ] {
      #expect(try await CommandLineProgram.run(arguments.0, arguments.1, arguments.2).status == 64)
    }
  }

  @Test func `an import says what it did and can be run again`() async throws {
    try await withFolder { folder in
      try folder.write(
        #"{"username":"ann","nick":"Ann","avatar":"","profile-image":""}"#, to: "source/user.json")
      try folder.write(
        #"[{"content":"Hi","sender":{"username":"ann","nick":"Ann","avatar":""}},{"error":"losted"}]"#,
        to: "source/tweets.json")
      for expected in ["posts: 1 added, 0 already there", "posts: 0 added, 1 already there"] {
        let run = try await CommandLineProgram.run(
          "import", "moments", folder.path + "/source", "--username", "ann", "--new", "--data",
          folder.path + "/data")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains(expected))
        #expect(run.output.contains("left out: item 2, an error object"))
      }
    }
  }

  /// Covers ECMA-48's escape sequences, and characters that change the direction of a line.
  @Test func `a name from outside gives the terminal no orders`() async throws {
    try await withFolder { folder in
      let nick = #"\u001b[31mOwn\u0007\u009b2J\u202e\nowner\tx"#
      try folder.write(
        #"{"username":"ann","nick":"\#(nick)","avatar":"","profile-image":""}"#, to: "source/user.json")
      try folder.write(
        #"""
        [{"content":"a","sender":{"username":"amy\u001b]0;x\u0007","nick":"\#(nick)","avatar":"\u001b[2J.jpg"}},
        {"content":"b","sender":{"username":"amy","nick":"A","avatar":""}},
        {"content":"c","sender":{"username":"amy","nick":"\u001b[2JB","avatar":""},"images":["\u001b[2J.jpg"]}]
        """#, to: "source/tweets.json")
      let imported = try await CommandLineProgram.run(
        "import", "moments", folder.path + "/source", "--username", "ann", "--new", "--data",
        folder.path + "/data")
      #expect(imported.status == 0, "\(imported.error)")
      #expect(imported.output.contains("\\u{1B}[2J"), "what it can't say plainly it escapes")
      let added = try await CommandLineProgram.run(
        ["user", "add", "zoe", "--name", "Zoe\u{1B}[31m\u{202E}", "--data", folder.path + "/data"],
        input: "correct horse staple\n")
      #expect(added.status == 0, "\(added.error)")
      let list = try await CommandLineProgram.run("user", "list", "--data", folder.path + "/data")
      #expect(list.output.contains("zoe\t"))
      let bad = try await CommandLineProgram.run(
        "import", "moments", folder.path + "/\u{1B}[2J", "--username", "ann")
      for run in [imported, added, list, bad] {
        for scalar in (run.output + run.error).unicodeScalars {
          #expect(scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control)
          #expect(!(0x202A...0x202E ~= scalar.value))
        }
      }
      #expect(
        list.output.split(separator: "\n").allSatisfy {
          $0.split(separator: "\t", omittingEmptySubsequences: false).count == 4
        })
    }
  }

  @Test func `an import that fails says why in one sentence and in a code`() async throws {
    try await withFolder { folder in
      try folder.write("<!doctype html><p>not this", to: "html/user.json")
      try folder.write("[", to: "html/tweets.json")
      let cases: [(String, Int32)] = [
        (folder.path + "/none", 66), (folder.path + "/html", 65), ("http://127.0.0.1:9", 69),
      ]
      for (source, status) in cases {
        let run = try await CommandLineProgram.run(
          "import", "moments", source, "--username", "ann", "--new", "--data", folder.path + "/data")
        #expect(run.status == status, "\(source): \(run.error)")
        #expect(run.output.isEmpty)
        #expect(run.error.split(separator: "\n").last?.hasPrefix("swiftlet: ") == true)
      }
    }
  }

  @Test func `a data folder that cannot be written ends with 73`() async throws {
    let run = try await CommandLineProgram.run("serve", "--port", "0", "--data=/dev/null/data")
    #expect(run.status == 73)
    #expect(run.error.contains("/dev/null/data"))
  }

  @Test func `serving says where and ends well when told to`() async throws {
    try await withFolder { folder in
      let (process, output, error) = try CommandLineProgram.start([
        "serve", "--port", "0", "--data", folder.path + "/data",
      ])
      let line = await Task.detached { () -> String in
        var line = ""
        while !line.contains("\n") {
          let bytes = output.fileHandleForReading.availableData
          guard !bytes.isEmpty else { break }
          line += String(decoding: bytes, as: UTF8.self)
        }
        return line
      }.value
      #expect(line.hasPrefix("Swiftlet \(swiftletVersion) is serving http://localhost:"))
      let port = try #require(line.split(separator: ":").last?.split(separator: " ").first)
      let second = try await CommandLineProgram.run(
        "serve", "--port", String(port), "--data", folder.path + "/other")
      #expect(second.status == 69)
      #expect(second.error.contains("in use"))
      process.terminate()
      let status = try await Task.detached {
        _ = try error.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus
      }.value
      #expect(status == 0)
    }
  }
}
