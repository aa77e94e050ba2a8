import Localization
import Markup
import Social

/// The list of keyboard shortcuts, over the current screen.
enum Shortcuts: Screen {
  static let name: StaticString = "sheet keys"

  struct State: Equatable, Sendable {}

  /// The actions of the screen; all taps are the app's.
  enum Action: ScreenAction {
    typealias Tap = NoTap
    typealias Request = Never

    init?(_ event: ScreenEvent) { return nil }
  }

  static func gesture(_ state: State) -> ScreenGesture { .sheet }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {}

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    Page(title: environment.strings[.shortcuts], frame: [Cell()], cells: [])
  }

  struct Cell: PageCell {
    var key: String { "keys" }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        html.panel(key: key, title: strings[.shortcuts], .flag(.focus)) { html in
          html.element("h2", text: strings[.shortcuts])
          html.element("ul") { $0.shortcutRows(strings) }
          html.element(
            "button", .class("option cancel"), .type("button"), .tap(AppTap.back), .aria(.keyShortcuts, "?"),
            text: strings[.close])
        }
      }
    }
  }
}
