import Contracts
import Localization
import Markup
import Social

/// The menu behind the roots, with links to other screens, on a phone. On wide screens the rail has them.
enum Menu: Screen {
  static let name: StaticString = "side-menu"

  struct State: Equatable, Sendable {
    /// `nil` for a stranger.
    let session: Session?

    init(_ context: ScreenContext) { session = context.session }
  }

  /// The actions of the screen; all taps are the app's.
  enum Action: ScreenAction {
    typealias Tap = NoTap
    typealias Request = Never

    init?(_ event: ScreenEvent) { return nil }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {}

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    Page(title: environment.strings[.menu], frame: [], cells: [Cell(session: state.session)])
  }

  struct Cell: PageCell {
    let session: Session?

    var key: String { "menu" }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        html.element(
          "div", .class("drawer"), .data("data-key", key), .role("dialog"), .aria(.modal, "true"),
          .aria(.label, strings[.menu]), .dismiss(AppTap.back),
          .named(.tabIndex, "-1"), .flag(.focus)
        ) { html in
          if let session {
            html.element("a", .class("person"), .href(Links.profile(session.me.handle)), .tap(AppTap.myself))
            { html in
              html.account(session, shownSize: "56px")
            }
          }
          html.element("ul") { html in
            if session == nil { row(.person, strings[.signIn], Links.signIn, .signIn, &html) }
            for tab in [Tab.home, .moments, .notifications, .mentions] {
              row(tab.icon, strings[tab.title], tab.link, .tab(tab), &html)
            }
            row(.search, strings[.search], Links.search, .search, &html)
          }
          if let me = session?.me {
            html.element("ul") { html in
              for (list, title) in [
                (MastodonRequests.PeopleList.followers, Phrase.followersTitle), (.following, .followingTitle),
                (.members, .membersTitle),
              ] {
                row(
                  .person, strings[title], Links.people(list, of: me.handle),
                  .people(list, id: me.id, handle: me.handle), &html)
              }
              row(.accounts, strings[.circles], Links.circles, .circles, &html)
              for collection in [MastodonRequests.Collection.bookmarks, .favourites] {
                row(
                  collection.icon, strings[collection.title], Links.collection(collection),
                  .collection(collection),
                  &html)
              }
            }
          }
          html.element("ul") { html in
            if session != nil { row(.accounts, strings[.accounts], Tab.me.link, .accounts, &html) }
            row(.settings, strings[.settings], Links.settings, .settings, &html)
          }
        }
      }
    }

    private func row(_ icon: Icon, _ text: String, _ link: SafeURL?, _ tap: AppTap, _ html: inout HTML) {
      html.element("li") { html in
        html.element("a", .class("way"), link.map { .href($0) }, .tap(tap)) { html in
          icon.append(to: &html)
          html.element("span", text: text)
        }
      }
    }
  }
}
