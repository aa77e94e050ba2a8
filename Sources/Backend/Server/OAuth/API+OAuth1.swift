import Community
import Contracts
import HTTPTypes
import JSON
import OAuth1
import TwitterContracts

extension API {
  /// Adds the two signed steps of a sign-in with OAuth 1.0a (RFC 5849 section 2). The one between them is
  /// `AuthorizeController`. Old clients send GET.
  mutating func addOAuth1(_ community: Community) {
    for method in [HTTPRequest.Method.get, .post] {
      add(
        .signed(
          method, "/oauth/request_token", "A request token (OAuth 1.0a)",
          ["oauth_callback", "x_auth_access_type"])
      ) { call in
        let parameters = try call.signedParameters()
        do {
          let issued = try await community.signing.requestToken(
            clientKey: parameters.clientKey, callback: parameters.callback,
            isReadOnly: call.twitter.text("x_auth_access_type") == "read")
          guard let issued else { throw TwitterError.notAuthenticated }
          return .form(issued, [("oauth_callback_confirmed", "true")])
        } catch let refusal as CallbackRefusal {
          switch refusal {
          case .notApproved: throw TwitterError.callbackNotApproved
          case .mustBePIN: throw TwitterError.callbackMustBePIN
          }
        }
      }
      add(
        .signed(
          method, "/oauth/access_token", "A token for a request token (OAuth 1.0a)",
          ["oauth_token", "oauth_verifier", "x_auth_mode", "x_auth_username", "x_auth_password"])
      ) { call in
        let parameters = try call.signedParameters()
        // Addresses are written into logs, so passwords only count in a body.
        let isInAddress = call.query?.contains("x_auth_") == true
        if method == .post, !isInAddress, call.twitter.text("x_auth_mode") == "client_auth" {
          return try await call.xAuth(parameters.clientKey, community)
        }
        guard let token = parameters.token, let verifier = parameters.verifier else {
          throw TwitterError.notAuthenticated
        }
        do {
          let session = try await community.signing.exchange(
            requestToken: token, verifier: verifier, agent: call.headers[.userAgent])
          guard let session else { throw TwitterError.invalidToken }
          return .form(
            session.issued, [("user_id", "\(session.account)"), ("screen_name", session.username)])
        } catch CommunityError.notAllowed { throw TwitterError.notAuthenticated }
      }
    }
  }
}

extension API {
  /// Adds the token with which a client of the Twitter API reads without a member (RFC 6749 section 4.4). Its
  /// path and the error are Twitter's own.
  mutating func addClientTokens(_ community: Community) {
    var route = APIRoute(
      .post, "/oauth2/token", "A program's own token, to read an open community", access: .everybody(),
      limit: .authorizing, parameters: [APIParameter("grant_type", .string)],
      response: .object([.init("token_type", .choice(["bearer"])), .init("access_token", .string)]))
    route.declaration.style = .twitter
    add(route) { call in
      guard call.twitter.text("grant_type") == "client_credentials" else {
        throw TwitterError.invalidClient
      }
      var draft = TokenDraft()
      draft.grantType = "client_credentials"
      (draft.clientID, draft.clientSecret) = try call.client()
      do {
        let issued = try await community.tokens.issue(draft)
        return .json { writer in
          writer.object { writer in
            writer.member("token_type", "bearer")
            writer.member("access_token", issued.token)
          }
        }
      } catch is OAuthError { throw TwitterError.invalidClient }
    }
  }
}

extension API {
  /// Adds the methods that take a token back: a member's that signs the request, and a client's own
  /// (developer.twitter.com, "POST oauth/invalidate_token", "POST oauth2/invalidate_token").
  mutating func addTokenInvalidation(_ community: Community) {
    let response = Schema.object([.init("access_token", .string)])
    // Twitter's own page has the path without `.json`, and clients add it to every method.
    for path in [TwitterPath.prefix + "oauth/invalidate_token", TwitterPath.of("oauth/invalidate_token")] {
      var signed = APIRoute(
        .post, path, "Take back the token that signs the request", access: .everybody(), limit: .authorizing,
        response: response)
      signed.declaration.style = .twitter
      add(signed) { call in
        guard case .valid(let parameters, let access?) = call.signature, let token = parameters.token else {
          throw TwitterError.noCredentials
        }
        do { try await community.sessions.end(access.tokenID, access) } catch CommunityError.notFound {
          throw TwitterError.invalidToken
        }
        return .invalidated(token)
      }
    }
    var own = APIRoute(
      .post, "/oauth2/invalidate_token", "Take back a program's own token", access: .everybody(),
      limit: .authorizing, parameters: [APIParameter("access_token", .string)], response: response)
    own.declaration.style = .twitter
    add(own) { call in
      let (id, secret) = try call.client()
      guard let id, let secret, !secret.isEmpty else { throw TwitterError.invalidClient }
      guard let token = call.twitter.text("access_token") else { throw TwitterError.parameterMissing }
      do { try await community.tokens.revoke(token: token, clientID: id, secret: secret) } catch is OAuthError
      { throw TwitterError.invalidClient }
      return .invalidated(token)
    }
  }
}

extension APIRoute where Who == Viewer? {
  /// Declares a route that wants a client's signature and responds with a form.
  fileprivate static func signed(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, _ parameters: [String]
  ) -> APIRoute {
    var route = APIRoute(
      method, path, summary, access: .everybody(), limit: .authorizing,
      parameters: parameters.map { APIParameter($0, .string) }, response: .string)
    route.declaration.style = .twitter
    route.declaration.mediaType = APIResponse.formType
    return route
  }
}

extension APICall {
  /// - Throws: `TwitterError.noCredentials` if the request isn't signed. The gate has refused wrong signatures.
  fileprivate func signedParameters() throws -> ProtocolParameters {
    guard case .valid(let parameters, _) = signature else { throw TwitterError.noCredentials }
    return parameters
  }

  /// Signs a member in with the name and password that the client sends, if the community allows it.
  fileprivate func xAuth(_ clientKey: String, _ community: Community) async throws -> APIResponse {
    guard try await community.settings.allowsXAuth(), let name = twitter.text("x_auth_username"),
      let password = try parameters.string("x_auth_password", maximum: 1000)
    else { throw TwitterError.notAuthenticated }
    do {
      let member = try await community.sessions.signIn(
        username: name, password: password, address: address.text)
      let session = try await community.signing.session(
        of: member, clientKey: clientKey, agent: headers[.userAgent])
      guard let session else { throw TwitterError.notAuthenticated }
      return .form(
        session.issued,
        [("user_id", "\(session.account)"), ("screen_name", session.username), ("x_auth_expires", "0")])
    } catch CommunityError.notAllowed {
      throw TwitterError.notAuthenticated
    } catch is SignInRefusal { throw TwitterError.ownAccountSuspended }
  }
}

extension APIResponse {
  static let formType = "application/x-www-form-urlencoded"

  fileprivate static func invalidated(_ token: String) -> APIResponse {
    .json { writer in writer.object { $0.member("access_token", token) } }
  }

  /// Encodes a token as clients read it: token and secret first, no line break, nothing that needs escaping.
  fileprivate static func form(
    _ issued: IssuedSigningToken, _ more: [(name: String, value: String)]
  ) -> APIResponse {
    let pairs = [("oauth_token", issued.token), ("oauth_token_secret", issued.secret)] + more
    let text = pairs.map { "\($0)=\($1)" }.joined(separator: "&")
    return APIResponse(body: Array(text.utf8), fields: [.contentType: formType])
  }
}
