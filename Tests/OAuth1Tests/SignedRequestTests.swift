import TestSupport
import Testing

@testable import OAuth1

/// Signs requests as clients do and checks them, in each form in which they are sent.
struct SignedRequestTests {
  /// The place of the parameters of OAuth.
  enum Place: CaseIterable { case header, query, form }

  private struct Client {
    var method = "HMAC-SHA1"
    var path = "/1.1/statuses/home_timeline.json"
    var query: [(String, String)] = []
    var form: [(String, String)] = []
    var nonce = "abc"
    var timestamp = "1318622958"

    private static func text(_ pairs: [(String, String)], plusForSpace: Bool) -> String {
      let pieces = pairs.map { name, value in
        [name, value].map { String(decoding: PercentEncoding.encoded(Array($0.utf8)), as: UTF8.self) }
          .joined(separator: "=")
      }
      let text = pieces.joined(separator: "&")
      return plusForSpace ? text.replacing("%20", with: "+") : text
    }

    func parts(_ place: Place, signature: String?, plusForSpace: Bool = false) -> RequestParts {
      var oauth = [
        ("oauth_consumer_key", "key"), ("oauth_token", "7-token"), ("oauth_signature_method", method),
        ("oauth_timestamp", timestamp), ("oauth_nonce", nonce), ("oauth_version", "1.0"),
      ]
      oauth.append(("oauth_signature", signature ?? "?"))
      let header = Self.text(oauth, plusForSpace: false).split(separator: "&").map {
        $0.replacing("=", with: "=\"") + "\""
      }
      return RequestParts(
        method: form.isEmpty && place != .form ? "GET" : "POST", path: path,
        query: Self.text(query + (place == .query ? oauth : []), plusForSpace: plusForSpace),
        authorization: place == .header ? "oauth " + header.joined(separator: ",") : nil,
        form: Array(Self.text(form + (place == .form ? oauth : []), plusForSpace: plusForSpace).utf8))
    }

    func signed(_ place: Place, at origin: String, plusForSpace: Bool = false) throws -> RequestParts {
      let unsigned = try #require(try SignedRequest(parts(place, signature: nil)))
      let signature = unsigned.signature(clientSecret: "c&s", tokenSecret: "t=s", at: origin)
      return parts(place, signature: signature, plusForSpace: plusForSpace)
    }
  }

