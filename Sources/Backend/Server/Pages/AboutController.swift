import Community
import Hummingbird
import Screens
import Social

/// `/about`: what the owner says about the community. Everybody may read it, also in a closed one (decision
/// 0065).
struct AboutController: Sendable {
  let community: Community
  let pages: AuthPages

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/about") { request, _ in try await page(request) }
  }

  private func page(_ request: Request) async throws -> Response {
    guard let preview = try await community.preview() else {
      return pages.response(.emptyCommunity, to: request)
    }
    let settings = community.settings
    return pages.response(
      .about(
        .init(
          title: preview.title, description: try await settings.description(),
          owner: preview.isClosed ? nil : try await community.accounts.owner()?.account,
          contact: try await settings.contact(), rules: preview.rules,
          text: try await settings.text(.about).text,
          privacyPolicy: try await settings.text(.privacyPolicy).text,
          preview: preview)),
      to: request)
  }
}
