import Community
import HTTPTypes
import Hummingbird
import Localization
import Logging
import Screens
import Social

/// `/oauth/authorize`: the page on which a member authorizes a client (RFC 6749 section 4.1.1, RFC 5849 section
/// 2.2). One form signs in and authorizes. A browser that is signed in already is only asked for permission.
struct AuthorizeController: Sendable {
  let community: Community
  let pages: AuthPages
  let reader: ParameterReader

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/oauth/authorize") { request, context in
      await respond(request, context) { parameters in try await show(request, parameters) }
    }
    // Clients of OAuth 1.0a also know this address. The question is the same.
    router.get("/oauth/authenticate") { request, context in
      await respond(request, context) { parameters in try await show(request, parameters) }
    }
    // GNU social's clients look for the page beside the methods.
    for name in ["authorize", "authenticate"] {
      router.get(RouterPath("/api/oauth/" + name)) { request, _ in
        pages.redirect(to: "/oauth/" + name + (request.uri.query.map { "?" + $0 } ?? ""))
      }
    }
    router.post("/oauth/authorize") { request, context in
      await respond(request, context) { parameters in try await decide(request, context, parameters) }
    }
  }

  private func respond(
    _ request: Request, _ context: ServerContext, _ body: (APIParameters) async throws -> Response
  ) async -> Response {
    do {
      return try await body(try await reader.parameters(of: request))
    } catch let failure as AuthorizationFailure {
      if let location = failure.location { return pages.redirect(to: location) }
      return problem(
        .unknownProgram, help: .unknownProgramHelp, failure.error.description, request, .badRequest)
    } catch {
      let failure = RequestError(api: error)
      if failure == nil { context.logger.error("Request failed", metadata: ["error": "\(error)"]) }
      guard let failure else {
        return problem(.serverTrouble, help: .serverTroubleHelp, nil, request, .internalServerError)
      }
      return problem(.unknownProgram, help: .unknownProgramHelp, failure.message, request, failure.status)
    }
  }

  private func problem(
    _ phrase: AuthPhrase, help: AuthPhrase, _ detail: String?, _ request: Request,
    _ status: HTTPResponse.Status
  ) -> Response {
    pages.response(.problem(phrase, help: help, detail: detail), to: request, status: status)
  }

  private func show(_ request: Request, _ parameters: APIParameters) async throws -> Response {
    let form = try AuthorizeForm(parameters)
    let asked = try await self.asked(form)
    let member = try await member(request, form)
    let isNew = BrowserCookie.newcomer.value(in: request, isSecure: pages.isSecure(request)) != nil
    // A new member has nothing to choose, and the code can only go to this server's own app.
    if isNew, let member, isOwnApp(asked, request) { return try await handOver(asked, to: member, request) }
    return try await page(asked, form, request, member: member, username: form.screenName)
  }

  private func asked(_ form: AuthorizeForm) async throws -> AuthorizationRequest {
    guard let token = form.requestToken else {
      return try await community.clients.authorizationRequest(form.draft)
    }
    return try await community.clients.authorizationRequest(requestToken: token)
  }

  /// Returns the signed-in member; `nil` for a stranger, or if the client wants a new sign-in.
  private func member(_ request: Request, _ form: AuthorizeForm) async throws -> Member? {
    guard !form.forcesSignIn,
      let secret = BrowserCookie.session.value(in: request, isSecure: pages.isSecure(request))
    else { return nil }
    return try await community.sessions.member(secret)
  }

  /// Returns true if the code goes to this server's own pages, where only its app can receive it.
  private func isOwnApp(_ asked: AuthorizationRequest, _ request: Request) -> Bool {
    guard asked.requestToken == nil, let base = pages.base.text(for: pages.base.source(of: request)) else {
      return false
    }
    return asked.redirectURI.text == base + "\(Route.signedIn.pattern)"
  }

  private func page(
    _ asked: AuthorizationRequest, _ form: AuthorizeForm, _ request: Request, member: Member?,
    username: String = "",
    problem: AuthPhrase? = nil, suspension: AuthPage.Suspension? = nil, status: HTTPResponse.Status = .ok,
    cookies: [String] = []
  ) async throws -> Response {
    let csrfToken = CSRFToken(for: request, isSecure: pages.isSecure(request))
    let target = asked.redirectURI.formAction
    return pages.response(
      .authorize(
        .init(
          form: .init(action: "/oauth/authorize", hidden: form.fields + [csrfToken.field]),
          client: asked.client.name, target: target, scopes: asked.scopes.list.map(\.rawValue),
          member: member?.username, username: username, problem: problem,
          suspension: suspension, preview: isOwnApp(asked, request) ? try await community.preview() : nil)),
      to: request, status: status, formAction: target, cookies: cookies + [csrfToken.cookie])
  }

  private func decide(
    _ request: Request, _ context: ServerContext, _ parameters: APIParameters
  ) async throws -> Response {
    let form = try AuthorizeForm(parameters)
    let asked = try await self.asked(form)
    let isSecure = pages.isSecure(request)
    let username = try parameters.string("username", maximum: 500) ?? ""
    guard try CSRFToken.admits(request, parameters, pages.base, isSecure: isSecure) else {
      return try await page(
        asked, form, request, member: nil, username: username, problem: .formExpired, status: .forbidden)
    }
    switch try parameters.string("decision") {
    case "deny":
      try await community.clients.refuse(asked)
      return refusal(of: asked, request)
    case "other":
      if let secret = BrowserCookie.session.value(in: request, isSecure: isSecure) {
        try await community.sessions.close(secret)
      }
      return try await page(asked, form, request, member: nil, cookies: nobody(isSecure))
    case "allow": break
    default: throw RequestError.invalid("decision is missing")
    }
    let isOwnApp = isOwnApp(asked, request)
    if username.isEmpty, let member = try await member(request, form) {
      return isOwnApp
        ? try await handOver(asked, to: member, request)
        : try await grant(asked, to: member, request, cookies: [])
    }
    do {
      let address = ClientAddress(of: request, context, behind: pages.base.proxies)
      let member = try await community.sessions.signIn(
        username: username, password: try parameters.string("password", maximum: 1000) ?? "",
        address: address.text,
        deviceMark: BrowserCookie.device.value(in: request, isSecure: isSecure))
      let device = BrowserCookie.device.set(
        community.sessions.deviceMark(for: member.username), seconds: Self.deviceLifetime, isSecure: isSecure)
      // Signing in to the own app opens no session in the browser. So after signing out, even offline, the
      // password is asked for again.
      if isOwnApp { return try await grant(asked, to: member, request, cookies: [device]) }
      let secret = try await community.sessions.open(for: member.id, agent: request.headers[.userAgent])
      let cookie = BrowserCookie.session.set(
        secret, seconds: Community.Sessions.lifetime / 1000, isSecure: isSecure)
      // Another member may have joined in this browser before. This one must not benefit from that cookie.
      let newcomer = BrowserCookie.newcomer.set("", seconds: 0, isSecure: isSecure)
      return try await grant(asked, to: member, request, cookies: [cookie, newcomer, device])
    } catch let refusal as SignInRefusal {
      let (problem, suspension) = hindrance(refusal)
      return try await page(
        asked, form, request, member: nil, username: username, problem: problem, suspension: suspension,
        status: .forbidden)
    } catch CommunityError.notAllowed {
      return try await page(
        asked, form, request, member: nil, username: username, problem: .wrongPassword, status: .forbidden)
    } catch  where Unavailability(error) == .busy {
      var response = try await page(
        asked, form, request, member: nil, username: username, problem: .tooManyAttempts,
        status: .serviceUnavailable)
      response.headers[.retryAfter] = "2"
      return response
    } catch CommunityError.tooMany(let wait) {
      var response = try await page(
        asked, form, request, member: nil, username: username, problem: .tooManyAttempts,
        status: .tooManyRequests)
      response.headers[.retryAfter] = "\(max(1, wait.components.seconds))"
      return response
    }
  }

  /// Returns the sentence for a member who can't sign in, and what else they may know of it.
  private func hindrance(_ refusal: SignInRefusal) -> (AuthPhrase, AuthPage.Suspension?) {
    switch refusal {
    case .waiting: (.awaitsApproval, nil)
    case .suspended(let reason, let end):
      (
        .accountSuspended,
        .init(reason: reason, until: end.map { CalendarDate(dayNumber: $0.dayNumber(minutesEast: 0)) })
      )
    }
  }

  /// The lifetime in seconds, as long as browsers keep a cookie (RFC 6265bis section 5.5).
  private static let deviceLifetime: Int64 = 400 * 86_400

  /// Authorizes the server's own app and ends the browser's session. From then on only the app is signed in,
  /// so signing out of the app is enough.
  private func handOver(_ asked: AuthorizationRequest, to member: Member, _ request: Request) async throws
    -> Response
  {
    let isSecure = pages.isSecure(request)
    if let secret = BrowserCookie.session.value(in: request, isSecure: isSecure) {
      try await community.sessions.close(secret)
    }
    return try await grant(asked, to: member, request, cookies: nobody(isSecure))
  }

  /// Returns the cookies that remove the browser's session and newcomer mark.
  private func nobody(_ isSecure: Bool) -> [String] {
    [BrowserCookie.session, .newcomer].map { $0.set("", seconds: 0, isSecure: isSecure) }
  }

  private func grant(
    _ asked: AuthorizationRequest, to member: Member, _ request: Request, cookies: [String]
  ) async throws -> Response {
    let code = try await community.clients.authorizationCode(for: asked, account: member.id)
    guard asked.redirectURI == .outOfBand else {
      return pages.redirect(to: asked.location(code: code), cookies: cookies)
    }
    return pages.response(.code(code, client: asked.client.name), to: request, cookies: cookies)
  }

  private func refusal(of asked: AuthorizationRequest, _ request: Request) -> Response {
    guard asked.redirectURI == .outOfBand else { return pages.redirect(to: asked.refusal) }
    return pages.response(.problem(.notAllowed, help: .notAllowedHelp, detail: nil), to: request)
  }
}

