import Community
import Contracts
import Hummingbird
import Localization
import Logging
import Screens
import Texts

/// `/forgotten`: asking for a link after a forgotten password. `/email/{code}`: confirming an e-mail address.
struct MailController: Sendable {
  let community: Community
  let pages: AuthPages
  let reader: ParameterReader
  let limiter: RateLimiter

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/forgotten") { request, _ in forgotten(request, problem: nil, .ok) }
    router.post("/forgotten") { request, context in try await send(request, context) }
    router.get("/email/:code") { request, context in
      try await confirmation(request, code: context.parameters.get("code") ?? "", problem: nil, .ok)
    }
    router.post("/email/:code") { request, context in
      try await confirm(request, code: context.parameters.get("code") ?? "")
    }
  }

  private func forgotten(_ request: Request, problem: AuthPhrase?, _ status: HTTPResponse.Status) -> Response
  {
    guard community.mail.isOn else {
      return pages.response(
        .problem(.forgottenPassword, help: .forgottenPasswordHelp, detail: nil), to: request,
        status: .notFound)
    }
    let csrfToken = CSRFToken(for: request, isSecure: pages.isSecure(request))
    return pages.response(
      .forgotten(.init(action: "/forgotten", hidden: [csrfToken.field]), problem: problem), to: request,
      status: status, cookies: [csrfToken.cookie])
  }

  /// Answers before it looks for the member, so that neither the page nor its time tells who has an account.
  private func send(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard community.mail.isOn, let base = pages.base.configured?.text else {
      return forgotten(request, problem: nil, .notFound)
    }
    let parameters = try await reader.parameters(of: request)
    guard try CSRFToken.admits(request, parameters, pages.base, isSecure: pages.isSecure(request)) else {
      return forgotten(request, problem: .formExpired, .forbidden)
    }
    let address = ClientAddress(of: request, context, behind: pages.base.proxies)
    if let verdict = limiter.count(.mailing, by: .address(address)), !verdict.isAllowed {
      return forgotten(request, problem: .tooManyAttempts, .tooManyRequests)
    }
    let typed = try parameters.string("username", maximum: 500) ?? ""
    let strings = Strings(PageLanguage.of(request))
    let logger = context.logger
    Task { [community] in
      do {
        let title = try await community.settings.title()
        for reset in try await community.passwordResets.forgotten(typed) {
          community.mail.add(
            MailMessage(
              to: reset.address, subject: strings[auth: .resetMailSubject, title],
              text: strings[auth: .resetMailText, "@" + reset.username] + "\n\n\(base)/reset/\(reset.code)\n")
          )
          logger.notice("A member asked for a link by mail", metadata: ["username": "\(reset.username)"])
        }
      } catch { logger.error("No link was sent by mail", metadata: ["error": "\(error)"]) }
    }
    return pages.response(.problem(.linkSent, help: .linkSentHelp, detail: nil), to: request)
  }

  private func over(_ request: Request) -> Response {
    pages.response(
      .problem(.invitationOver, help: .invitationOverHelp, detail: nil), to: request, status: .notFound)
  }

  private func confirmation(
    _ request: Request, code: String, problem: AuthPhrase?, _ status: HTTPResponse.Status
  ) async throws -> Response {
    guard let pending = try await community.emails.pending(code) else { return over(request) }
    let csrfToken = CSRFToken(for: request, isSecure: pages.isSecure(request))
    let form = AuthPage.Form(action: request.uri.path, hidden: [csrfToken.field])
    return pages.response(
      .confirmEmail(form, username: pending.username, address: pending.address, problem: problem),
      to: request,
      status: status, cookies: [csrfToken.cookie])
  }

  private func confirm(_ request: Request, code: String) async throws -> Response {
    let parameters = try await reader.parameters(of: request)
    guard try CSRFToken.admits(request, parameters, pages.base, isSecure: pages.isSecure(request)) else {
      return try await confirmation(request, code: code, problem: .formExpired, .forbidden)
    }
    do { try await community.emails.confirm(code) } catch CommunityError.notFound { return over(request) }
    return pages.response(.problem(.emailConfirmed, help: .emailConfirmedHelp, detail: nil), to: request)
  }
}

extension EmailChange {
  /// Returns the mail with the link that confirms the address.
  func mail(base: String, title: String, _ strings: Strings) -> MailMessage {
    MailMessage(
      to: address, subject: strings[auth: .emailMailSubject, title],
      text: strings[auth: .emailMailText, "@" + username] + "\n\n\(base)/email/\(code)\n")
  }
}
