import Community
import Contracts
import HTTPTypes
import JSON
import Localization

extension API {
  /// Adds clients, tokens and the registration of members.
  mutating func addOAuth(_ community: Community) {
    addSchemasOfOAuth()
    addClients(community)
    addTokens(community)
    add(
      APIRoute(
        .post, "/api/v1/accounts", "Register as a member", access: .client(.writeAccounts),
        limit: .registeringMembers,
        parameters: [
          APIParameter("username", .string, isRequired: true),
          APIParameter("password", .string, isRequired: true),
          APIParameter("email", .string), APIParameter("agreement", .boolean),
          APIParameter("locale", .string),
          APIParameter("reason", .string),
        ], response: .reference("Token"))
    ) { call in
      guard try call.parameters.bool("agreement") ?? true else {
        var refusal = RequestError.invalid("Agreement must be accepted")
        refusal.details = [.init(field: "agreement", code: "ERR_ACCEPTED", description: "must be accepted")]
        throw refusal
      }
      let draft = MemberDraft(
        username: try call.parameters.requiredString("username"),
        password: try call.parameters.requiredString("password"))
      let reason = try call.parameters.string("reason", maximum: 5000) ?? ""
      return Self.response(
        try await community.registration.register(draft, reason: reason, with: call.viewer))
    }
  }

  private mutating func addClients(_ community: Community) {
    add(
      APIRoute(
        .post, "/api/v1/apps", "Register a program", access: .everybody(), limit: .registeringClients,
        parameters: [
          APIParameter("client_name", .string, isRequired: true),
          APIParameter("redirect_uris", .array(.string), isRequired: true), APIParameter("scopes", .string),
          APIParameter("website", .string),
        ], response: .reference("CredentialApplication"))
    ) { call in
      let draft = ClientDraft(
        name: try call.parameters.requiredString("client_name"),
        website: try call.parameters.string("website"),
        // A text may contain several URIs, separated by white space.
        redirectURIs: try call.parameters.strings("redirect_uris").flatMap { text in
          text.split { $0.isWhitespace }.map(String.init)
        }, scopes: try call.parameters.string("scopes").flatMap { $0.isEmpty ? nil : $0 })
      let (client, secret) = try await community.clients.register(draft)
      return .json { writer in
        OAuthEncoder().application(
          .init(client, secret: secret, pushKey: community.push.publicKey), &writer)
      }
    }
    add(
      APIRoute(
        .get, "/api/v1/apps/verify_credentials", "The program that a token belongs to", access: .token,
        response: .reference("Application"))
    ) { call in
      guard let client = try await community.clients.owner(of: call.viewer) else {
        throw RequestError.invalidToken
      }
      return .json { writer in
        OAuthEncoder().application(
          .init(client, secret: nil, pushKey: community.push.publicKey), &writer)
      }
    }
  }

