import Localization
import Markup

/// One line over the tab bar, which disappears by itself.
struct Toast: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    /// Undoes the outbox item with this id.
    case undo(String)
    case signIn
    /// Opens the post with this id.
    case view(String)
    /// Unblocks or unmutes the person with this id, or follows them again.
    case restore(MemberAction, String)
  }

  /// The duration, in milliseconds: longer if it has an action, but never longer than an item waits for undo.
  var milliseconds: Int {
    switch action {
    case .undo, nil: Int(Outbox.undoMilliseconds)
    case .signIn, .view, .restore: 8_000
    }
  }

  let message: Message
  let action: Action?

  init(_ phrase: Phrase, action: Action? = nil) { self.init(Message(phrase), action: action) }

  init(_ message: Message, action: Action? = nil) {
    self.message = message
    self.action = action
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("toast")) { html in
        html.element("span", text: message.text(strings))
        switch action {
        case .undo(let id):
          html.element("button", .type("button"), .tap(AppTap.undo(id)), text: strings[.undo])
        case .signIn:
          html.element(
            "a", .class("control"), .href(Links.signIn), .tap(AppTap.signIn), text: strings[.signIn])
        case .view(let id):
          html.element("button", .type("button"), .tap(AppTap.view(id)), text: strings[.view])
        case .restore(let action, let id):
          var isBlock = false
          if case .person(.block) = action { isBlock = true }
          html.element(
            "button", .type("button"), .tap(AppTap.restore(id, isBlock: isBlock)), text: strings[.undo])
        case nil: break
        }
      }
    }
  }
}
