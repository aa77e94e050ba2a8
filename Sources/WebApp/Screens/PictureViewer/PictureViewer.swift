import Localization
import Markup
import Social

/// The pictures of a post, one per screen: swiping turns, pinching and double-tapping zoom, dragging down
/// closes.
enum PictureViewer: Screen {
  static let name: StaticString = "viewer"

  struct State: Equatable, Sendable {
    let pictures: [Picture]
    var index: Int
    /// True if the description shows over the picture.
    var isDescribed = false

    init(_ set: PictureSet) {
      pictures = set.pictures
      index = min(max(set.index, 0), max(set.pictures.count - 1, 0))
      isDescribed = set.isDescribed
    }
  }

  enum Tap: ScreenTap {
    case close
    case next
    case previous
    /// Shows or hides the description.
    case describe
    case share

    private enum Verb: String { case close, next, previous, describe, share }

    var encoded: EncodedTap {
      switch self {
      case .close: EncodedTap(Verb.close.rawValue)
      case .next: EncodedTap(Verb.next.rawValue)
      case .previous: EncodedTap(Verb.previous.rawValue)
      case .describe: EncodedTap(Verb.describe.rawValue)
      case .share: EncodedTap(Verb.share.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .close: self = .close
      case .next: self = .next
      case .previous: self = .previous
      case .describe: self = .describe
      case .share: self = .share
      case nil: return nil
      }
    }
  }

  enum Action: ScreenAction {
    typealias Request = Never

    case tapped(Tap)
    /// The viewer swiped to that picture.
    case turned(to: Int)
    case draggedDown
    /// No second tap followed the first one.
    case singleTapped

    init?(_ event: ScreenEvent) {
      switch event {
      case .turned(let index): self = .turned(to: index)
      case .pressed(.escape): self = .tapped(.close)
      case .pressed(.forward), .zoomed(.next): self = .tapped(.next)
      case .pressed(.backward), .zoomed(.previous): self = .tapped(.previous)
      case .zoomed(.closes): self = .draggedDown
      case .timerFired(.singleTap): self = .singleTapped
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .zoom }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .turned(let index):
      guard state.pictures.indices.contains(index), index != state.index else { return [] }
      state.index = index
      return [.resetZoom]
    case .tapped(.next): return turn(&state, by: 1)
    case .tapped(.previous): return turn(&state, by: -1)
    case .tapped(.describe): state.isDescribed.toggle()
    case .tapped(.share): return SafeURL(state.pictures[state.index].url).map { [.share(url: $0.text)] } ?? []
    case .tapped(.close), .draggedDown, .singleTapped: return [.close]
    }
    return []
  }

  private static func turn(_ state: inout State, by step: Int) -> [Effect] {
    let index = state.index + step
    guard state.pictures.indices.contains(index) else { return [] }
    state.index = index
    return [.reveal(key: PictureSet.key(of: index))]
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    Page(
      title: environment.strings[.picture],
      frame: state.pictures.indices.contains(state.index)
        ? [
          .bar(
            state.pictures[state.index], index: state.index, count: state.pictures.count,
            isDescribed: state.isDescribed
          )
        ] : [],
      cells: state.pictures.enumerated().map { index, picture in
        .slide(index: index, count: state.pictures.count, picture)
      })
  }

  indirect enum Cell: Equatable, Sendable {
    case bar(Picture, index: Int, count: Int, isDescribed: Bool)
    case slide(index: Int, count: Int, Picture)
  }
}

extension PictureViewer.Cell: PageCell {
  var key: String {
    switch self {
    case .bar: "bar"
    case .slide(let index, _, _): PictureSet.key(of: index)
    }
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let picture, let index, let count, let isDescribed):
        Self.bar(picture, index, count, isDescribed, strings, &html)
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

  private static func bar(
    _ picture: Picture, _ index: Int, _ count: Int, _ isDescribed: Bool, _ strings: Strings,
    _ html: inout HTML
  ) {
    html.element("header", .class("bar"), .data("data-key", "bar")) { html in
      html.element(
        "button", .class("control"), .type("button"), .tap(PictureViewer.Tap.close),
        .aria(.label, strings[.close])
      ) { Icon.close.append(to: &$0) }
      if count > 1 {
        html.element("p", .class("dots"), .role("status")) { html in
          html.element("span", .class("unseen"), text: strings[.pictureOf, "\(index + 1)", "\(count)"])
          if !picture.description.isEmpty {
            html.element("span", .class("unseen"), .dir("auto"), text: picture.description)
          }
          for position in 0..<count {
            html.element("i", .class(position == index ? "dot current" : "dot"), .aria(.hidden, "true")) {
              _ in
            }
          }
        }
      }
      tools(picture, isDescribed, strings, &html)
    }
  }

  /// Writes the buttons for the picture that shows.
  private static func tools(_ picture: Picture, _ isDescribed: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("picture-tools")) { html in
      if !picture.description.isEmpty {
        if isDescribed { html.element("p", .class("told"), .dir("auto"), text: picture.description) }
        html.element(
          "button", .class("control"), .type("button"), .tap(PictureViewer.Tap.describe),
          .aria(.expanded, isDescribed ? "true" : "false"), text: strings[.altMark])
      }
      guard let url = SafeURL(picture.url) else { return }
      html.element(
        "button", .class("control share"), .type("button"), .tap(PictureViewer.Tap.share),
        .aria(.label, strings[.share])
      ) { Icon.share.append(to: &$0) }
      html.element(
        "a", .class("control"), .href(url), .named(.download, ""), .named(.target, "_blank"),
        .rel("noopener"),
        .aria(.label, strings[.savePicture])
      ) { Icon.download.append(to: &$0) }
    }
  }

  private static func box(of picture: Picture) -> PictureLayout.Box? {
    picture.size.map { PictureLayout.Box(width: $0.width, height: $0.height) }
  }
}