  private mutating func addTokens(_ community: Community) {
    add(
      APIRoute(
        .post, "/oauth/token", "A token for a code, or a program's own", access: .everybody(),
        limit: .authorizing,
        parameters: [
          "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier", "scope",
        ].map { APIParameter($0, .string) }, response: .reference("Token"))
    ) { call in
      var draft = TokenDraft()
      draft.grantType = try call.parameters.string("grant_type")
      (draft.clientID, draft.clientSecret) = try call.client()
      draft.code = try call.parameters.string("code")
      draft.redirectURI = try call.parameters.string("redirect_uri")
      draft.verifier = try call.parameters.string("code_verifier")
      draft.scope = try call.parameters.string("scope")
      draft.agent = call.headers[.userAgent]
      return Self.response(try await community.tokens.issue(draft))
    }
    add(
      APIRoute(
        .post, "/oauth/revoke", "Take a token back", access: .everybody(), limit: .authorizing,
        parameters: ["client_id", "client_secret", "token", "token_type_hint"].map {
          APIParameter($0, .string)
        },
        response: .object([]))
    ) { call in
      let (clientID, secret) = try call.client()
      try await community.tokens.revoke(
        token: try call.parameters.string("token") ?? "", clientID: clientID ?? "", secret: secret)
      // Signing out of the app also signs out this browser, whatever other clients it has authorized.
      for isSecure in [true, false] {
        let secret = BrowserCookie.session.value(in: call.headers[.cookie], isSecure: isSecure)
        if let secret { try await community.sessions.close(secret) }
      }
      return .empty
    }
    add(
      APIRoute(
        .get, "/.well-known/oauth-authorization-server", "What the authorization server can do (RFC 8414)",
        access: .everybody(), response: .reference("AuthorizationServer"))
    ) { call in
      .json { writer in
        OAuthEncoder().metadata(prefix: call.prefix, scopes: Scope.allCases.map(\.rawValue), &writer)
      }
    }
    add(
      APIRoute(
        .get, "/oauth/userinfo", "Who signed in", access: .member(.profile), response: .reference("UserInfo"))
    ) { call in
      guard let member = try await community.members.find(call.viewer.account) else {
        throw RequestError.invalidToken
      }
      return .json { writer in
        OAuthEncoder().userInfo(username: member.username, name: member.nick, prefix: call.prefix, &writer)
      }
    }
  }

  private static func response(_ token: IssuedToken) -> APIResponse {
    .json { writer in
      OAuthEncoder().token(token.token, scope: token.scopes.text, createdAt: token.createdAt, &writer)
    }
  }
}

extension OAuthEncoder.Application {
  init(_ client: Client, secret: String?, pushKey: String?) {
    self.init(
      id: "\(client.id)", name: client.name, website: client.website,
      redirectURIs: client.redirectURIs.map(\.text), scopes: client.scopes.list.map(\.rawValue),
      credentials: secret.map { (client.clientID, $0) }, pushKey: pushKey)
  }
}

extension APICall {
  /// Returns the client's id and secret from the body or from HTTP Basic (RFC 6749 section 2.3.1).
  func client() throws -> (id: String?, secret: String?) {
    guard let field = headers[.authorization], BasicCredentials.areIn(field) else {
      return (try parameters.string("client_id"), try parameters.string("client_secret"))
    }
    guard let credentials = BasicCredentials(field),
      let id = percentDecoded(credentials.name, plusIsSpace: true),
      let secret = percentDecoded(credentials.password, plusIsSpace: true)
    else { throw RequestError.malformed("The Authorization field can't be read") }
    return (id, secret)
  }
}

extension API {
  mutating func addSchemasOfOAuth() {
    let application: [Schema.Member] = [
      .init("id", .identifier), .init("name", .string), .init("website", .nullable(.string)),
      .init("scopes", .array(.string)), .init("redirect_uri", .string),
      .init("redirect_uris", .array(.string)),
      .init("vapid_key", .nullable(.string)),
    ]
    schemas["Application"] = .object(application)
    schemas["CredentialApplication"] = .object(
      application + [
        .init("client_id", .string), .init("client_secret", .string),
        .init("client_secret_expires_at", .integer),
      ])
    schemas["Token"] = .object([
      .init("access_token", .string), .init("token_type", .choice(["Bearer"])), .init("scope", .string),
      .init("created_at", .integer),
    ])
    schemas["AuthorizationServer"] = .object(
      [
        "issuer", "service_documentation", "authorization_endpoint", "token_endpoint",
        "app_registration_endpoint",
        "revocation_endpoint", "userinfo_endpoint",
      ].map { .init($0, .url) }
        + [
          "scopes_supported", "response_types_supported", "response_modes_supported", "grant_types_supported",
          "token_endpoint_auth_methods_supported", "code_challenge_methods_supported",
        ].map { .init($0, .array(.string)) })
    schemas["UserInfo"] = .object(
      ["iss", "sub", "name", "preferred_username", "profile"].map { .init($0, .string) }
        + [.init("picture", .nullable(.url))])
  }
}
