import Contracts
import Testing

@testable import Server

@Suite struct PublicBaseTests {
  @Test(arguments: [
    "localhost", "localhost:8080", "example.org", "127.0.0.1:1", "[::1]:8080", "[fe80::1]", "a_b.example",
  ])
  func `hosts are taken`(_ text: String) { #expect(PublicBase.isHost(text)) }

  @Test(arguments: [
    "", ":80", "a b", "evil\"><script>", "a/b", "user@host", "host:", "host:0", "host:99999", "host:1:2",
    "[::1", "[]",
    "[::1]x", "-a", ".a", "a%00", "é.example", String(repeating: "a", count: 256),
  ])
  func `what is no host is refused`(_ text: String) { #expect(!PublicBase.isHost(text)) }

  @Test(arguments: [
    ("abc", "abc"), ("a%20b", "a b"), ("%E4%BD%A0", "你"), ("%e4%bd%a0", "你"), ("a+b", "a+b"), ("%", nil),
    ("%4", nil),
    ("%zz", nil), ("%ff", nil), ("%C0%80", nil),
  ])
  func `path segments are decoded`(_ text: String, _ expected: String?) {
    #expect(percentDecoded(text) == expected)
  }

  @Test func `query values are found and decoded`() {
    #expect(queryValue("server", in: "show=5&server=https%3A%2F%2Fa.example%2Fx") == "https://a.example/x")
    #expect(queryValue("a", in: "a=1+2&a=3") == "1 2")
    #expect(queryValue("a", in: "a") == "")
    #expect(queryValue("b", in: "a=1") == nil)
    #expect(queryValue("a", in: nil) == nil)
  }
}
