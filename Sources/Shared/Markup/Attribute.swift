/// An attribute of an element. Attributes with a URL can be made only from a `SafeURL`. Event handlers and
/// `style` can't be made at all, because our content security policy forbids both.
///
/// It holds its escaped markup in one reference: a list of attributes is cheap to pass, and the code that
/// builds a view stays small.
public struct Attribute: Equatable, Sendable {
  /// ` name="value"`, with the space before it.
  let markup: [UInt8]

  @inline(never)
  private init(_ name: StaticString, _ value: String) {
    var html = HTML()
    html.literal(" ")
    html.literal(name)
    html.literal("=\"")
    html.attributeText(value)
    html.literal("\"")
    markup = html.bytes
  }

  /// Creates a boolean attribute, whose presence is its value.
  @inline(never)
  private init(flag name: StaticString) {
    var html = HTML()
    html.literal(" ")
    html.literal(name)
    markup = html.bytes
  }

  public static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
  public static func id(_ id: String) -> Attribute { Attribute("id", id) }
  public static func href(_ url: SafeURL) -> Attribute { Attribute("href", url.text) }
  public static func action(_ url: SafeURL) -> Attribute { Attribute("action", url.text) }
  public static func src(_ url: SafeURL) -> Attribute { Attribute("src", url.text) }
  public static func alt(_ text: String) -> Attribute { Attribute("alt", text) }
  public static func width(_ pixels: Int) -> Attribute { Attribute("width", "\(pixels)") }
  public static func height(_ pixels: Int) -> Attribute { Attribute("height", "\(pixels)") }
  public static func sizes(_ sizes: String) -> Attribute { Attribute("sizes", sizes) }
  public static func lang(_ tag: String) -> Attribute { Attribute("lang", tag) }
  public static func dir(_ direction: StaticString) -> Attribute { Attribute("dir", String(direction)) }
  public static func role(_ role: StaticString) -> Attribute { Attribute("role", String(role)) }
  public static func rel(_ relation: StaticString) -> Attribute { Attribute("rel", String(relation)) }
  public static func type(_ type: StaticString) -> Attribute { Attribute("type", String(type)) }
  public static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }

  @inline(never)
  public static func srcset(_ candidates: [(url: SafeURL, width: Int)]) -> Attribute {
    var value = ""
    for candidate in candidates {
      if !value.isEmpty { value += ", " }
      value += candidate.url.text + " \(candidate.width)w"
    }
    return Attribute("srcset", value)
  }

  public static func aria(_ property: Aria, _ value: String) -> Attribute {
    Attribute(property.name, value)
  }

  /// Returns a `data-` attribute; `name` includes the prefix.
  public static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute(name, value) }

  /// Returns an attribute that takes plain text from the source code, and not a URL.
  public static func named(_ name: PlainName, _ value: String) -> Attribute { Attribute(name.name, value) }

  /// Returns a boolean attribute.
  public static func flag(_ flag: Flag) -> Attribute { Attribute(flag: flag.name) }

  public struct Aria: Sendable {
    let name: StaticString
    public static let label = Aria(name: "aria-label")
    public static let hidden = Aria(name: "aria-hidden")
    public static let live = Aria(name: "aria-live")
    public static let current = Aria(name: "aria-current")
    public static let expanded = Aria(name: "aria-expanded")
    public static let hasPopup = Aria(name: "aria-haspopup")
    public static let modal = Aria(name: "aria-modal")
    public static let describedBy = Aria(name: "aria-describedby")
    public static let invalid = Aria(name: "aria-invalid")
    public static let selected = Aria(name: "aria-selected")
    public static let pressed = Aria(name: "aria-pressed")
    public static let checked = Aria(name: "aria-checked")
    /// The keys that press the element, separated by spaces.
    public static let keyShortcuts = Aria(name: "aria-keyshortcuts")
  }

  public struct PlainName: Sendable {
    let name: StaticString
    public static let name = PlainName(name: "name")
    public static let title = PlainName(name: "title")
    public static let value = PlainName(name: "value")
    public static let placeholder = PlainName(name: "placeholder")
    public static let autocomplete = PlainName(name: "autocomplete")
    public static let inputMode = PlainName(name: "inputmode")
    public static let autocapitalize = PlainName(name: "autocapitalize")
    public static let target = PlainName(name: "target")
    public static let download = PlainName(name: "download")
    public static let `for` = PlainName(name: "for")
    public static let method = PlainName(name: "method")
    public static let tabIndex = PlainName(name: "tabindex")
    public static let loading = PlainName(name: "loading")
    public static let decoding = PlainName(name: "decoding")
    public static let content = PlainName(name: "content")
    public static let media = PlainName(name: "media")
    public static let spellcheck = PlainName(name: "spellcheck")
    public static let maxLength = PlainName(name: "maxlength")
    public static let fetchPriority = PlainName(name: "fetchpriority")
    public static let sizes = PlainName(name: "sizes")
    public static let accept = PlainName(name: "accept")
    public static let rows = PlainName(name: "rows")
    public static let max = PlainName(name: "max")
    public static let cx = PlainName(name: "cx")
    public static let d = PlainName(name: "d")
    public static let cy = PlainName(name: "cy")
    public static let viewBox = PlainName(name: "viewBox")
  }

  public struct Flag: Sendable {
    let name: StaticString
    public static let required = Flag(name: "required")
    public static let checked = Flag(name: "checked")
    public static let selected = Flag(name: "selected")
    public static let noValidation = Flag(name: "formnovalidate")
    public static let hidden = Flag(name: "hidden")
    public static let inert = Flag(name: "inert")
    public static let `defer` = Flag(name: "defer")
    public static let crossOrigin = Flag(name: "crossorigin")
    public static let disabled = Flag(name: "disabled")
    /// Moves the focus to the element when it appears.
    public static let focus = Flag(name: "data-focus")
    /// Opens the device's pictures on a tap.
    public static let picks = Flag(name: "data-pick")
    /// Makes a field as high as its text.
    public static let grows = Flag(name: "data-grows")
    /// Marks a field for a file that goes to the app.
    public static let file = Flag(name: "data-file")
    /// Closes the element when the screen scrolls.
    public static let fleeting = Flag(name: "data-fleeting")
    /// Marks the post or comment that is being answered.
    public static let answered = Flag(name: "data-answered")
  }
}

extension String {
  @inline(never)
  init(_ text: StaticString) {
    self.init(
      decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), as: UTF8.self)
  }
}
