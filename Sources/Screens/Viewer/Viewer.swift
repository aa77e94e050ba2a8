public import Markup
public import Social

/// The pictures of a post, a full screen each: swiping turns, pinching and double-tapping zoom,
/// dragging down closes.
public enum Viewer {
  /// What is opened, and at which picture.
  public struct Start: Equatable, Sendable {
    public let pictures: [Picture]
    public let index: Int

    public init(pictures: [Picture], index: Int) {
      self.pictures = pictures
      self.index = index
    }
  }

  public struct State: Equatable, Sendable {
    public let pictures: [Picture]
    public internal(set) var index: Int

    public init(_ start: Start) {
      pictures = start.pictures
      index = min(max(start.index, 0), max(start.pictures.count - 1, 0))
    }
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    /// The person swiped to that picture.
    case turned(to: Int)
    case tappedNext
    case tappedPrevious
    case tappedClose
    case draggedDown
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return []
    case .turned(let index):
      if state.pictures.indices.contains(index) { state.index = index }
      return []
    case .tappedNext: return turn(&state, by: 1)
    case .tappedPrevious: return turn(&state, by: -1)
    case .tappedClose, .draggedDown: return [.close]
    }
  }

  private static func turn(_ state: inout State, by step: Int) -> [Effect] {
    let index = state.index + step
    guard state.pictures.indices.contains(index) else { return [] }
    state.index = index
    return [.reveal(key: slideKey(index))]
  }

  public static func slideKey(_ index: Int) -> String { "slide\(index)" }

  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    Page(
      title: reader.strings[.picture],
      frame: [.bar(index: state.index, count: state.pictures.count)],
      cells: state.pictures.enumerated().map { index, picture in
        .slide(index: index, count: state.pictures.count, picture)
      })
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar(index: Int, count: Int)
    case slide(index: Int, count: Int, Picture)
  }
}

extension Viewer.Action {
  /// Reads what the view wrote into `data-tap`.
  public init?(tap: String) {
    switch tap {
    case "close", "back": self = .tappedClose
    case "next": self = .tappedNext
    case "previous": self = .tappedPrevious
    default: return nil
    }
  }
}

extension Viewer.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .slide(let index, _, _): Viewer.slideKey(index)
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let index, let count): Self.bar(index, count, strings, &html)
      case .slide(let index, let count, let picture):
        html.element("figure", .class("slide"), .data("data-key", key)) { html in
          html.picture(
            picture, shape: .whole, shownSize: "100vw", box: Self.box(of: picture), class: "picture",
            alt: picture.description.isEmpty
              ? strings[.pictureOf, "\(index + 1)", "\(count)"] : picture.description)
        }
      }
    }
  }

  private static func bar(_ index: Int, _ count: Int, _ strings: Strings, _ html: inout HTML) {
    html.element("header", .class("bar"), .data("data-key", "bar")) { html in
      html.element(
        "button", .class("control"), .type("button"), .data("data-tap", "close"), .aria(.label, strings[.close])
      ) { Icon.close.append(to: &$0) }
      if count > 1 {
        html.element("p", .class("dots"), .role("status")) { html in
          html.element("span", .class("unseen"), text: strings[.pictureOf, "\(index + 1)", "\(count)"])
          for place in 0..<count {
            html.element("i", .class(place == index ? "dot current" : "dot"), .aria(.hidden, "true")) { _ in }
          }
        }
      }
    }
  }

  private static func box(of picture: Picture) -> PictureLayout.Box? {
    picture.size.map { PictureLayout.Box(width: $0.width, height: $0.height) }
  }
}

extension Viewer.Action {
  init?(_ event: ScreenEvent) {
    switch event {
    case .tapped(let tap): self.init(tap: tap)
    case .timerFired(.singleTap): self = .tappedClose
    default: return nil
    }
  }
}
