import Testing

@testable import OAuth1

/// The base strings and signatures that others have published.
struct SignatureBaseTests {
  @Test func `the base string of RFC 5849 section 3_4_1_1`() throws {
    let parts = RequestParts(
      method: "POST", path: "/request", query: "b5=%3D%253D&a3=a&c%40=&a2=r%20b",
      authorization: """
        OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", \
        oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", \
        oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"
        """,
      form: Array("c2&a3=2+q".utf8))
    let request = try #require(try SignedRequest(parts))
    #expect(
      request.baseString(at: "http://example.com")
        == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D"
        + "%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a"
        + "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201"
        + "%26oauth_token%3Dkkk9d7dh3k39sjv7")
    // The signature in the RFC is wrong; this one is its erratum's.
    #expect(
      request.signature(
        clientSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9", at: "http://example.com")
        == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
  }

  @Test(arguments: [
    (
      "POST", "/token", "", "https",
      """
      oauth_token="hh5s93j4hdidpola", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201",
      oauth_nonce="walatlh", oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"
      """, "hdhd0244k9j7ao03"
    ),
    (
      "GET", "/photos", "file=vacation.jpg&size=original", "http",
      """
      oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202",
      oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"
      """, "pfkkdhi9sl3r4s00"
    ),
  ])
  func `the requests of RFC 5849 section 1_2 are signed`(
    method: String, path: String, query: String, scheme: String, header: String, tokenSecret: String
  ) throws {
    let header = header.split(separator: "\n").joined(separator: " ")
    let parts = RequestParts(
      method: method, path: path, query: query,
      authorization: "OAuth realm=\"Photos\", oauth_consumer_key=\"dpf43f3p2l4k3l03\", " + header)
    let request = try #require(try SignedRequest(parts))
    #expect(
      request.isSigned(
        clientSecret: "kd94hf93k423kf44", tokenSecrets: [tokenSecret], at: ["\(scheme)://photos.example.net"])
    )
    #expect(
      !request.isSigned(
        clientSecret: "kd94hf93k423kf44", tokenSecrets: [tokenSecret], at: ["https://photos.example.org"]))
  }

  /// developer.twitter.com, "Creating a signature".
  private static let twitter = RequestParts(
    method: "post", path: "/1.1/statuses/update.json", query: "include_entities=true",
    authorization: """
      OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", \
      oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", \
      oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D", oauth_signature_method="HMAC-SHA1", \
      oauth_timestamp="1318622958", oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", \
      oauth_version="1.0"
      """,
    form: Array("status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21".utf8))

  private static func isSigned(_ parts: RequestParts, tokenSecrets: [String]? = nil) throws -> Bool {
    let request = try #require(try SignedRequest(parts))
    return request.isSigned(
      clientSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
      tokenSecrets: tokenSecrets ?? ["LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"],
      at: ["http://127.0.0.1:8080", "https://api.twitter.com"])
  }

  @Test func `the request of Twitter's documentation is signed`() throws {
    let request = try #require(try SignedRequest(Self.twitter))
    #expect(
      request.baseString(at: "https://api.twitter.com")
        == "POST&https%3A%2F%2Fapi.twitter.com%2F1.1%2Fstatuses%2Fupdate.json&include_entities%3Dtrue"
        + "%26oauth_consumer_key%3Dxvz1evFS4wEEPTGEFPHBog"
        + "%26oauth_nonce%3DkYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg%26oauth_signature_method%3DHMAC-SHA1"
        + "%26oauth_timestamp%3D1318622958"
        + "%26oauth_token%3D370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb%26oauth_version%3D1.0"
        + "%26status%3DHello%2520Ladies%2520%252B%2520Gentlemen%252C%2520a%2520signed%2520OAuth%2520request%2521"
    )
    #expect(try Self.isSigned(Self.twitter))
    #expect(try Self.isSigned(Self.twitter, tokenSecrets: ["", "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"]))
  }

  @Test func `a changed request isn't signed`() throws {
    var changed = Self.twitter
    changed.method = "PUT"
    #expect(try !Self.isSigned(changed))
    changed = Self.twitter
    changed.path = "/1.1/statuses/update.jso%6E"
    #expect(try !Self.isSigned(changed))
    changed = Self.twitter
    changed.query += "&include_entities=true"
    #expect(try !Self.isSigned(changed))
    changed = Self.twitter
    changed.form?.append(UInt8(ascii: "!"))
    #expect(try !Self.isSigned(changed))
    changed = Self.twitter
    changed.authorization = changed.authorization?.replacing("1318622958", with: "1318622959")
    #expect(try !Self.isSigned(changed))
    changed = Self.twitter
    changed.authorization = changed.authorization?.replacing("hCtSm", with: "hCtSn")
    #expect(try !Self.isSigned(changed))
    changed.authorization = changed.authorization?.replacing("hCtSn", with: "*")
    #expect(try !Self.isSigned(changed))
    #expect(try !Self.isSigned(Self.twitter, tokenSecrets: [""]))
    #expect(try !Self.isSigned(Self.twitter, tokenSecrets: []))
  }

  @Test func `multipart fields aren't signed`() throws {
    var multipart = Self.twitter
    multipart.form = nil
    let request = try #require(try SignedRequest(multipart))
    #expect(!request.baseString(at: "https://api.twitter.com").contains("status%3D"))
  }
}
