import Contracts
import Crypto
import Foundation
import JSON
import TestSupport
import Testing

@testable import Community

@Suite struct PushEncryptionTests {
  private static func bytes(_ text: String) throws -> [UInt8] { try #require(base64Decoded(text, .urls)) }

  /// The keys of RFC 8291, appendix A.
  private static let publicKey =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
  private static let text = Array("When I grow up, I want to be a watermelon".utf8)

  private static func encryption() throws -> PushEncryption {
    PushEncryption(
      to: try #require(PushKeys(publicKey: publicKey, secret: secret)),
      sender: try P256.KeyAgreement.PrivateKey(
        rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
      salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"))
  }

  @Test func `NEW_09 the example of RFC 8291`() throws {
    let body = try Self.encryption().standard(Self.text)
    #expect(
      base64URL(body)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    let receiver = PushReceiver(
      key: try P256.KeyAgreement.PrivateKey(
        rawRepresentation: Self.bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")),
      secret: try Self.bytes(Self.secret))
    #expect(receiver.publicKey == Self.publicKey)
    #expect(try receiver.opened(body) == Self.text)
  }

  @Test func `NEW_09 the same text in the coding of the draft`() throws {
    let (body, encryption, cryptoKey) = try Self.encryption().draft(Self.text)
    #expect(
      base64URL(body) == "4qwOLFm_mNy0vf1A8f3Bm6B5UD15y3aV_xZy14pixUhcPTIoZKHzq5i3dZ6PzqSMxBI_-VDUZ4jW04M")
    #expect(encryption == "salt=DGv6ra1nlYgDCS1FRnbzlw")
    #expect(
      cryptoKey
        == "dh=BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
  }

  /// From Firefox's `test_crypto.js`.
  @Test func `NEW_09 the tests' receiver reads what others encrypted in the coding of the draft`() throws {
    let receiver = PushReceiver(
      key: try P256.KeyAgreement.PrivateKey(
        rawRepresentation: Self.bytes("9FWl15_QUQAWDaD3k3l50ZBZQJ4au27F1V4F0uLSD_M")),
      secret: try Self.bytes("R29vIGdvbyBnJyBqb29iIQ"))
    let text = try receiver.opened(
      Self.bytes("6nqAQUME8hNqw5J3kl8cpVVJylXKYqZOeseZG8UueKpA"), encryption: "salt=lngarbyKfMoi9Z75xYXmkg",
      cryptoKey:
        "dh=BNoRDbb84JGm8g5Z5CFxurSqsXWJ11ItfXEWYVLE85Y7CYkDjXsIEc4aqxYaQ1G8BqkXCJ6DPpDrWtdWj_mugHU")
    #expect(String(decoding: text, as: UTF8.self) == "I am the walrus")
  }

  @Test(arguments: [0, 1, 400, 510, 511, 512, 3000, PushEncryption.maxBytes])
  func `NEW_09 padding hides the length, and a body stays within 4096 bytes`(count: Int) throws {
    let receiver = PushReceiver()
    let text = [UInt8](repeating: 65, count: count)
    let padded = try PushEncryption(to: receiver.keys).standard(text, paddedTo: 512)
    #expect(try receiver.opened(padded) == text)
    #expect(padded.count <= 4096)
    #expect(count > 3500 || (padded.count - 102) % 512 == 0)
    let bare = try PushEncryption(to: receiver.keys).standard(text)
    #expect(bare.count == count + 103)
    #expect(try PushEncryption(to: receiver.keys).standard(text) != bare, "each message has its own key")
    let (body, encryption, cryptoKey) = try PushEncryption(to: receiver.keys).draft(text)
    #expect(try receiver.opened(body, encryption: encryption, cryptoKey: cryptoKey) == text)
  }

  @Test func `NEW_09 keys are taken in every spelling of Base 64, and only from the curve`() throws {
    let expected = try #require(PushKeys(publicKey: Self.publicKey, secret: Self.secret))
    let standard = Self.publicKey.replacing("-", with: "+").replacing("_", with: "/")
    for key in [Self.publicKey + "=", standard, standard + "=", standard.replacing("+", with: " ")] {
      #expect(PushKeys(publicKey: key, secret: Self.secret + "==") == expected)
    }
    let off = base64URL([4] + [UInt8](repeating: 1, count: 64))
    for (key, secret) in [
      ("", Self.secret), (Self.publicKey, ""), (off, Self.secret), (Self.publicKey, Self.secret + "AAAA"),
      (String(Self.publicKey.dropLast(3)), Self.secret), ("%%%", Self.secret),
      (String(repeating: "A", count: 1000), Self.secret),
    ] { #expect(PushKeys(publicKey: key, secret: secret) == nil, "\(key)") }
  }

  /// RFC 8292, section 2.4.
  @Test func `NEW_09 the example of RFC 8292 is verified as our own tokens are`() throws {
    let token =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
    let claims = try Self.claims(
      token,
      key: "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs")
    #expect(claims["aud"]?.string == "https://push.example.net" && claims["exp"]?.int64 == 1_453_523_768)
    let key = VAPIDKey()
    let own = try key.token(audience: "https://push.example.net", subject: "mailto:a@b.org", now: 1000)
    #expect(own.hasPrefix("eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."), "the header of the example")
    let found = try Self.claims(own, key: key.publicKey)
    #expect(found["aud"]?.string == "https://push.example.net" && found["sub"]?.string == "mailto:a@b.org")
    #expect(found["exp"]?.int64 == 44_200)
  }

  /// Verifies a token, and returns its claims.
  private static func claims(_ token: String, key: String) throws -> JSON {
    let parts = token.split(separator: ".")
    try #require(parts.count == 3)
    let publicKey = try P256.Signing.PublicKey(x963Representation: bytes(key))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(String(parts[2])))
    #expect(publicKey.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
    return try JSON(parsing: bytes(String(parts[1])))
  }

  @Test func `NEW_09 a token serves a push service for hours, and each service has its own`() throws {
    let key = VAPIDKey()
    func token(_ audience: String, _ now: Int64) throws -> String {
      try key.token(audience: audience, subject: "mailto:a@b.org", now: now)
    }
    let first = try token("https://a.example", 1000)
    #expect(try token("https://a.example", 1000 + 6 * 3600 - 1) == first)
    #expect(try token("https://a.example", 1000 + 6 * 3600) != first)
    #expect(try token("https://b.example", 1000) != first)
    #expect(try token("https://a.example", 0) != first, "the clock was set back")
    #expect(try key.token(audience: "https://a.example", subject: "mailto:c@d.org", now: 1000) != first)
  }

  @Test func `NEW_09 a sealed token is read with its id and the key file alone`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/key"
      let tokens = SealedSecrets(path: path)
      #expect(tokens.opened("AAAA", id: 1) == nil)
      #expect(FileManager.default.contents(atPath: path) == nil, "reading makes no key")
      let sealed = try #require(tokens.sealed("a secret token", id: 1))
      #expect(!sealed.contains("secret") && tokens.opened(sealed, id: 1) == "a secret token")
      #expect(tokens.opened(sealed, id: 2) == nil)
      // Another process.
      #expect(SealedSecrets(path: path).opened(sealed, id: 1) == "a secret token")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
      #expect(SealedSecrets(path: folder + "/other").opened(sealed, id: 1) == nil)
      #expect(SealedSecrets(path: folder + "/nowhere/key").sealed("x", id: 1) == nil)
    }
  }

  @Test func `NEW_09 processes that make the key at the same time have one`() async throws {
    try await withTemporaryFolder { folder in
      let sealed = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 {
          group.addTask { try #require(SealedSecrets(path: folder + "/key").sealed("token", id: 1)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let reader = SealedSecrets(path: folder + "/key")
      for text in sealed { #expect(reader.opened(text, id: 1) == "token") }
    }
  }

  @Test(arguments: [
    "https://fcm.googleapis.com/fcm/send/abc:APA91", "https://updates.push.services.mozilla.com/wpush/v2/g",
    "https://web.push.apple.com/QFoo", "https://relay.example.org:443/push/x?extra=1#part",
  ])
  func `NEW_09 the addresses of push services`(url: String) throws {
    let endpoint = try #require(PushEndpoint(url))
    #expect(endpoint.url == url && endpoint.origin == "https://" + endpoint.host)
  }

  @Test(arguments: [
    "", "push", "http://push.example.org/a", "https://", "https://user:pass@push.example.org/a",
    "https://user@push.example.org/a",
    "https://push.example.org:8443/a", "https://127.0.0.1/a", "https://[::1]/a", "https://10.0.0.1/a",
    "https://localhost/a", "https://intranet/a",
    "https://2130706433/a", "https://0x7f.1/a", "https://push.example.org/a b", "ftp://push.example.org/a",
    "https://push.example.org/\r\nX: y",
    "javascript:alert(1)", "https://push.example.org/" + String(repeating: "a", count: 2048),
  ])
  func `NEW_09 no other address is taken`(url: String) {
    #expect(PushEndpoint(url) == nil)
  }

  @Test func `NEW_09 answers end a subscription, pause it, or are a success`() {
    func outcome(_ status: Int, retryAfter: Int64? = nil) -> PushOutcome {
      PushOutcome(status: status, retryAfter: retryAfter)
    }
    for status in [200, 201, 202, 204] { #expect(outcome(status) == .sent) }
    for status in [404, 410] { #expect(outcome(status) == .gone) }
    for status in [301, 302, 307, 308, 400, 401, 403, 413, 415] {
      guard case .failed(let failure) = outcome(status) else {
        Issue.record("\(status)")
        continue
      }
      #expect(
        failure.isOurs && failure.pause(after: 0) == 3_600_000 && failure.pause(after: 99) == 86_400_000)
      #expect(failure.dropsMessage == [400, 413, 415].contains(status))
    }
    for status in [408, 425, 429, 500, 502, 503] {
      guard case .failed(let failure) = outcome(status) else {
        Issue.record("\(status)")
        continue
      }
      #expect(!failure.isOurs && !failure.dropsMessage)
      #expect((0..<6).map { failure.pause(after: $0) / 60_000 } == [1, 5, 30, 120, 360, 360])
    }
    guard case .failed(let failure) = outcome(429, retryAfter: 90) else { return }
    #expect(failure.pause(after: 3) == 90_000)
    for (seconds, pause) in [(0, 1000), (-5, 1000), (Int64.max, 21_600_000)] as [(Int64, Int64)] {
      guard case .failed(let failure) = outcome(503, retryAfter: seconds) else { continue }
      #expect(failure.pause(after: 0) == pause)
    }
  }
}
