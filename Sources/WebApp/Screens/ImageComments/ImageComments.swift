import Contracts
import Localization
import Markup
import Social

/// The comments on a picture of an image feed.
enum ImageComments: Screen {
  static let name: StaticString = "timeline image-comments"
  static let isFeed = true

  struct State: Equatable, Sendable {
    /// The id of the picture.
    let id: String
    /// `nil` for the server that delivered the app.
    let server: ServerAddress?
    let origin: Origin
    /// The session on that server; `nil` for a stranger.
    let session: Session?
    /// True if the picture is on the viewer's server.
    let isOwn: Bool
    /// `nil` until it is loaded.
    var image: FeedImage?
    var comments: [ImageComment] = []
    var isLoading = false
    /// True if a comment came while the list was loading, which may lack it.
    var isOutdated = false
    var hasLoaded = false
    var failure: LoadFailure?
    /// The viewer's posts that wait to be sent, oldest first, with any parent.
    var waiting: [OutboxItem]
    /// The ids of sent posts that the server's list may contain by now.
    var sent: [String] = []
    /// True while the post to be answered is loading.
    var isAsking = false

    init(_ id: String, _ image: FeedImage?, _ server: ServerAddress?, _ context: ScreenContext) {
      self.id = id
      self.image = image
      self.server = server
      origin = .images(of: server, own: context.server)
      isOwn = server == nil && context.session?.isOwnServer != false
      session = context.session.flatMap { $0.isOwnServer && server == nil ? $0 : nil }
      waiting = session == nil ? [] : context.outbox.filter { $0.isNewPost }
    }

    /// The post that a comment answers; `nil` if the server accepts no comments.
    var postID: String? { server == nil ? image?.postID : nil }

    /// The viewer's comments that the server's list doesn't contain yet.
    var ownComments: [OutboxItem] {
      postID.map { id in waiting.filter { $0.draft?.replyTo?.id == id } } ?? []
    }
  }

  enum Request: Equatable, Sendable {
    case comments
    /// The feed's first pictures, which may include this one.
    case feed
    /// The post of the picture, which a comment answers.
    case post
  }

  indirect enum Action: ScreenAction {
    typealias Tap = ImageListTap

    case appeared
    case pulledDown
    case tapped(ImageListTap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .pulledDown: self = .pulledDown
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .pulledDown, .tapped(.list(.refresh)), .tapped(.list(.retry)):
      return state.isLoading ? [] : load(&state)
    case .tapped(.list(.notice)):
      state.failure = nil
      return []
    case .tapped(.image(.picture)):
      guard let image = state.image else { return [] }
      let picture = Picture(url: image.url, description: image.description ?? "")
      return [.open(.viewer(PictureSet(pictures: [picture], index: 0)))]
    case .tapped(.image(.write)): return write(&state)
    case .tapped(.list), .tapped(.image): return []
    case .received(let request, let result, _): return received(&state, request, result)
    case .changed(let change): return apply(&state, change)
    }
  }

  private static func load(_ state: inout State) -> [Effect] {
    (state.isLoading, state.isOutdated) = (true, false)
    state.failure = nil
    var effects: [Effect] = [
      .ask(Request.comments, ImageFeedRequests.comments(of: state.id), as: .stranger(state.origin))
    ]
    // A viewer who comes by a link sees the picture too, if it is a recent one.
    if state.image == nil {
      effects.append(
        .ask(Request.feed, ImageFeedRequests.feed(limit: 100, after: nil), as: .stranger(state.origin)))
    }
    return effects
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    switch request {
    case .comments:
      state.isLoading = false
      switch LoadFailure.feedBody(of: result, { ImageFeedRequests.isSuccess(commentsStatus: $0) }) {
      case .failure(let failure): state.failure = failure
      case .success(let body):
        received(&state, ImageFeedDecoder(origin: state.origin).comments(body: body))
        if state.isOutdated { return load(&state) }
      }
    case .feed:
      if state.image == nil, case .success(let response) = result {
        let images = ImageFeedDecoder(origin: state.origin).feed(body: response.body) ?? []
        state.image = images.first { $0.id == state.id }
      }
    case .post:
      state.isAsking = false
      guard let session = state.session else { return [] }
      guard case .success(let response) = result, response.isSuccess,
        let post = MastodonDecoder(origin: session.origin).status(body: response.body)
      else {
        state.failure = result == .failure(.unreachable) ? .unreachable : .unreadable
        return []
      }
      return [.open(.compose(ComposeStart(replyTo: post, writer: session.me)))]
    }
    return []
  }

  private static func received(_ state: inout State, _ comments: [ImageComment]?) {
    guard let comments else {
      state.failure = .unreadable
      return
    }
    state.comments = comments
    state.hasLoaded = true
    let sent = state.sent
    state.waiting.removeAll { sent.contains($0.id) }
    state.sent = []
  }

