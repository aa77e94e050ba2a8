import NIOCore
import Testing

@testable import Server

@Suite struct EntityTagTests {
  @Test(arguments: [
    (#""abc""#, true), (#"W/"abc""#, true), (#""x", "abc""#, true), (#""x","y" , W/"abc""#, true), ("*", true),
    (" * ", true), (#""abcd""#, false), ("abc", false), ("", false), (#""abc"#, false), (#""x" "y""#, false),
    (#""a,b", "abc""#, true), ("*, \"x\"", false),
  ])
  func If_None_Match_names_a_tag_in_all_its_forms(_ field: String, _ expected: Bool) {
    #expect(EntityTag(opaque: "abc").isNamed(in: field) == expected)
  }

  @Test func different_bytes_and_different_codings_have_different_tags() {
    let one = EntityTag(of: ByteBuffer(string: "one"))
    #expect(one == EntityTag(of: ByteBuffer(string: "one")))
    #expect(one != EntityTag(of: ByteBuffer(string: "two")))
    #expect(one.with(coding: .gzip) != one)
    #expect(one.with(coding: .gzip) != one.with(coding: .brotli))
  }

  @Test func base64_pads_as_RFC_4648_says() {
    let vectors = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
    for (text, expected) in vectors { #expect(base64(Array(text.utf8)) == expected) }
  }
}
