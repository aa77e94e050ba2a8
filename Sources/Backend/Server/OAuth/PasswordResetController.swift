import Community
import Hummingbird
import Localization
import Logging
import Screens

/// `/reset/{code}`: setting a new password with a link that an owner made.
struct PasswordResetController: Sendable {
  let community: Community
  let pages: AuthPages
  let reader: ParameterReader
  let limiter: RateLimiter

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/reset/:code") { request, context in
      try await form(request, code: context.parameters.get("code") ?? "")
    }
    router.post("/reset/:code") { request, context in
      try await use(request, context, code: context.parameters.get("code") ?? "")
    }
  }

  private func form(_ request: Request, code: String) async throws -> Response {
    guard let member = try await community.passwordResets.find(code) else { return over(request) }
    return page(request, member, problem: nil, .ok)
  }

  private func over(_ request: Request) -> Response {
    pages.response(
      .problem(.invitationOver, help: .resetOverHelp, detail: nil), to: request, status: .notFound)
  }

  private func page(
    _ request: Request, _ member: Member, problem: AuthPhrase?, _ status: HTTPResponse.Status
  ) -> Response {
    let csrfToken = CSRFToken(for: request, isSecure: pages.isSecure(request))
    return pages.response(
      .newPassword(
        .init(
          form: .init(action: request.uri.path, hidden: [csrfToken.field]), username: member.username,
          problem: problem)
      ), to: request, status: status, cookies: [csrfToken.cookie])
  }

  private func use(_ request: Request, _ context: ServerContext, code: String) async throws -> Response {
    guard let member = try await community.passwordResets.find(code) else { return over(request) }
    let parameters = try await reader.parameters(of: request)
    let isSecure = pages.isSecure(request)
    guard try CSRFToken.admits(request, parameters, pages.base, isSecure: isSecure) else {
      return page(request, member, problem: .formExpired, .forbidden)
    }
    let address = ClientAddress(of: request, context, behind: pages.base.proxies)
    if let verdict = limiter.count(.authorizing, by: .address(address)), !verdict.isAllowed {
      return page(request, member, problem: .tooManyAttempts, .tooManyRequests)
    }
    do {
      let changed = try await community.passwordResets.use(
        code, password: try parameters.string("password", maximum: 2000) ?? "")
      context.logger.notice(
        "A member set a new password with a link", metadata: ["username": "\(changed.username)"])
      // All sessions of the member have ended, also that of this browser.
      let cookies = [BrowserCookie.session, .newcomer].map { $0.set("", seconds: 0, isSecure: isSecure) }
      return pages.response(.passwordChanged, to: request, cookies: cookies)
    } catch CommunityError.notFound {
      return over(request)
    } catch let problem as MemberProblem {
      return page(request, member, problem: AuthPhrase(problem), .unprocessableContent)
    }
  }
}