  private static func isSigned(_ parts: RequestParts, at origins: [String]) throws -> Bool {
    let request = try #require(try SignedRequest(parts))
    return request.isSigned(clientSecret: "c&s", tokenSecrets: ["", "t=s"], at: origins)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what a client signs is accepted wherever the parameters are, and a change isn't`(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    var client = Client()
    client.method = generator.pick(["HMAC-SHA1", "HMAC-SHA256"])
    client.nonce = generator.pick(["a", "+/=", "nonce 1", "朋友", "\"quoted, with comma\""])
    func pairs() -> [(String, String)] {
      (0..<generator.below(4)).map { _ in
        (generator.pick(["id", "media_ids", "a b", "é", "x_auth_mode"]), generator.text(atMost: 4))
      }
    }
    client.query = pairs() + [("id", "1"), ("id", "1")]
    client.form = pairs()
    let origin = generator.pick(["https://example.org", "http://127.0.0.1:8080"])
    let origins = ["http://example.org", "https://example.org", "http://127.0.0.1:8080"]
    for place in Place.allCases {
      let parts = try client.signed(place, at: origin, plusForSpace: generator.chance(50))
      #expect(try Self.isSigned(parts, at: origins))
      #expect(try !Self.isSigned(parts, at: ["https://example.com"]))
      var changed = parts
      changed.query = changed.query.replacing("id=1&id=1", with: "id=1")
      #expect(try !Self.isSigned(changed, at: origins))
      changed = parts
      changed.path += "/"
      #expect(try !Self.isSigned(changed, at: origins))
      changed = parts
      changed.form = (changed.form ?? []) + Array("&z=".utf8)
      #expect(try !Self.isSigned(changed, at: origins))
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `what is encoded is decoded to the same bytes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<generator.below(100)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    #expect(PercentEncoding.decoded(PercentEncoding.encoded(bytes)[...], plus: 0x20) == bytes)
  }

  @Test func `a percent sign without digits stays`() {
    for text in ["%", "%4", "100%", "%zz", "a%4g"] {
      #expect(PercentEncoding.decoded(Array(text.utf8)[...]) == Array(text.utf8))
    }
    #expect(PercentEncoding.decoded(Array("%7e%4A+".utf8)[...], plus: 0x20) == Array("~J ".utf8))
  }

  @Test func `a plus of the signature that isn't encoded is read as one`() throws {
    var client = Client()
    for number in 0..<100 {
      client.nonce = "n\(number)"
      var parts = try client.signed(.query, at: "https://example.org")
      guard parts.query.contains("%2B") else { continue }
      parts.query = parts.query.replacing("%2B", with: "+")
      #expect(try Self.isSigned(parts, at: ["https://example.org"]))
      return
    }
    Issue.record("no signature has a plus")
  }

  @Test func `pieces that are signed as they are sent are accepted`() throws {
    // AFNetworking leaves the exclamation mark, the slash and the question mark as they are.
    let oauth =
      "oauth_consumer_key=key&oauth_nonce=abc&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1318622958"
    var parts = RequestParts(method: "GET", path: "/", query: "a=b!/?&" + oauth + "&oauth_signature=x")
    // The signature of such a client: of the same request with a text that normalizes to those pieces.
    let base =
      "GET&https%3A%2F%2Fexample.org%2F&a%3Db%21%2F%3F%26"
      + oauth.replacing("=", with: "%3D").replacing("&", with: "%26")
    let request = try #require(try SignedRequest(parts))
    #expect(request.baseString(at: "https://example.org") != base)
    // HMAC-SHA1 of `base` with the key "c%26s&t%3Ds", by Python's hmac.
    parts.query = parts.query.replacing(
      "oauth_signature=x", with: "oauth_signature=WYR6RhYzeEnMBP2LdrXtsn1UAqM%3D")
    #expect(try Self.isSigned(parts, at: ["https://example.org"]))
  }

  @Test func `a request without signature is another matter`() throws {
    for header in [nil, "Bearer abc", "OAuth", "Basic b2F1dGg6eA==", "OAuth realm=\"x\""] {
      #expect(
        try SignedRequest(RequestParts(method: "GET", path: "/", query: "a=b", authorization: header)) == nil)
    }
    // The address of the sign-in page has a token and isn't signed.
    #expect(try SignedRequest(RequestParts(method: "GET", path: "/", query: "oauth_token=x")) == nil)
  }

  private static func error(_ query: String) -> OAuth1Error? {
    do throws(OAuth1Error) {
      _ = try SignedRequest(RequestParts(method: "GET", path: "/", query: query))
      return nil
    } catch { return error }
  }

  @Test func `what can't be checked is refused with its reason`() {
    let all =
      "oauth_consumer_key=k&oauth_signature=s&oauth_signature_method=HMAC-SHA1"
      + "&oauth_timestamp=1&oauth_nonce=n"
    #expect(Self.error(all) == nil)
    #expect(Self.error(all + "&oauth_token=") == nil)
    #expect(Self.error(all + "&oauth_version=1.0&realm=x&oauth_body_hash=y") == nil)
    for name in all.split(separator: "&").map({ String($0.prefix { $0 != "=" }) }) {
      let pieces = all.split(separator: "&").filter { !$0.hasPrefix(name + "=") }
      #expect(Self.error(pieces.joined(separator: "&")) == .missing(name))
      #expect(Self.error((pieces + ["\(name)="]).joined(separator: "&")) == .missing(name))
      #expect(Self.error(all + "&\(name)=z") == .repeated(name))
    }
    #expect(Self.error(all + "&oauth_version=2.0") == .malformed("oauth_version"))
    #expect(
      Self.error(all + "&oauth_callback=" + String(repeating: "a", count: 2049))
        == .malformed("oauth_callback"))
    #expect(
      Self.error(all.replacing("timestamp=1", with: "timestamp=12.5")) == .malformed("oauth_timestamp"))
    #expect(Self.error(all.replacing("timestamp=1", with: "timestamp=0")) == .malformed("oauth_timestamp"))
    #expect(Self.error(all.replacing("HMAC-SHA1", with: "PLAINTEXT")) == .unsupportedMethod("PLAINTEXT"))
    #expect(Self.error(all.replacing("HMAC-SHA1", with: "RSA-SHA1")) == .unsupportedMethod("RSA-SHA1"))
    #expect(Self.error(all + String(repeating: "&a=b", count: 1000)) == .tooManyParameters)
    #expect(Self.error(all + String(repeating: "&a=b", count: 995)) == nil)
  }
}
