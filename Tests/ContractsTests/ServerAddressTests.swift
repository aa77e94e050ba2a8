import Contracts
import Testing

struct ServerAddressTests {
  @Test(arguments: [
    ("example.org", "https://example.org", ""), ("https://example.org", "https://example.org", ""),
    ("https://example.org/", "https://example.org", ""), ("HTTPS://example.org//", "https://example.org", ""),
    ("http://example.org", "http://example.org", ""), (" example.org \n", "https://example.org", ""),
    ("localhost", "http://localhost", ""), ("localhost:8080/api/", "http://localhost:8080", "/api"),
    ("127.0.0.1:3000", "http://127.0.0.1:3000", ""), ("https://localhost", "https://localhost", ""),
    ("http://[::1]:8080/a", "http://[::1]:8080", "/a"), ("[::1]", "https://[::1]", ""),
    ("example.org:8443/a/b", "https://example.org:8443", "/a/b"),
    ("xn--fiq228c.example", "https://xn--fiq228c.example", ""),
    ("my_host", "https://my_host", ""),
    ("example.org/~ada/%E6%9C%8B", "https://example.org", "/~ada/%E6%9C%8B"),
  ])
  func `MOM_06 takes what a person types`(typed: String, origin: String, path: String) throws {
    let address = try #require(ServerAddress(typed))
    #expect(address.origin == origin)
    #expect(address.path == path)
    #expect(address.text == origin + path)
    #expect(ServerAddress(address.text) == address)
  }

  @Test(arguments: [
    "", " ", "\n", "https://", "http:///a", "/", "/a", "https:///", "ftp://example.org",
    "javascript:alert(1)",
    "javascript:alert",
    "data:text/html", "file:///etc", "https://user@example.org", "https://user:pass@example.org",
    "example.org?a=b",
    "example.org/a?b", "example.org#a", "example.org/a#b", "exa mple.org", "example.org/a b", "例子.中国",
    "example.org/朋",
    "example.org\\a", "example.org/\\a", "<b>", "example.org/<b>", "example.org/\"a", "example.org/'a",
    "exam\tple.org",
    "example.org/\u{0}", "example.org/\u{7F}", ":8080", ".example.org", "example.org:", "example.org:abc",
    "example.org:123456",
    "example.org:80:80", "[::1", "::1", "[]x", "https://https://example.org", "a,b", "%41.org",
  ])
  func `MOM_06 refuses what is no address of a server`(typed: String) {
    #expect(ServerAddress(typed) == nil)
  }

  @Test func `addresses have a longest length`() {
    let longest = "https://example.org/" + String(repeating: "a", count: ServerAddress.maxLength - 20)
    #expect(ServerAddress(longest) != nil)
    #expect(ServerAddress(longest + "a") == nil)
  }

  @Test(arguments: [
    ("https://img.example.org/1.jpg", "https://img.example.org/1.jpg"), ("HTTP://a/b", "HTTP://a/b"),
    ("//img.example.org/1.jpg", "https://img.example.org/1.jpg"), ("/1.jpg", "https://example.org/1.jpg"),
    ("1.jpg", "https://example.org/api/1.jpg"), ("a/b:c", "https://example.org/api/a/b:c"),
    ("?a:b", "https://example.org/api/?a:b"), ("/朋.jpg", "https://example.org/朋.jpg"),
    ("/a:b", "https://example.org/a:b"),
  ])
  func `references become absolute`(reference: String, absolute: String) throws {
    #expect(try ServerAddress.made("https://example.org/api").resolve(reference) == absolute)
  }

  @Test func `without a scheme the server's one is meant`() throws {
    #expect(try ServerAddress.made("http://example.org").resolve("//a/b") == "http://a/b")
  }

  @Test(arguments: [
    "", " ", " /a", "/a ", "/a b", "/a\nb", "\t", "javascript:alert(1)", "JAVASCRIPT:a", "data:,",
    "mailto:a@b", "a:b",
    ":", "file:///a",
    "/a\u{7F}", "/a\u{0}", "blob:https://example.org/a",
  ])
  func `references of other kinds are none`(reference: String) throws {
    #expect(try ServerAddress.made().resolve(reference) == nil)
  }
}
