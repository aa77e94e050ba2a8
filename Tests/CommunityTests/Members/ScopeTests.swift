import Testing

@testable import Community

@Suite struct ScopeTests {
  @Test(arguments: [
    (Scope.read, Scope.readStatuses, true), (.read, .writeStatuses, false), (.write, .writeMedia, true),
    (.write, .readStatuses, false), (.follow, .writeFollows, true), (.follow, .readMutes, true),
    (.follow, .writeStatuses, false), (.readStatuses, .read, false), (.readStatuses, .readStatuses, true),
    (.push, .read, false), (.read, .push, false), (.read, .write, false), (.write, .follow, false),
    (.read, .profile, true), (.profile, .readAccounts, false),
  ])
  func `A broader scope holds the narrower ones`(_ scope: Scope, _ other: Scope, _ expected: Bool) {
    #expect(scope.contains(other) == expected)
  }

  @Test func `Scopes are read as they are written`() {
    #expect(Scopes("read  write:statuses read")?.text == "read write:statuses")
    #expect(Scopes("") == nil)
    #expect(Scopes("read everything") == nil)
    #expect(Scopes("read:statuses")?.isWithin(Scopes([.read])) == true)
    #expect(Scopes("read push")?.isWithin(Scopes([.read])) == false)
  }
}
