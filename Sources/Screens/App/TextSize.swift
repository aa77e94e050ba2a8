import JSON
import Markup

/// How large the reader wants all text: a step of iOS's Dynamic Type, from xSmall (1) to the largest accessibility
/// size (12). `Web/styles/1-base.css` says how large each is.
public struct TextSize: Equatable, Sendable {
  public static let steps = 1...12

  public let step: Int

  public init?(step: Int) {
    guard Self.steps.contains(step) else { return nil }
    self.step = step
  }

  /// As a tap, an address or a cookie has it.
  public init?(_ text: String) {
    guard let step = Int64(digits: Array(text.utf8)[...]).flatMap({ Int(exactly: $0) }) else { return nil }
    self.init(step: step)
  }
}

extension Attribute {
  /// The size of an element's text, and on the document's element of all text.
  static func size(_ size: TextSize?) -> Attribute? { size.map { .data("data-text-size", "\($0.step)") } }
}
