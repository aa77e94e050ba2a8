import Testing

@testable import Social

struct WebAddressTests {
  @Test(
    arguments: [
      ("https://a.b/(c)", "https://a.b/(c)"), ("https://a.b/(c", "https://a.b/(c"),
      ("https://a.b/c)", "https://a.b/c"), ("https://a.b/(c))", "https://a.b/(c)"),
      ("https://a.b/((c))).", "https://a.b/((c))"), ("https://a.b/[c]", "https://a.b/[c]"),
      ("https://a.b/c]", "https://a.b/c"), ("https://[::1]/", "https://[::1]/"), ("https://a.b/(c].", "https://a.b/(c"),
      ("https://a.b/(c.)", "https://a.b/(c.)"), ("https://a.b/c'", "https://a.b/c"),
      ("https://a.b/c...", "https://a.b/c"), ("https://a.b/?q=(x)&r=[y];", "https://a.b/?q=(x)&r=[y]"),
      ("https://a.b/朋友", "https://a.b/"), ("https://a.b/مرحبا", "https://a.b/"), ("https://a.b/สวัสดี", "https://a.b/"),
      ("https://a.b/c👨‍👩‍👧", "https://a.b/c"), ("https://a.b&amp;", "https://a.b&amp"),
    ])
  func `Closing brackets belong to the URL only if it opens them`(text: String, url: String) {
    let bytes = Array(text.utf8)
    #expect(WebAddress.end(in: bytes[...], at: 0) == url.utf8.count)
  }

  @Test(arguments: ["http://", "https://)", "https://.,;", "http:/a.b", "ahttp://a.b", "", "javascript:alert(1)"])
  func `Other texts are no URL`(text: String) {
    let bytes = Array(text.utf8)
    for start in bytes.indices { #expect(WebAddress.end(in: bytes[...], at: start) == nil) }
  }

  @Test func `many brackets take no longer than they need`() {
    let text = "https://a.b/" + String(repeating: ")", count: 200_000)
    let bytes = Array(text.utf8)
    #expect(WebAddress.end(in: bytes[...], at: 0) == 12)
  }
}
