import Foundation
import Testing

@testable import Community

struct HostNameTests {
  @Test(arguments: [
    ("bücher.example", "xn--bcher-kva.example"), ("例え.jp", "xn--r8jz45g.jp"),
    ("Παράδειγμα.gr", "xn--hxajbheg2az3al.gr"), ("FAẞ.de", "xn--fa-hia.de"),
    ("ex\u{AD}ample.com", "example.com"),
    ("ａｂｃ.com", "abc.com"), ("bücher。example", "xn--bcher-kva.example"), ("i❤.ws", "xn--i-7iq.ws"),
    ("نامه\u{200C}ای.com", "xn--mgba3gch31f060k.com"), ("bu\u{308}cher.example", "xn--bcher-kva.example"),
    ("EXAMPLE.org", "example.org"),
  ])
  func `a name is written as the domain name system knows it`(name: String, ascii: String) {
    #expect(HostName.ascii(name) == ascii)
  }

  /// RFC 3492, section 7.1.
  @Test(arguments: [
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"), ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
  ])
  func `letters are encoded as in the examples of the standard`(text: String, encoded: String) {
    #expect(Punycode.encode(Array(text.unicodeScalars)) == encoded)
  }

  @Test(arguments: [
    "", "℀.example", "a b.example", "ü\u{202E}x.example", "a/ü", String(repeating: "ü", count: 64),
  ])
  func `what can't be a name is none`(name: String) {
    #expect(HostName.ascii(name) == nil)
  }

  @Test(arguments: [
    ("https://bücher.example/a?b=ü", "https://xn--bcher-kva.example/a?b=%C3%BC"),
    ("https://user@bücher.example:8080/x?q#f", "https://user@xn--bcher-kva.example:8080/x?q#f"),
    ("//bücher.example/x", "https://xn--bcher-kva.example/x"), ("/ü", "https://example.org/%C3%BC"),
    ("?u=https://bücher.example", "https://example.org/a/b?u=https://b%C3%BCcher.example"),
  ])
  func `an address leads on to a host with any letters`(address: String, url: String) throws {
    let base = try #require(URL(string: "https://example.org/a/b"))
    #expect(URL(address: address, relativeTo: base)?.absoluteString == url)
  }
}
