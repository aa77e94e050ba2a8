import Testing

@testable import Community

@Suite struct RedirectURITests {
  @Test(arguments: [
    ("https://app.example/cb", "https://app.example"),
    ("HTTPS://App.Example:8443/cb?x=1", "https://app.example:8443"),
    ("http://127.0.0.1:5000", "http://127.0.0.1:5000"), ("http://[::1]:80/", "http://[::1]:80"),
    ("tusky://oauth", "tusky:"), ("com.example.app:/cb", "com.example.app:"),
    ("urn:ietf:wg:oauth:2.0:oob", nil),
  ])
  func `The policy of the page lets the form lead there and nowhere else`(_ text: String, _ action: String?)
    throws
  {
    let uri = try #require(RedirectURI(text))
    #expect(uri.text == text)
    #expect(uri.formAction == action)
  }

  @Test(arguments: [
    ("http://127.0.0.1/cb", "http://127.0.0.1:50123/cb", true),
    ("http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb", true),
    ("http://[::1]/cb", "http://[::1]:50123/cb", true), ("http://127.0.0.1", "http://127.0.0.1:50123", true),
    ("http://127.0.0.1/cb?a=1", "http://127.0.0.1:5/cb?a=1", true),
    ("https://app.example/cb", "https://app.example/cb", true),
    ("http://127.0.0.1/cb", "http://127.0.0.1:5/other", false),
    ("http://127.0.0.1/cb", "http://[::1]:5/cb", false),
    ("http://127.0.0.1/cb", "http://127.0.0.1.evil.example/cb", false),
    ("http://127.0.0.1/cb", "http://127.0.0.10:5/cb", false),
    ("http://127.0.0.1/cb", "https://127.0.0.1:5/cb", false),
    ("http://localhost/cb", "http://localhost:5/cb", false),
    ("https://app.example/cb", "https://app.example:5/cb", false),
    ("tusky://oauth", "tusky://oauth:5", false),
  ])
  func `A client on the member's machine may use any port`(
    _ registered: String, _ asked: String, _ isOne: Bool
  ) throws {
    #expect(try #require(RedirectURI(registered)).admits(#require(RedirectURI(asked))) == isOne)
  }

  @Test(arguments: [
    "http://[::1", "http://::1]/", "http://[]/", "http://[x]/", "http://[::1]x/", "https://a:b/",
    "https://a:99999/",
    "https://:80/", "https://a[b]/", "https://[12]/", "http://a:80:80/", "http://127.0.0.1:5.evil.example",
  ])
  func `What names no host is refused (29_7)`(_ text: String) { #expect(RedirectURI(text) == nil) }

  @Test func `Parameters come behind those that are there`() throws {
    let pairs = [(name: "code", value: "a&b"), (name: "state", value: "é")]
    for (text, expected) in [
      ("app://x", "app://x?code=a%26b&state=%C3%A9"),
      ("https://x/?a=1", "https://x/?a=1&code=a%26b&state=%C3%A9"),
      ("https://x/?", "https://x/?code=a%26b&state=%C3%A9"),
    ] {
      #expect(try #require(RedirectURI(text)).with(pairs) == expected)
    }
  }
}
