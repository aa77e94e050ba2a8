import Markup

/// One line over the tab bar, which goes by itself.
public struct Toast: Equatable, Sendable {
  public enum Action: Equatable, Sendable {
    /// Takes back the item of the outbox with this id.
    case undo(String)
    case signIn
  }

  /// How long it shows, in milliseconds: as long as its undoing is possible.
  static let milliseconds = Int(Outbox.undoMilliseconds)

  public var phrase: Phrase
  public var values: [String]
  public var action: Action?

  public init(_ phrase: Phrase, _ values: String..., action: Action? = nil) {
    self.phrase = phrase
    self.values = values
    self.action = action
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("toast")) { html in
        html.element("span", text: strings.text(phrase, values))
        switch action {
        case .undo(let id):
          html.element("button", .type("button"), .data("data-tap", "undo:" + id), text: strings[.undo])
        case .signIn:
          html.element(
            "a", .class("control"), .href(Links.signIn), .data("data-tap", "sign-in"), text: strings[.signIn])
        case nil: break
        }
      }
    }
  }
}
