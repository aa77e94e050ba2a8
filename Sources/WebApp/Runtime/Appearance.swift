import JSON
import Markup

/// The text size that the viewer chose: a step of iOS's Dynamic Type, from xSmall (1) to the largest
/// accessibility size (12). `Web/styles/1-base.css` has the size of each.
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

/// The colours that the viewer chose.
public enum ColorScheme: String, Sendable, CaseIterable {
  case light, dark
}

/// The appearance that the viewer chose. What they didn't choose follows the device.
public struct Appearance: Equatable, Sendable {
  public var textSize: TextSize?
  public var scheme: ColorScheme?

  public init(textSize: TextSize? = nil, scheme: ColorScheme? = nil) {
    self.textSize = textSize
    self.scheme = scheme
  }
}

extension Attribute {
  /// Returns the text size of an element; on the document's element it applies to all text.
  static func size(_ size: TextSize?) -> Attribute? { size.map { .data("data-text-size", "\($0.step)") } }

  /// Returns the colours of the document's element.
  static func scheme(_ scheme: ColorScheme?) -> Attribute? {
    scheme.map { .data("data-scheme", $0.rawValue) }
  }
}

extension HTML {
  /// Writes the colours of the browser's own controls around the page; `rememberAppearance` in `Web/bridge`
  /// changes them.
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
