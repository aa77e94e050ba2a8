import Contracts
import Testing

struct OriginTests {
  @Test(arguments: [
    ("/media/a.jpg", "/media/a.jpg"), ("https://example.org/media/a.jpg", "/media/a.jpg"),
    ("https://example.org/", "/"),
    ("https://example.org", "https://example.org"),
    ("https://example.org.evil.example/a", "https://example.org.evil.example/a"),
    ("https://example.org@evil.example/a", "https://example.org@evil.example/a"),
    ("https://example.org:8443/a", "https://example.org:8443/a"),
    ("http://example.org/a", "http://example.org/a"),
    ("https://img.example.org/a", "https://img.example.org/a"),
    ("//img.example.org/a", "https://img.example.org/a"),
    // Without its origin this URL would mean another server.
    ("https://example.org//evil.example/a", "https://example.org//evil.example/a"),
  ])
  func `NEW_04 the own server's URLs stay relative to its root`(reference: String, url: String) throws {
    #expect(try Origin.own(.made("https://example.org")).url(reference) == url)
  }

  @Test(arguments: [
    ("/a.jpg", "https://example.org/a.jpg"), ("https://example.org/a.jpg", "https://example.org/a.jpg"),
  ])
  func `another server's URLs are absolute`(reference: String, url: String) throws {
    #expect(try Origin.other(.made("https://example.org")).url(reference) == url)
  }

  @Test(arguments: ["javascript:alert(1)", "", " ", "data:,"])
  func `what cannot be requested is none`(reference: String) throws {
    #expect(try Origin.own(.made()).url(reference) == nil)
    #expect(try Origin.other(.made()).url(reference) == nil)
  }
}
