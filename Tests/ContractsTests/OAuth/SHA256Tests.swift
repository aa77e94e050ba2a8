import Contracts
import Testing

/// Tests the vectors of NIST (FIPS 180-4 examples, CAVP byte-oriented tests), and RFC 7636 appendix B.
struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `a message has the hash of the standard`(message: String, hash: String) {
    #expect(hexadecimal(SHA256.hash(Array(message.utf8))) == hash)
  }

  @Test func `a million letters have the hash of the standard`() {
    #expect(
      hexadecimal(SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Lengths near the point where the padding needs another block.
  @Test(arguments: [55, 56, 57, 63, 64, 65])
  func `lengths around a block differ`(length: Int) {
    let hash = SHA256.hash([UInt8](repeating: 0, count: length))
    #expect(hash.count == 32)
    #expect(hash != SHA256.hash([UInt8](repeating: 0, count: length + 1)))
  }

  @Test func `TWT_01 the proof key is that of the standard`() {
    let bytes: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
      191, 240,
      91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let proof = ProofKey(bytes: bytes)
    #expect(proof.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("???>>>", "Pz8_Pj4-"),
  ])
  func `base64 for URLs has no padding`(text: String, encoded: String) {
    #expect(base64URL(Array(text.utf8)) == encoded)
    #expect(base64Decoded(encoded, .urls) == Array(text.utf8))
  }
}
