import Testing

@testable import Social

struct WebAddressTests {
  @Test(
    arguments: [
      ("https://a.b/(c)", "https://a.b/(c)"), ("https://a.b/(c", "https://a.b/(c"),
      ("https://a.b/c)", "https://a.b/c"), ("https://a.b/(c))", "https://a.b/(c)"),
      ("https://a.b/((c))).", "https://a.b/((c))"), ("https://a.b/[c]", "https://a.b/[c]"),
      ("https://a.b/c]", "https://a.b/c"), ("https://[::1]/", "https://[::1]/"),
      ("https://a.b/(c].", "https://a.b/(c"),
      ("https://a.b/(c.)", "https://a.b/(c.)"), ("https://a.b/c'", "https://a.b/c"),
      ("https://a.b/c...", "https://a.b/c"), ("https://a.b/?q=(x)&r=[y];", "https://a.b/?q=(x)&r=[y]"),
      ("https://a.b/c👨‍👩‍👧", "https://a.b/c"), ("https://a.b&amp;", "https://a.b"),
    ])
  func `Closing brackets belong to the URL only if it opens them`(text: String, url: String) {
    #expect(found(text) == url)
  }

  @Test(arguments: [
    "https://google.com.пример/x", "https://a.b/São_Paulo", "https://bücher.example", "http://кц.рф",
    "https://a.b/tags/São_Paulo?q=ü#ñ", "https://bu\u{308}cher.example/", "https://例え.jp/パス",
    "http://อร่อย.ไทย/ก",
    "https://a.b/朋友", "https://a.b/朋友/圈", "https://a.b/?q=朋友", "https://a.b/مرحبا", "https://a.b/สวัสดี",
    "http://مثال.إختبار/صفحة", "https://ko.wikipedia.org/wiki/한국어", "https://google.com中国.cn/x",
    "https://google.com中国/x", "https://a.b/हिन्दी", "https://a.b/می\u{200C}خواهم", "https://a.b/Michelson–Morley",
    "https://a.b/L’Étranger", "https://ｇoogle.com/", "https://gооgle.com/", "https://a.b:8080/ü",
    "https://[::1]:80/x",
    "https://[2001:db8::7]", "http://127.0.0.1:8080", "https://localhost", "https://a_b.example",
    "https://a.b/ü(ö)",
    "HTTPS://BÜCHER.EXAMPLE/", "https://a.b?ü", "https://a.b#ü", "https://xn--bcher-kva.example/",
    "https://a.b./c",
  ])
  func `An address of any script is found whole`(url: String) {
    for end in [
      "", " x", "\n", ".", ",", "，", "。", "、", "？", "！", "؟", "،", "؛", "۔", "”", "»", "）", "」", "…", ")",
      "\u{2069}",
    ] {
      #expect(found(url + end) == url, "before \(end)")
    }
  }

  @Test(arguments: [
    ("https://a.b吧", "https://a.b"), ("https://a.b吧。", "https://a.b"), ("https://a.b/c朋友", "https://a.b/c"),
    ("https://a.b/c에서", "https://a.b/c"), ("https://a.b/cครับ", "https://a.b/c"),
    ("https://a.b—c", "https://a.b"),
    ("https://a.b’ c", "https://a.b"), ("https://a.b,https://c.d", "https://a.b"),
    ("https://a.b: c", "https://a.b"),
    ("https://a.b:", "https://a.b"), ("https://a.b😀", "https://a.b"), ("https://a.b/ü…", "https://a.b/ü"),
    ("https://a.b\u{AD} c", "https://a.b"),
  ])
  func `A sentence goes on behind an address`(text: String, url: String) { #expect(found(text) == url) }

  private func found(_ text: String) -> String? {
    let points = CodePoints(text)
    return WebAddress.end(in: points, at: 0).map { points.text(0..<$0) }
  }

  @Test(arguments: [
    "http://", "https://)", "https://.,;", "http:/a.b", "ahttp://a.b", "", "javascript:alert(1)", "http://#a",
    "http://?a",
    "https:///a", "https://user@a.b/", "https://google.com@a.b", "https://u:p@a.b",
    "https://google.com:80@a.b",
    "https://google.com!@a.b", "https://google.com%2Fa.b", "https://a.b:c", "https://a.b:80c",
    "https://a.b:/",
    "https://[::1", "https://[]", "https://[x]", "https://google.com\u{AD}.a.b",
    "https://google.com\u{200B}x.a.b",
    "https://[::1]x@a.b", "https://\u{301}a.b",
  ])
  func `Other texts are no URL, nor is part of them`(text: String) {
    let points = CodePoints(text)
    for start in points.bytes.indices { #expect(WebAddress.end(in: points, at: start) == nil) }
  }

  @Test func `many brackets take no longer than they need`() {
    let text = "https://a.b/" + String(repeating: ")", count: 200_000)
    #expect(WebAddress.end(in: CodePoints(text), at: 0) == 12)
  }
}
