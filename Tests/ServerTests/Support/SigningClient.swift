import Community
import HTTPTypes
import JSON
import NIOCore
import Testing

@testable import OAuth1

/// A client of the Twitter API, which signs its requests.
struct SigningClient {
  enum Place: CaseIterable { case header, query, form }

  let client: TestClient
  var key: String
  var secret: String
  var token = ""
  var tokenSecret = ""
  var method = "HMAC-SHA1"
  var origin = "http://localhost"
  /// The seconds of the test server's clock.
  var timestamp: Int64 = 1_795_000_000
  /// The nonce; `nil` for a new one each time.
  var nonce: String?

  static func registered(
    _ client: TestClient, _ community: Community, callbacks: [String] = [], mayWrite: Bool = true
  ) async throws -> SigningClient {
    var draft = SigningClientDraft(name: "Tweetbook")
    (draft.callbacks, draft.mayWrite) = (callbacks, mayWrite)
    let added = try await community.signing.add(draft, by: nil)
    return SigningClient(client: client, key: added.client.clientID, secret: added.secret)
  }

  func get(_ path: String, _ query: [(String, String)] = [], _ place: Place = .header) async throws
    -> TestResponse
  {
    try await request(.get, path, query: query, place).sent(by: client)
  }

  func post(_ path: String, _ form: [(String, String)] = [], _ place: Place = .header) async throws
    -> TestResponse
  {
    try await request(.post, path, form: form, place).sent(by: client)
  }

  /// A signed request that a test may change before it is sent.
  struct Request {
    let method: HTTPRequest.Method
    var path: String
    var query: String
    var form: String
    var authorization: String?

    func sent(by client: TestClient) async throws -> TestResponse {
      var fields: HTTPFields = [:]
      fields[.authorization] = authorization
      if method == .post { fields[.contentType] = "application/x-www-form-urlencoded; charset=utf-8" }
      return try await client.send(
        method, path + (query.isEmpty ? "" : "?" + query), fields,
        body: method == .post ? ByteBuffer(string: form) : nil)
    }
  }

  func request(
    _ method: HTTPRequest.Method, _ path: String, query: [(String, String)] = [],
    form: [(String, String)] = [], _ place: Place = .header
  ) throws -> Request {
    var oauth = [
      ("oauth_consumer_key", key), ("oauth_signature_method", self.method),
      ("oauth_timestamp", "\(timestamp)"), ("oauth_nonce", nonce ?? "\(UInt64.random(in: 0 ... .max))"),
      ("oauth_version", "1.0"),
    ]
    if !token.isEmpty { oauth.append(("oauth_token", token)) }
    let unsigned = Self.placed(method, path, query, form, oauth + [("oauth_signature", "x")], place)
    let parts = RequestParts(
      method: method.rawValue, path: path, query: unsigned.query, authorization: unsigned.authorization,
      form: Array(unsigned.form.utf8))
    let signature =
      try? SignedRequest(parts)?.signature(clientSecret: secret, tokenSecret: tokenSecret, at: origin)
    return Self.placed(
      method, path, query, form, oauth + [("oauth_signature", signature ?? "x")], place)
  }

  private static func placed(
    _ method: HTTPRequest.Method, _ path: String, _ query: [(String, String)], _ form: [(String, String)],
    _ oauth: [(String, String)], _ place: Place
  ) -> Request {
    let header = oauth.map { urlencoded([$0]).replacing("=", with: "=\"") + "\"" }.joined(separator: ", ")
    return Request(
      method: method, path: path, query: urlencoded(query + (place == .query ? oauth : [])),
      form: urlencoded(form + (place == .form ? oauth : [])),
      authorization: place == .header ? "OAuth " + header : nil)
  }
}

extension SigningClient {
  /// Returns a client with a member's token, after a sign-in with a PIN.
  func signedIn(_ browser: FormBrowser, as username: String = "anna") async throws -> SigningClient {
    let request = try await requested()
    let page = try await browser.get("/oauth/authorize?oauth_token=" + request.token)
    #expect(page.status == .ok)
    let shown = try await browser.post("/oauth/authorize", Self.consent(page, username))
    let pin = try #require(shown.text.split(separator: "<code>").last?.split(separator: "<").first)
    return try await request.exchanged(String(pin))
  }

  /// Returns the fields of a browser that allows the client.
  static func consent(_ page: TestResponse, _ username: String = "anna") -> [(String, String)] {
    hiddenFields(page.text) + [("username", username), ("password", "correct horse"), ("decision", "allow")]
  }

  /// Returns a client with a request token.
  func requested(callback: String = "oob") async throws -> SigningClient {
    let answer = try await post("/oauth/request_token", [("oauth_callback", callback)])
    #expect(answer.status == .ok, "\(answer.text)")
    return with(answer)
  }

  func exchanged(_ verifier: String) async throws -> SigningClient {
    let answer = try await post("/oauth/access_token", [("oauth_verifier", verifier)])
    #expect(answer.status == .ok, "\(answer.text)")
    return with(answer)
  }

  func with(_ answer: TestResponse) -> SigningClient {
    let fields = query(of: "?" + answer.text)
    var client = self
    (client.token, client.tokenSecret) = (fields["oauth_token"] ?? "", fields["oauth_token_secret"] ?? "")
    return client
  }
}

extension TestResponse {
  /// The code of the Twitter API's first error.
  var twitterCode: Int? {
    (try? JSON(parsing: text))?["errors"]?.array?.first?["code"]?.int
  }
}
