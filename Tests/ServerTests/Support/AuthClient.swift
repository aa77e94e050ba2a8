import Community
import Foundation
import HTTPTypes
import JSON
import NIOCore
import Testing

/// A minimal browser: it has forms and stores cookies.
final class FormBrowser {
  let client: TestClient
  private(set) var cookies: [String: String] = [:]

  init(_ client: TestClient) { self.client = client }

  func get(_ path: String) async throws -> TestResponse {
    try await send(.get, path, [:], nil)
  }

  /// Submits a form, with the hidden fields of the last page.
  func post(_ path: String, _ fields: [(String, String)], origin: String? = nil) async throws -> TestResponse
  {
    var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    headers[.origin] = origin
    return try await send(.post, path, headers, ByteBuffer(string: urlencoded(fields)))
  }

  func forgetCookies() { cookies = [:] }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: ByteBuffer?
  ) async throws -> TestResponse {
    var headers = headers
    if !cookies.isEmpty {
      headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
    }
    let response = try await client.send(method, path, headers, body: body)
    for cookie in response.headers[values: .setCookie] {
      let pair = cookie.split(separator: ";")[0].split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
    }
    return response
  }
}

func urlencoded(_ fields: [(String, String)]) -> String {
  fields.map { name, value in escaped(name) + "=" + escaped(value) }.joined(separator: "&")
}

private func escaped(_ text: String) -> String {
  text.utf8.map { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
    default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }.joined()
}

/// Returns the hidden fields of a page's form.
func hiddenFields(_ html: String) -> [(String, String)] {
  html.split(separator: "<input type=\"hidden\"").dropFirst().map { input in
    (attribute("name", input), attribute("value", input))
  }
}

private func attribute(_ name: String, _ text: Substring) -> String {
  let parts = text.split(separator: " \(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return "" }
  return String(parts[1].prefix { $0 != "\"" }).replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
}

/// Returns the query of a redirect.
func query(of location: String) -> [String: String] {
  var values: [String: String] = [:]
  for pair in location.split(separator: "?", maxSplits: 1).last?.split(separator: "&") ?? [] {
    let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
    values[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
  }
  return values
}

/// A client that signs people in.
struct RegisteredClient {
  let client: TestClient
  let id: String
  let secret: String
  let redirect: String

  static func register(
    _ client: TestClient, redirect: String = "https://app.example/callback?a=1",
    scopes: String = "read write follow push"
  ) async throws -> RegisteredClient {
    let response = try await client.send(
      .post, "/api/v1/apps", [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(
        string: urlencoded([("client_name", "Test App"), ("redirect_uris", redirect), ("scopes", scopes)])))
    #expect(response.status == .ok)
    let json = try JSON(parsing: response.text)
    return RegisteredClient(
      client: client, id: try #require(json["client_id"]?.string),
      secret: try #require(json["client_secret"]?.string),
      redirect: redirect)
  }

  /// Returns the address that the client opens in the browser.
  func address(scope: String = "read write", _ more: [(String, String)] = []) -> String {
    var fields = [
      ("response_type", "code"), ("client_id", id), ("redirect_uri", redirect), ("scope", scope),
      ("state", "s t=1"),
    ]
    for (name, value) in more {
      fields.removeAll { $0.0 == name }
      fields.append((name, value))
    }
    return "/oauth/authorize?" + urlencoded(fields)
  }

  /// Signs in with a fresh browser and returns the code.
  func code(
    username: String = "anna", password: String = "correct horse", scope: String = "read write",
    _ more: [(String, String)] = []
  ) async throws -> String {
    let browser = FormBrowser(client)
    let page = try await browser.get(address(scope: scope, more))
    let answer = try await browser.post(
      "/oauth/authorize",
      hiddenFields(page.text) + [("username", username), ("password", password), ("decision", "allow")])
    #expect(answer.status == .seeOther)
    return try #require(query(of: answer.headers[.location] ?? "")["code"])
  }

  func exchange(_ code: String, _ more: [(String, String)] = []) async throws -> TestResponse {
    var fields = [
      ("grant_type", "authorization_code"), ("code", code), ("client_id", id), ("client_secret", secret),
      ("redirect_uri", redirect),
    ]
    for (name, value) in more {
      fields.removeAll { $0.0 == name }
      if value != "-" { fields.append((name, value)) }
    }
    return try await client.send(
      .post, "/oauth/token", [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: urlencoded(fields)))
  }

  /// Returns a member's token.
  func token(username: String = "anna", scope: String = "read write") async throws -> String {
    let response = try await exchange(try await code(username: username, scope: scope))
    #expect(response.status == .ok)
    return try #require(try JSON(parsing: response.text)["access_token"]?.string)
  }
}

extension TestResponse {
  /// The `error` of an API response.
  var failure: String? { (try? JSON(parsing: text))?["error"]?.string }
}
