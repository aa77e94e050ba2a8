import Contracts
import Testing

/// Tests text that people paste into a field for a server or a person.
struct PastedAddressTests {
  @Test(arguments: [
    ("example.org", "https://example.org"), (" EXAMPLE.org. ", "https://example.org"),
    ("@ann@example.org", "https://example.org"), ("ann@Example.ORG", "https://example.org"),
    ("acct:ann@example.org", "https://example.org"), ("@example.org", "https://example.org"),
    ("https://example.org/@ann/123", "https://example.org"),
    ("https://example.org/@ann?x=1#y", "https://example.org"),
    ("example.org/@ann", "https://example.org"),
    ("https://example.org/users/ann/statuses/1", "https://example.org"),
    ("HTTPS://Example.org//", "https://example.org"), ("http://example.org/about", "https://example.org"),
    ("https://example.org/web/timelines/home", "https://example.org"),
    ("https://example.org/public/local", "https://example.org"),
    ("\u{A0}example.org\u{200B}", "https://example.org"),
    ("https://example.org:8443/explore", "https://example.org:8443"),
    ("bücher.example", "https://xn--bcher-kva.example"),
    ("https://BÜCHER.example/@ann", "https://xn--bcher-kva.example"),
    ("ann@пример.example", "https://xn--e1afmkfd.example"), ("例え.example", "https://xn--r8jz45g.example"),
    ("παράδειγμα.example", "https://xn--hxajbheg2az3al.example"),
    ("xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    // An address that isn't a public server keeps its scheme and path.
    ("localhost:3000", "http://localhost:3000"), ("http://127.0.0.1:8080/api/", "http://127.0.0.1:8080/api"),
    ("http://pi.local/@ann", "http://pi.local"),
    ("https://example.org/essential-feed", "https://example.org/essential-feed"),
    ("https://example.org/publications", "https://example.org/publications"),
  ])
  func `TWT_01 a server is understood in what is pasted`(text: String, address: String) {
    #expect(ServerAddress(pasted: text)?.text == address)
  }

  @Test(arguments: [
    "", " ", "not an address", "ftp://example.org", "@", "a@b@c@d", "https://", "https:///x",
    "javascript:alert(1)",
    "example..org", "https://user@example.org/", "exa<mple.org", String(repeating: "a", count: 600),
  ])
  func `TWT_01 what names no server is refused`(text: String) { #expect(ServerAddress(pasted: text) == nil) }

  @Test(
    arguments: [
      ("@ann@example.org", "ann", nil), ("https://example.org/@ann", "ann", nil),
      ("https://example.org/@ann/123", "ann", "123"), ("https://example.org/users/ann", "ann", nil),
      ("https://example.org/users/ann/statuses/123", "ann", "123"), ("example.org/@ann/", "ann", nil),
      ("https://example.org/@ann@far.example", "ann@far.example", nil),
      ("https://example.org/@ann/media", "ann", nil),
      ("https://example.org/about", nil, nil), ("example.org", nil, nil),
      ("https://example.org/tags/12", nil, nil),
    ] as [(String, String?, String?)])
  func `TWT_07 a person and a post are understood in what is pasted`(
    text: String, person: String?, post: String?
  )
    throws
  {
    let address = try #require(PastedAddress(text))
    #expect(address.person == person && address.post == post)
    #expect(address.host == "example.org")
  }

  @Test(arguments: [
    "birds", "#birds", "@ann", "10:30", "a.b", "example.org", "half a sentence, with @somebody",
  ])
  func `TWT_07 words stay words`(text: String) { #expect(PastedAddress(text)?.isPlain != true) }
}
