import Contracts
public import Markup
public import Social

extension ImageComments {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    var frame: [Cell] = [.bar, .wheel]
    if let trouble = state.trouble { frame.append(.notice(trouble)) }
    if state.statusID != nil { frame.append(.write) }
    var cells: [Cell] = []
    if let image = state.image {
      cells.append(.picture(ImageCell(image: image, server: state.server, isInFeed: false, isFirst: true)))
    }
    for comment in state.comments {
      cells.append(.comment(comment, RelativeTime(of: comment.createdAt, at: reader.now)))
    }
    let author = state.session?.me.account.username ?? ""
    for item in state.ownComments { cells.append(.own(item, author: author)) }
    cells.append(.foot(foot(state, isEmpty: state.comments.isEmpty && state.ownComments.isEmpty)))
    return Page(title: reader.strings[.comments], status: status(state), frame: frame, cells: cells)
  }

  private static func status(_ state: State) -> String {
    if state.trouble != nil { return "failed" }
    return state.isLoading && state.hasLoaded ? "refreshing" : ""
  }

  private static func foot(_ state: State, isEmpty: Bool) -> ImageFoot {
    if !state.hasLoaded { return state.isLoading ? .loading : .retry }
    return isEmpty ? .empty(.noComments) : .end
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar
    case wheel
    case notice(LoadTrouble)
    case write
    case picture(ImageCell)
    case comment(ImageComment, RelativeTime)
    /// It waits to be sent.
    case own(OutboxItem, author: String)
    case foot(ImageFoot)
  }
}

extension ImageComments.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .wheel: "wheel"
    case .notice: "notice"
    case .write: "write"
    case .picture(let cell): cell.image.id
    case .comment(let comment, _): "c" + comment.id
    case .own(let item, _): "w" + item.id
    case .foot: "foot"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    switch self {
    case .picture(let cell): cell.html(strings)
    case .foot(let foot): foot.html(strings)
    default:
      HTML { html in
        switch self {
        case .bar: html.titleBar(strings[.comments], isRoot: false, strings)
        case .wheel: html.wheel(strings)
        case .notice(let trouble): html.notice(trouble.feedText(strings), strings)
        case .write:
          html.element(
            "button", .class("compose-button"), .type("button"), .data("data-key", key), .data("data-tap", "write"),
            .aria(.label, strings[.comment])
          ) { Icon.comment.append(to: &$0) }
        case .comment(let comment, let time):
          write(comment.author, strings.text(time), comment.message, &html)
        case .own(let item, let author):
          write(author, strings[item.state == .sending ? .sending : .waitingToSend], item.draft?.text ?? "", &html)
        default: break
        }
      }
    }
  }

  private func write(_ author: String, _ date: String, _ message: String, _ html: inout HTML) {
    html.element("article", .class("comment"), .data("data-key", key)) { html in
      html.element("h2") { html in
        html.element("bdi", .class("writer"), text: author)
        html.element("span", .class("date"), text: date)
      }
      html.element("p", .class("message"), .dir("auto"), text: message)
    }
  }
}
