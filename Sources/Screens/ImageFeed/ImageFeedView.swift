import Contracts
public import Markup
import Social

extension ImageFeed {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    var frame: [Cell] = [.bar, .wheel]
    if let notice = state.notice { frame.append(.notice(notice)) }
    var cells: [Cell] = []
    cells.reserveCapacity(state.images.count + 1)
    for image in state.images {
      cells.append(.image(ImageCell(image: image, server: state.server, isInFeed: true, isFirst: cells.count < 2)))
    }
    cells.append(.foot(foot(state)))
    return Page(
      title: reader.strings[.myFeed], status: status(state), frame: frame, cells: cells)
  }

  private static func status(_ state: State) -> String {
    if case .trouble? = state.notice { return "failed" }
    return state.loading == .refresh ? "refreshing" : ""
  }

  private static func foot(_ state: State) -> ImageFoot {
    if let trouble = state.pageTrouble { return .failed(trouble) }
    if state.loading == .first || state.loading == .older { return .loading }
    if !state.images.isEmpty { return state.isComplete ? .end : .more }
    return state.isComplete ? .empty(.noPictures) : .retry
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar
    case wheel
    case notice(Notice)
    case image(ImageCell)
    case foot(ImageFoot)
  }
}

extension ImageFeed.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .notice: "notice"
    case .image(let cell): cell.image.id
    case .foot: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    switch self {
    case .image(let cell): cell.html(strings)
    case .foot(let foot): foot.html(strings)
    default:
      HTML { html in
        switch self {
        case .bar: html.titleBar(strings[.myFeed], isRoot: false, strings)
        case .wheel: html.wheel(strings)
        case .notice(.offlineCopy): html.notice(strings[.offlineCopy], strings)
        case .notice(.trouble(let trouble)): html.notice(trouble.feedText(strings), strings)
        default: break
        }
      }
    }
  }
}