  /// Begins a comment. It is a reply to the picture's post, which has to be loaded first.
  private static func write(_ state: inout State) -> [Effect] {
    guard let id = state.postID, !state.isAsking else { return [] }
    guard state.session != nil else { return [.open(.landingPage(DeferredAction(.reply, id)))] }
    state.isAsking = true
    return [.ask(Request.post, MastodonRequests.status(id))]
  }

  private static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    guard state.session != nil else { return [] }
    switch change {
    case .itemWaiting(let item): if item.isNewPost { state.waiting.update(item) }
    case .itemCancelled(let id): state.waiting.remove(id)
    case .itemSent(let item, _, _, _):
      guard state.ownComments.contains(where: { $0.id == item.id }) else { return [] }
      state.sent.append(item.id)
      // A list that is on its way may lack it.
      return [.cancel(Request.comments)] + load(&state)
    case .entryArrived(let item, _): return arrived(&state, item.entry.post)
    case .notificationArrived(let notification, _, _): return arrived(&state, notification.post)
    default: break
    }
    return []
  }

  /// Loads the comments again if a post answers the picture's.
  private static func arrived(_ state: inout State, _ post: Post?) -> [Effect] {
    guard let id = state.postID, post?.replyTo?.id == id else { return [] }
    state.isOutdated = state.isLoading
    return state.isLoading ? [] : load(&state)
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    var frame: [Cell] = [
      .part(.bar(environment.strings[.comments], isRoot: false)), .part(.refreshIndicator),
    ]
    if let failure = state.failure { frame.append(.part(.notice(failure.feedMessage))) }
    if state.postID != nil { frame.append(.write) }
    var cells: [Cell] = []
    if let image = state.image {
      cells.append(
        .picture(ImageCell(image: image, link: nil, tap: .picture, isOwn: state.isOwn, isFirst: true)))
    }
    let (comments, now, isOwn) = (state.comments, environment.now, state.isOwn)
    let author = state.session?.me.account
    let isEmpty = state.comments.isEmpty && state.ownComments.isEmpty
    let list = Cells<Cell>(
      head: cells, rows: comments.map { "c" + $0.id },
      tail: state.ownComments.map { .own($0, author: author) } + [
        .part(.footer(footer(state, isEmpty: isEmpty)))
      ]
    ) { row in .comment(comments[row], RelativeTime(of: comments[row].createdAt, at: now), isOwn: isOwn) }
    return Page(title: environment.strings[.comments], status: status(state), frame: frame, cells: list)
  }

  private static func status(_ state: State) -> String {
    if state.failure != nil { return "failed" }
    return state.isLoading && state.hasLoaded ? "refreshing" : ""
  }

  private static func footer(_ state: State, isEmpty: Bool) -> ListFooter {
    if !state.hasLoaded { return state.isLoading ? .loading : .retry }
    return .end(isEmpty ? .noComments : nil)
  }

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    case write
    case picture(ImageCell)
    case comment(ImageComment, RelativeTime, isOwn: Bool)
    /// The viewer's comment, which waits to be sent.
    case own(OutboxItem, author: Account?)
  }
}

extension ImageComments.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .write: "write"
    case .picture(let cell): cell.image.id
    case .comment(let comment, _, _): "c" + comment.id
    case .own(let item, _): OutboxItemCell.key(item.id)
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .part(let part): part.html(strings)
    case .picture(let cell): cell.html(strings)
    case .write:
      HTML { html in
        html.element(
          "button", .class("compose-button"), .type("button"), .data("data-key", key), .tap(ImageTap.write),
          .aria(.label, strings[.comment])
        ) { Icon.comment.append(to: &$0) }
      }
    case .comment(let comment, let time, let isOwn):
      HTML { write(comment.author, comment.person, strings.text(time), comment.message, isOwn: isOwn, &$0) }
    case .own(let item, let author):
      HTML {
        write(
          author?.username ?? "", author, strings[item.state == .sending ? .sending : .waitingToSend],
          item.draft?.text ?? "", isOwn: true, &$0)
      }
    }
  }

  private func write(
    _ author: String, _ person: Account?, _ date: String, _ message: String, isOwn: Bool, _ html: inout HTML
  ) {
    html.element("article", .class("comment"), .data("data-key", key)) { html in
      html.element("h2") { html in
        if let person {
          html.face(of: person, leads: isOwn)
        } else {
          html.element("bdi", .class("writer"), text: author)
        }
        html.element("span", .class("date"), text: date)
      }
      html.element("p", .class("message"), .dir("auto")) { $0.postText(message, isOwn: isOwn) }
    }
  }
}
