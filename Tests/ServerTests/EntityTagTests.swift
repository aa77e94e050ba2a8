import NIOCore
import Testing

@testable import Server

@Suite struct EntityTagTests {
  @Test(arguments: [
    (#""abc""#, true), (#"W/"abc""#, true), (#""x", "abc""#, true), (#""x","y" , W/"abc""#, true),
    ("*", true),
    (" * ", true), (#""abcd""#, false), ("abc", false), ("", false), (#""abc"#, false), (#""x" "y""#, false),
    (#""a,b", "abc""#, true), ("*, \"x\"", false),
  ])
  func `If None Match names a tag in all its forms`(_ field: String, _ expected: Bool) {
    #expect(EntityTag(opaque: "abc").isNamed(in: field) == expected)
  }

  @Test func `different bytes and different codings have different tags`() {
    let one = EntityTag(of: ByteBuffer(string: "one"))
    #expect(one == EntityTag(of: ByteBuffer(string: "one")))
    #expect(one != EntityTag(of: ByteBuffer(string: "two")))
    #expect(one.with(coding: .gzip) != one)
    #expect(one.with(coding: .gzip) != one.with(coding: .brotli))
  }

  @Test func `base64 pads as RFC 4648 says`() {
    let vectors = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
    for (text, expected) in vectors { #expect(base64(Array(text.utf8)) == expected) }
  }
}
