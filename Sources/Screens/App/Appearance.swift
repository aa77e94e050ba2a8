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

  /// Reads the text of a tap, an address or a cookie.
  public init?(_ text: String) {
    guard let step = Int64(digits: Array(text.utf8)[...]).flatMap({ Int(exactly: $0) }) else { return nil }
    self.init(step: step)
  }
}

/// The colours that the reader wants.
public enum ColorScheme: String, Sendable, CaseIterable {
  case light, dark
}

/// How the reader wants everything to look. Where they chose nothing it is as the device says.
public struct Appearance: Equatable, Sendable {
  public var textSize: TextSize?
  public var scheme: ColorScheme?

  public init(textSize: TextSize? = nil, scheme: ColorScheme? = nil) {
    self.textSize = textSize
    self.scheme = scheme
  }
}

extension Attribute {
  /// The size of an element's text, and on the document's element of all text.
  static func size(_ size: TextSize?) -> Attribute? { size.map { .data("data-text-size", "\($0.step)") } }

  /// The colours of the document's element.
  static func scheme(_ scheme: ColorScheme?) -> Attribute? { scheme.map { .data("data-scheme", $0.rawValue) } }
}

extension HTML {
  /// What the browser's own parts around a page look like; `rememberAppearance` in `Web/bridge` changes it.
  mutating func themeColors(_ scheme: ColorScheme?) {
    for device in ColorScheme.allCases {
      void(
        "meta", .named(.name, "theme-color"),
        .named(.content, (scheme ?? device) == .dark ? "#111111" : "#EDEDED"),
        .named(.media, "(prefers-color-scheme: \(device.rawValue))"))
    }
    void("meta", .named(.name, "color-scheme"), .named(.content, "light dark"))
  }
}
