import Contracts
import Localization
import Markup
import Social

/// Circles in timelines: the chips over home, and the timeline of one circle. Who has no circles needs none
/// of it, so it belongs to the app's second part.
extension Timeline {
  @inline(never)
  static func circlesChanged(to circles: [Circle], _ state: inout State) -> [Effect] {
    state.circles = circles
    guard case .circle(let id) = state.kind, !circles.contains(where: { $0.id == id }) else { return [] }
    // It was deleted.
    state.list.removeAll()
    state.failure = .missing
    return state.storageKey.map { [.removeSaved(key: $0)] } ?? []
  }

  /// Asks once, when the first posts have shown for a while.
  @inline(never)
  static func askForCircles(_ state: inout State) -> [Effect] {
    state.asksForCircles = false
    return [.ask(Request.circles, CircleRequests.all)]
  }

  @inline(never)
  static func receivedCircles(_ state: State, _ result: Result<Response, RequestFailure>) -> [Effect] {
    StoredCircles.received(result, state.postsState.decoder, known: state.circles)
  }

  @inline(never)
  static func circleName(_ id: String, _ state: State, _ strings: Strings) -> String {
    state.circles.first { $0.id == id }?.name ?? strings[.circles]
  }

  /// Returns the bar of a circle's timeline, with a link to its people.
  @inline(never)
  static func circleBar(_ title: String, id: String, key: String, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("header", .class("bar"), .data("data-key", key)) { html in
        html.backControl(strings)
        html.element("h1", .class("title"), .dir("auto"), text: title)
        html.element(
          "a", .class("control"), .href(Links.peopleOfCircle(id)), .tap(Tap.people),
          .aria(.label, strings[.circleSettings])
        ) { Icon.accounts.append(to: &$0) }
      }
    }
  }

  /// Returns links to the timelines of circles.
  @inline(never)
  static func chips(_ circles: [Circle], key: String, _ strings: Strings) -> HTML {
    HTML { html in
      html.element("nav", .class("kinds circles"), .data("data-key", key), .aria(.label, strings[.circles])) {
        html in
        for circle in circles {
          html.element(
            "button", .type("button"), .tap(Tap.circle(circle.id)), .dir("auto"), text: circle.name)
        }
      }
    }
  }
}
