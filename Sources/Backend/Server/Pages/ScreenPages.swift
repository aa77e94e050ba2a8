import Contracts
import Localization
import Markup
import Screens
import Texts

/// The pages, rendered from the app's own screens (NEW_04).
public enum ScreenPages {
  public static let render: PageRenderer = { request in
    guard let server = ServerAddress(request.base) else { return [] }
    var first = InitialPage(
      content(of: request), strings: Strings(request.language), now: request.now, homeUsername: request.home,
      preview: request.preview, appearance: request.appearance)
    if case .landingPage(let reason) = request.kind { first.signInReason = reason }
    return Document(server: server, assets: assets(request.assets)).html(first).bytes
  }

  private static func content(of request: PageRequest) -> InitialPage.Content {
    switch request.kind {
    case .moments(let account, let posts, let isHome):
      .moments(
        account, Array(posts.prefix(request.shown)), isComplete: posts.count <= request.shown,
        shownCount: request.shown, isRoot: isHome)
    case .remoteMoments(let username, let address): .otherMoments(username: username, address)
    case .shell: .shell
    case .addressed(let path, let isMember): .addressed(path: path, isMember: isMember)
    case .landingPage: .addressed(path: Tab.home.path, isMember: false)
    case .membersOnly: .membersOnly
    case .settings(let typed): .settings(typedAddress: typed)
    case .failure(let status) where status >= 500: .message(.serverTrouble, help: .serverTroubleHelp)
    case .failure: .message(.pageNotFound, help: .pageNotFoundHelp)
    }
  }

  private static func assets(_ assets: Assets) -> Document.Assets? {
    guard let bridge = assets.url(named: "bridge.js").flatMap({ SafeURL($0) }),
      let app = assets.url(named: "app.wasm").flatMap({ SafeURL($0) }),
      let later = assets.url(named: "later.wasm").flatMap({ SafeURL($0) }),
      let styleSheet = assets.text(named: "app.css"),
      let laterStyles = assets.url(named: "later.css").flatMap({ SafeURL($0) })
    else { return nil }
    let texts = Language.allCases.compactMap {
      assets.url(named: TextFiles.name(of: $0)).flatMap { SafeURL($0) }
    }
    return Document.Assets(
      bridge: bridge, app: app, later: later, texts: texts, styleSheet: Array(styleSheet.utf8),
      laterStyles: laterStyles
    )
  }
}
