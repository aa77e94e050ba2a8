import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests several people and servers on one device.
struct SessionsTests {
  @Test func `FOL_02 the device stores who is signed in`() {
    var sessions = Sessions.made("ann", "bob")
    _ = sessions.refuse("1")
    var memory = Memory()
    memory.keep(sessions)
    let read = Sessions(memory)
    #expect(read == sessions)
    #expect(read.current?.me.account.username == "bob")
    #expect(read.session("1")?.isRefused == true)
    #expect(read.credential(of: "2")?.token == "token of bob")
  }

  @Test(arguments: ["", "{}", "[{}]", #"[{"key":"1"}]"#, "[1,null]"])
  func `what cannot be read is nobody`(json: String) {
    var memory = Memory()
    memory["sessions"] = json
    memory["session 1 account"] = json
    #expect(Sessions(memory) == Sessions())
  }

  @Test func `FOL_02 what earlier versions stored in one list is read`() {
    var memory = Memory()
    memory["sessions"] = #"""
      [{"key":"1","server":"https://a.example","own":true,"refused":true,"token":"t","id":"7","username":"ann"},
      {"key":"2","server":"https://a.example","own":true,"current":true,"token":"u","id":"8","username":"bob"}]
      """#
    let sessions = Sessions(memory)
    #expect(sessions.all.map(\.key) == ["1", "2"] && sessions.currentKey == "2")
    #expect(sessions.session("1")?.isRefused == true && sessions.session("2")?.isRefused == false)
  }

  @Test func `FOL_01 a new token is taken whatever was said of the one before`() {
    var sessions = Sessions.made("ann")
    _ = sessions.refuse("1")
    var memory = Memory()
    memory.keep(sessions)
    sessions.signIn(.made("ann"), at: .made(), isOwnServer: true, scopes: "read", .made("new"))
    memory["session 1 account"] = sessions.record(of: "1")
    #expect(Sessions(memory).current?.isRefused == false)
  }

  @Test func `who signs in again keeps their key`() {
    var sessions = Sessions.made("ann", "bob")
    _ = sessions.refuse("1")
    sessions.signIn(.made("ann"), at: .made(), isOwnServer: true, scopes: "read", .made("new"))
    #expect(sessions.all.map(\.key) == ["1", "2"])
    #expect(sessions.currentKey == "1")
    #expect(sessions.current?.isRefused == false)
    #expect(sessions.credential(of: "1")?.token == "new")
  }

  @Test func `the same name on another server is somebody else`() {
    var sessions = Sessions.made("ann")
    sessions.signIn(
      .made("ann"), at: .made("https://b.example"), isOwnServer: false, scopes: "", .made("other"))
    #expect(sessions.all.map(\.key) == ["1", "2"])
    #expect(sessions.current?.origin == .other(.made("https://b.example")))
  }

  @Test func `TWT_16 who signs out leaves nothing and the next comes forward`() {
    var sessions = Sessions.made("ann", "bob")
    sessions.signOut("2")
    #expect(sessions.currentKey == "1")
    #expect(sessions.credential(of: "2") == nil)
    #expect(sessions.record(of: "2") == nil)
    sessions.signOut("1")
    #expect(sessions == Sessions())
  }
}

extension Sessions {
  static func made(_ usernames: String...) -> Sessions {
    var sessions = Sessions()
    for username in usernames {
      sessions.signIn(
        .made(username), at: .made(), isOwnServer: true, scopes: "read write", .made("token of " + username))
    }
    return sessions
  }
}

extension Sessions {
  /// Signs in with the next number as the key.
  mutating func signIn(
    _ me: Profile, at server: ServerAddress, isOwnServer: Bool, scopes: String, _ credential: Credential
  ) {
    let last = all.last.flatMap { Int($0.key) } ?? 0
    signIn(me, at: server, isOwnServer: isOwnServer, scopes: scopes, credential, newKey: "\(last + 1)")
  }
}

extension Memory {
  /// Stores these sessions as a device does.
  mutating func keep(_ sessions: Sessions) {
    for session in sessions.all {
      self[session.storageKey("account")] = sessions.record(of: session.key)
      if session.isRefused {
        self[session.storageKey("refused")] = sessions.credential(of: session.key)?.token
      }
    }
    self["current"] = sessions.currentKey
  }
}

extension Credential {
  static func made(_ token: String) -> Credential {
    Credential(token: token, clientID: "client", clientSecret: "secret")
  }
}

extension Profile {
  static func made(_ username: String = "ann", id: String? = nil) -> Profile {
    Profile(id: id ?? "id of " + username, account: .made(username))
  }
}
