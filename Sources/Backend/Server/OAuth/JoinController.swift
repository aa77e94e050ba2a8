import Community
import HTTPTypes
import Hummingbird
import Localization
import Logging
import Screens
import Social

/// `/join/{code}`: joining with an invitation; `/join`, if registration is open.
struct JoinController: Sendable {
  let community: Community
  let pages: AuthPages
  let reader: ParameterReader
  let limiter: RateLimiter

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    for path in ["/join", "/join/:code"] as [RouterPath] {
      router.get(path) { request, context in
        try await form(request, code: context.parameters.get("code"))
      }
      router.post(path) { request, context in
        try await join(request, context, code: context.parameters.get("code"))
      }
    }
  }

  /// Returns the role that the link grants; `nil` if it grants none.
  private func role(_ code: String?) async throws -> Role? {
    if let code { return try await community.invitations.find(code)?.role }
    switch try await community.settings.registrationMode() {
    case .open, .approval: return .member
    case .invitation, .closed: return nil
    }
  }

  private func form(_ request: Request, code: String?) async throws -> Response {
    guard let role = try await role(code) else { return closed(code, request) }
    return try await page(request, code, role, MemberDraft(username: "", password: ""), "", problem: nil, .ok)
  }

  private func closed(_ code: String?, _ request: Request) -> Response {
    let page: AuthPage =
      code == nil
      ? .problem(.notOpen, help: .askForLink, detail: nil)
      : .problem(.invitationOver, help: .invitationOverHelp, detail: nil)
    return pages.response(page, to: request, status: code == nil ? .forbidden : .notFound)
  }

  private func page(
    _ request: Request, _ code: String?, _ role: Role, _ typed: MemberDraft, _ reason: String,
    problem: AuthPhrase?,
    _ status: HTTPResponse.Status
  ) async throws -> Response {
    let csrfToken = CSRFToken(for: request, isSecure: pages.isSecure(request))
    let joining = AuthPage.Joining(
      form: .init(action: request.uri.path, hidden: [csrfToken.field]),
      title: try await community.settings.title(),
      isOwner: role == .owner, username: typed.username, nick: typed.nick, problem: problem,
      preview: try await community.preview(), reason: try await isAsking(code) ? reason : nil)
    return pages.response(.join(joining), to: request, status: status, cookies: [csrfToken.cookie])
  }

  /// Returns true if the form is for a request to join.
  private func isAsking(_ code: String?) async throws -> Bool {
    guard code == nil else { return false }
    return try await community.settings.registrationMode() == .approval
  }

  private func join(_ request: Request, _ context: ServerContext, code: String?) async throws -> Response {
    guard let role = try await role(code) else { return closed(code, request) }
    let parameters = try await reader.parameters(of: request)
    let draft = MemberDraft(
      username: try parameters.string("username", maximum: 500) ?? "",
      nick: try parameters.string("nick", maximum: 2000) ?? "",
      password: try parameters.string("password", maximum: 2000) ?? "")
    let reason = try parameters.string("reason", maximum: 5000) ?? ""
    let isSecure = pages.isSecure(request)
    guard try CSRFToken.admits(request, parameters, pages.base, isSecure: isSecure) else {
      return try await page(request, code, role, draft, reason, problem: .formExpired, .forbidden)
    }
    let address = ClientAddress(of: request, context, behind: pages.base.proxies)
    if let verdict = limiter.count(.registeringMembers, by: .address(address)), !verdict.isAllowed {
      return try await page(request, code, role, draft, reason, problem: .tooManyAttempts, .tooManyRequests)
    }
    do {
      if try await isAsking(code) {
        let member = try await community.registration.ask(draft, reason: reason)
        context.logger.notice("Somebody asked to join", metadata: ["username": "\(member.username)"])
        return pages.response(.problem(.requestSent, help: .requestSentHelp, detail: nil), to: request)
      }
      let member =
        if let code { try await community.registration.join(draft, invitation: code) } else {
          try await community.registration.register(draft)
        }
      context.logger.notice("A member joined", metadata: ["username": "\(member.username)"])
      let secret = try await community.sessions.open(for: member.id, agent: request.headers[.userAgent])
      let cookie = BrowserCookie.session.set(
        secret, seconds: Community.Sessions.lifetime / 1000, isSecure: isSecure)
      let newcomer = BrowserCookie.newcomer.set("welcome", seconds: 600, isSecure: isSecure)
      return pages.response(.joined(username: member.nick), to: request, cookies: [cookie, newcomer])
    } catch MemberProblem.notInvited {
      return closed(code, request)
    } catch let problem as MemberProblem {
      return try await page(
        request, code, role, draft, reason, problem: AuthPhrase(problem), .unprocessableContent)
    }
  }
}

extension AuthPhrase {
  init(_ problem: MemberProblem) {
    self =
      switch problem {
      case .invalidUsername: .badUsername
      case .reservedUsername: .reservedUsername
      case .takenUsername: .takenUsername
      case .passwordTooShort: .shortPassword
      case .passwordTooCommon: .commonPassword
      case .passwordTooLong: .longPassword
      case .nameTooLong: .longName
      case .notInvited: .invitationOver
      }
  }
}
