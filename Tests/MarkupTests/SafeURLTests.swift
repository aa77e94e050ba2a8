import Markup
import Testing

struct SafeURLTests {
  @Test(arguments: [
    "https://example.org/a.jpg?b=c#d", "http://localhost:8080/", "HTTPS://EXAMPLE.ORG", "/media/a.jpg",
    "a.jpg",
    "?q=a:b", "#a:b",
    "./a:b", "/a:b", "//example.org/a", "/朋友圈.jpg", "https://[::1]:8080/",
  ])
  func `takes what leads to a page`(text: String) {
    #expect(SafeURL(text)?.text == text)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,<script>", "DATA:,",
    "vbscript:x",
    "file:///etc/passwd", "blob:https://example.org/1", "about:blank", "ftp://example.org", "httpsx://a",
    "ht:tp://a",
    ":", ":a",
    "java\nscript:alert(1)", "java\tscript:alert(1)", "java\rscript:alert(1)", "\u{1}javascript:alert(1)",
    " javascript:alert(1)", "  https://example.org", "https://example.org ", "https://exa mple.org", "/a\nb",
    "/a\u{7F}",
    "\\\\example.org", "/\\example.org", "https:\\\\example.org", "java\\script:a", "", " ", "\u{0}",
  ])
  func `refuses what could run or mislead`(text: String) {
    #expect(SafeURL(text) == nil)
  }

  @Test func `a trusted one stays as it is written`() {
    #expect(SafeURL(trusted: "/settings").text == "/settings")
  }
}
