import Contracts
import Testing

struct OriginTests {
  @Test(arguments: [
    ("/media/a.jpg", "/media/a.jpg"), ("https://example.org/media/a.jpg", "/media/a.jpg"),
    ("https://example.org/", "/"),
    ("https://example.org", "https://example.org"),
    ("https://example.org.evil.example/a", "https://example.org.evil.example/a"),
    ("https://example.org@evil.example/a", "https://example.org@evil.example/a"),
    ("https://example.org:8443/a", "https://example.org:8443/a"), ("http://example.org/a", "http://example.org/a"),
    ("https://img.example.org/a", "https://img.example.org/a"), ("//img.example.org/a", "https://img.example.org/a"),
    // Without its origin this would mean another server.
    ("https://example.org//evil.example/a", "https://example.org//evil.example/a"),
  ])
  func NEW_04_theOwnServersURLsStayRelativeToItsRoot(reference: String, url: String) throws {
    #expect(try Origin.own(.made("https://example.org")).url(reference) == url)
  }

  @Test(arguments: [
    ("/a.jpg", "https://example.org/a.jpg"), ("https://example.org/a.jpg", "https://example.org/a.jpg"),
  ])
  func anotherServersURLsAreAbsolute(reference: String, url: String) throws {
    #expect(try Origin.other(.made("https://example.org")).url(reference) == url)
  }

  @Test(arguments: ["javascript:alert(1)", "", " ", "data:,"])
  func whatCannotBeRequestedIsNone(reference: String) throws {
    #expect(try Origin.own(.made()).url(reference) == nil)
    #expect(try Origin.other(.made()).url(reference) == nil)
  }
}
