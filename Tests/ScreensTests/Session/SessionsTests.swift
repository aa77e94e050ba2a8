import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Several people and servers side by side on one device.
struct SessionsTests {
  @Test func `FOL_02 the device keeps who is signed in`() {
    var sessions = Sessions.made("ann", "bob")
    _ = sessions.refuse("1")
    let read = Sessions(json: sessions.json)
    #expect(read == sessions)
    #expect(read.current?.me.account.username == "bob")
    #expect(read.session("1")?.isRefused == true)
    #expect(read.credential(of: "2")?.token == "token of bob")
  }

  @Test(arguments: [nil, "", "{}", "[{}]", #"[{"key":"1"}]"#, "[1,null]"])
  func `what cannot be read is nobody`(json: String?) {
    #expect(Sessions(json: json) == Sessions())
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
    #expect(!sessions.json.contains("bob"))
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
