import Contracts
import Localization
import Markup
import Social

/// The choice of the viewer's named albums that hold one or several posts.
enum ScrapbookChoice: Screen {
  static let name: StaticString = "settings scrapbook-choice"

  struct State: Equatable, Sendable {
    /// The ids of the posts.
    let posts: [String]
    let context: ScreenContext
    /// `nil` until they are loaded.
    var scrapbooks: [Scrapbook]?
    /// The ids of those that hold the post; `nil` until they are loaded. Of several posts only what is chosen here
    /// counts.
    var chosen: [String]?
    /// The reason why the server's list doesn't show.
    var failure: LoadFailure?
    var form = CreationForm()

    init(_ posts: [String], _ context: ScreenContext) {
      self.posts = posts
      self.context = context
      if posts.count > 1 { chosen = [] }
    }
  }

  enum Request: Equatable, Sendable {
    case all
    /// The albums with the post.
    case chosen
    /// Makes an album with that title.
    case new(String)
    /// Adds the posts to an album, or removes them.
    case put(String, Bool)
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    /// Adds the posts to the album with that id, or removes them.
    case choose(String)

    private static let verb = "choose"

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .choose(let id): EncodedTap(Self.verb, id)
      }
    }

    init?(_ tap: EncodedTap) {
      if tap.verb == Self.verb {
        self = .choose(tap.value)
        return
      }
      guard let list = ListTap(tap) else { return nil }
      self = .list(list)
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case create(String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .submitted(let fields): self = .create(fields.first ?? "")
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.list):
      guard let me = state.context.session?.me.id, let post = state.posts.first else { return [] }
      state.failure = nil
      let all = Effect.ask(Request.all, ScrapbookRequests.all(of: me))
      return state.posts.count > 1
        ? [all] : [all, .ask(Request.chosen, ScrapbookRequests.all(with: post))]
    case .tapped(.choose(let id)):
      guard let isIn = state.chosen?.contains(id) else { return [] }
      return put(&state, id, !isIn)
    case .create(let title):
      return state.form.begin(title) ? [.ask(Request.new(title), ScrapbookRequests.create(title))] : []
    case .received(let request, let result, _): return received(&state, request, result)
    }
  }

  /// Shows the change at once.
  private static func put(_ state: inout State, _ scrapbook: String, _ isIn: Bool) -> [Effect] {
    state.chosen?.turn(scrapbook, isIn)
    return [.ask(Request.put(scrapbook, isIn), ScrapbookRequests.put(state.posts, in: scrapbook, isIn))]
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    let decoder = MastodonDecoder(origin: state.context.origin)
    var (body, failure) = ([UInt8](), LoadFailure?.none)
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let why): failure = why
    }
    switch request {
    case .all, .chosen:
      guard failure == nil, let scrapbooks = decoder.scrapbooks(body) else {
        state.failure = failure ?? .unreadable
        return []
      }
      if request == .all {
        state.scrapbooks = scrapbooks
      } else {
        state.chosen = scrapbooks.map { $0.id }
      }
    case .put(let scrapbook, let isIn):
      guard let refused = result.refusal else { return [] }
      state.chosen?.turn(scrapbook, !isIn)
      return [.toast(Toast(refused))]
    case .new(let title):
      let scrapbook = failure == nil ? decoder.scrapbook(body) : nil
      state.form.finish(title, result, isMade: scrapbook != nil)
      guard let scrapbook else { return [] }
      state.scrapbooks = [scrapbook] + (state.scrapbooks ?? [])
      if state.chosen == nil { state.chosen = [] }
      return put(&state, scrapbook.id, true)
    }
    return []
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[later: .albums]
    var cells: [Cell] = []
    if let scrapbooks = state.scrapbooks, let chosen = state.chosen {
      if !scrapbooks.isEmpty { cells.append(.scrapbooks(scrapbooks, chosen: chosen)) }
      cells.append(.new(state.form.count, state.form.title, problem: state.form.problem))
    } else if let failure = state.failure {
      cells.append(.footer(.failed(failure.message)))
    } else {
      cells.append(.footer(.loading))
    }
    return Page(title: title, frame: [.bar(title)], cells: cells)
  }

  indirect enum Cell: PageCell {
    case bar(String)
    /// `chosen`: the ids of those that hold the posts.
    case scrapbooks([Scrapbook], chosen: [String])
    case footer(ListFooter)
    case new(Int, String, problem: Message?)

    var key: String {
      switch self {
      case .bar: "bar"
      case .scrapbooks: "scrapbooks"
      case .footer: "footer"
      case .new(let number, _, _): "new\(number)"
      }
    }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        switch self {
        case .bar(let title): html.titleBar(title, isRoot: false, strings)
        case .footer(let footer): html.append(ListPart.footer(footer).html(strings))
        case .scrapbooks(let scrapbooks, let chosen):
          html.element("section", .class("group"), .data("data-key", key)) { html in
            html.element("h2", text: strings[later: .addToAlbum])
            html.element("ul") { html in
              for scrapbook in scrapbooks {
                html.element("li") {
                  $0.toggle(
                    scrapbook.title, chosen.contains(scrapbook.id), .tap(Tap.choose(scrapbook.id)))
                }
              }
            }
          }
        case .new(_, let title, let problem):
          html.newScrapbook(key: key, title: title, problem, strings)
        }
      }
    }
  }
}