/// The values of the client's request, which the form returns in hidden fields.
private struct AuthorizeForm {
  let draft: AuthorizationDraft
  /// The request token of OAuth 1.0a; `nil` in OAuth 2.
  let requestToken: String?
  /// The username to begin with.
  let screenName: String
  let forcesSignIn: Bool
  let fields: [AuthPage.HiddenField]

  private static let names = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
    "force_login", "oauth_token",
  ]

  init(_ parameters: APIParameters) throws {
    var values: [String: String] = [:]
    for name in Self.names { values[name] = try parameters.string(name, maximum: 4000) }
    var draft = AuthorizationDraft()
    draft.responseType = values["response_type"]
    draft.clientID = values["client_id"]
    draft.redirectURI = values["redirect_uri"]
    draft.scope = values["scope"]
    draft.state = values["state"]
    draft.challenge = values["code_challenge"]
    draft.challengeMethod = values["code_challenge_method"]
    self.draft = draft
    requestToken = values["oauth_token"].flatMap { $0.isEmpty ? nil : $0 }
    screenName = try parameters.string("screen_name", maximum: 500) ?? ""
    forcesSignIn = try parameters.bool("force_login") ?? false
    fields = Self.names.compactMap { name in values[name].map { AuthPage.HiddenField(name, $0) } }
  }
}
