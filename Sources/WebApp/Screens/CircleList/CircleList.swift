import Contracts
import Localization
import Markup
import Social

/// The viewer's circles, or the choice of those that a person is in.
enum CircleList: Screen {
  static let name: StaticString = "settings circle-list"

  struct State: Equatable, Sendable {
    /// The person to add or remove; `nil` if the circles lead to their timelines.
    let person: Profile?
    let context: ScreenContext
    /// The circles that the device knows at first; `nil` until they are loaded, if it knows none.
    var circles: [Circle]?
    /// The ids of the circles that the person is in; `nil` until they are loaded.
    var chosen: [String]?
    /// The reason why the server's list doesn't show.
    var failure: LoadFailure?
    var form = CreationForm()

    init(_ person: Profile?, _ context: ScreenContext) {
      self.person = person
      self.context = context
      let known = StoredCircles.read(context.memory)
      if !known.isEmpty { circles = known }
    }
  }

  enum Request: Equatable, Sendable {
    case all
    /// The circles with the person.
    case chosen
    case new
    /// Adds the person to a circle, or removes them.
    case put(String, Bool)
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case open(String)
    /// Adds the person to the circle with that id, or removes them.
    case choose(String)

    private enum Verb: String { case open, choose }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .open(let id): EncodedTap(Verb.open.rawValue, id)
      case .choose(let id): EncodedTap(Verb.choose.rawValue, id)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .open: self = .open(tap.value)
      case .choose: self = .choose(tap.value)
      case nil:
        guard let list = ListTap(tap) else { return nil }
        self = .list(list)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case returned
    case tapped(Tap)
    case create(String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .returned: self = .returned
      case .submitted(let fields): self = .create(fields.first ?? "")
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .returned, .tapped(.list): return load(&state)
    case .tapped(.open(let id)): return [.open(.circle(id: id))]
    case .tapped(.choose(let id)):
      guard let isIn = state.chosen?.contains(id) else { return [] }
      return put(&state, id, !isIn)
    case .create(let name):
      return state.form.begin(name) ? [.ask(Request.new, CircleRequests.create(name))] : []
    case .received(let request, let result, _): return received(&state, request, result)
    case .changed(.circlesChanged(let circles)): state.circles = circles
    case .changed: break
    }
    return []
  }

  private static func load(_ state: inout State) -> [Effect] {
    state.failure = nil
    let chosen: [Effect] =
      state.person.map { [.ask(Request.chosen, CircleRequests.all(with: $0.id))] } ?? []
    return [.ask(Request.all, CircleRequests.all)] + chosen
  }

  /// Shows the change at once.
  private static func put(_ state: inout State, _ circle: String, _ isIn: Bool) -> [Effect] {
    guard let person = state.person else { return [] }
    state.chosen?.turn(circle, isIn)
    return [.ask(Request.put(circle, isIn), CircleRequests.put(person.id, in: circle, isIn))]
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
    case .all:
      guard failure == nil, let circles = decoder.circles(body) else {
        state.failure = failure ?? .unreadable
        return []
      }
      state.circles = circles
      return StoredCircles.changed(to: circles)
    case .chosen:
      guard failure == nil, let circles = decoder.circles(body) else {
        state.failure = failure ?? .unreadable
        return []
      }
      state.chosen = circles.map { $0.id }
    case .put(let circle, let isIn):
      guard let refused = result.refusal else { return [] }
      state.chosen?.turn(circle, !isIn)
      return [.toast(Toast(refused))]
    case .new:
      let circle = failure == nil ? decoder.circle(body) : nil
      state.form.finish("", result, isMade: circle != nil)
      guard let circle else { return [] }
      let circles = (state.circles ?? []) + [circle]
      state.circles = circles
      let stored = StoredCircles.changed(to: circles)
      guard state.person != nil else { return stored + [.open(.circlePeople(id: circle.id))] }
      return stored + put(&state, circle.id, true)
    }
    return []
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.circles]
    var cells: [Cell] = []
    if let person = state.person { cells.append(.question(person.account.nick)) }
    let circles = state.circles ?? []
    if !circles.isEmpty {
      cells.append(.circles(circles, chosen: state.person == nil ? nil : state.chosen ?? []))
    }
    if let failure = state.failure {
      cells.append(.footer(.failed(failure.message)))
    } else if state.circles == nil {
      cells.append(.footer(.loading))
    } else if circles.isEmpty {
      cells.append(.footer(.empty(.noCircles, help: .noCirclesHelp)))
    }
    cells.append(.new(state.form.count, problem: state.form.problem))
    return Page(title: title, frame: [.bar(title)], cells: cells)
  }

  indirect enum Cell: PageCell {
    case bar(String)
    /// The name of the person that is added to circles.
    case question(String)
    /// `chosen`: the ids of those that the person is in; `nil` if they lead to their timelines.
    case circles([Circle], chosen: [String]?)
    case footer(ListFooter)
    case new(Int, problem: Message?)

    var key: String {
      switch self {
      case .bar: "bar"
      case .question: "question"
      case .circles: "circles"
      case .footer: "footer"
      case .new(let number, _): "new\(number)"
      }
    }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        switch self {
        case .bar(let title): html.titleBar(title, isRoot: false, strings)
        case .footer(let footer): html.append(ListPart.footer(footer).html(strings))
        case .question(let name):
          html.element(
            "h2", .class("question-line"), .data("data-key", key), .dir("auto"),
            text: strings[.circlesOf, name])
        case .circles(let circles, let chosen):
          html.element("section", .class("group"), .data("data-key", key)) { html in
            html.element("ul") { html in
              for circle in circles {
                if let chosen {
                  html.element("li") {
                    $0.toggle(circle.name, chosen.contains(circle.id), .tap(Tap.choose(circle.id)))
                  }
                } else {
                  row(circle, strings, &html)
                }
              }
            }
          }
        case .new(_, let problem): form(problem, strings, &html)
        }
      }
    }

    private func row(_ circle: Circle, _ strings: Strings, _ html: inout HTML) {
      html.element("li") { html in
        html.element("a", .class("row leads"), .href(Links.circle(circle.id)), .tap(Tap.open(circle.id))) {
          html in
          html.element("span", .dir("auto"), text: circle.name)
          if let count = circle.peopleCount {
            html.element("span", .class("help"), text: strings[.peopleInCircle, count])
          }
        }
      }
    }

    private func form(_ problem: Message?, _ strings: Strings, _ html: inout HTML) {
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[.newCircle])
        html.element("p", .class("help"), text: strings[later: .circlesHelp])
        html.element("form", .data("data-submit", "new")) { html in
          html.element("label", .class("field")) { html in
            html.element("span", text: strings[.profileName])
            html.void(
              "input", .named(.name, "name"), .named(.maxLength, "100"), .named(.autocomplete, "off"),
              .dir("auto"),
              .flag(.required))
          }
          if let problem { html.element("p", .class("problem"), .role("alert"), text: problem.text(strings)) }
          html.element("button", .class("primary"), text: strings[.createCircle])
        }
      }
    }
  }
}
