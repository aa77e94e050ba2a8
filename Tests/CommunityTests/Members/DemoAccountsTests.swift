import Social
import TestSupport
import Testing

@testable import Community

@Suite struct DemoAccountsTests {
  private static let user = #"{"username":"ann","nick":"Ann"}"#
  private static let tweets = """
    [{"content":"one","sender":{"username":"ann","nick":"Ann"}},
     {"content":"two","sender":{"username":"bob","nick":"Bob"}},
     {"content":"three","sender":{"username":"cleo","nick":"Cleo"}}]
    """

  @Test func `Everybody can sign in to the demo, and sees the posts of the others`() async throws {
    try await withCommunity { community, source in
      try TestSupport.write(Array(Self.user.utf8), to: source + "/user.json")
      try TestSupport.write(Array(Self.tweets.utf8), to: source + "/tweets.json")
      _ = try await community.imports.moments(from: .folder(source), username: "ann")
      let members = try await community.openDemoAccounts()
      #expect(members == ["ann", "bob", "cleo"])
      for username in members {
        let member = try await community.sessions.signIn(
          username: username, password: Community.demoPassword, address: "127.0.0.1")
        #expect(member.role == (username == "ann" ? .owner : .member))
        let timeline = try await community.timelines.home(Viewer(account: member.id), Cursor())
        #expect(timeline.items.count == 3)
      }
    }
  }
}
