import Contracts
import Localization
import Markup
import Social

/// Choosing the circles of a new post, and the reminder of who sees it before the first post to a circle.
extension Compose {
  /// The people that a post to new circles reaches, as far as they are loaded.
  struct Reminder: Equatable, Sendable {
    /// The people of the circles; `nil` until all circles have been loaded.
    var people: [Person]? { waiting == 0 ? shared.filter { !excepted.contains($0.id) } : nil }

    fileprivate var waiting: Int
    fileprivate var shared: [Person] = []
    fileprivate var excepted: Set<String> = []

    struct Person: Equatable, Sendable {
      let id: String
      let nick: String
    }
  }

  indirect enum CircleTap: ScreenTap {
    /// Shares the post with this circle alone.
    case only(String)
    /// Opens the choice of several circles.
    case several
    /// Adds a circle whose people see the post, or removes it.
    case share(String)
    /// Adds a circle whose people don't see the post, or removes it.
    case except(String)
    /// Takes the exceptions from the followers, or from all members again.
    case fromFollowers
    /// Closes the choice.
    case chosen
    /// Sends the post after the reminder.
    case confirm

    private enum Verb: String {
      case only = "circle-only"
      case several = "circle-several"
      case share = "circle-share"
      case except = "circle-except"
      case fromFollowers = "circle-from-followers"
      case chosen = "circle-chosen"
      case confirm = "circle-confirm"
    }

    var encoded: EncodedTap {
      switch self {
      case .only(let id): EncodedTap(Verb.only.rawValue, id)
      case .several: EncodedTap(Verb.several.rawValue)
      case .share(let id): EncodedTap(Verb.share.rawValue, id)
      case .except(let id): EncodedTap(Verb.except.rawValue, id)
      case .fromFollowers: EncodedTap(Verb.fromFollowers.rawValue)
      case .chosen: EncodedTap(Verb.chosen.rawValue)
      case .confirm: EncodedTap(Verb.confirm.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .only: self = .only(tap.value)
      case .several: self = .several
      case .share: self = .share(tap.value)
      case .except: self = .except(tap.value)
      case .fromFollowers: self = .fromFollowers
      case .chosen: self = .chosen
      case .confirm: self = .confirm
      case nil: return nil
      }
    }
  }

  static func tapped(_ state: inout State, _ tap: CircleTap) -> [Effect] {
    switch tap {
    case .only(let id):
      state.isChoosingAudience = false
      guard let circle = state.circles.first(where: { $0.id == id }) else { return [] }
      state.draft.circles = [Post.ChosenCircle(id: id, name: circle.name, isExcepted: false)]
      state.fieldPoll = state.draft.poll
      return [store(state)] + askWhoSees(state)
    case .several:
      state.isChoosingAudience = false
      state.isChoosingCircles = true
    case .share(let id): return turn(&state, id, isExcepted: false)
    case .except(let id): return turn(&state, id, isExcepted: true)
    case .fromFollowers:
      let isOn = !state.draft.circles.contains { $0.isOfFollowers }
      state.draft.circles.takeExceptions(fromFollowers: isOn)
      return [store(state)] + askWhoSees(state)
    case .chosen: state.isChoosingCircles = false
    case .confirm:
      guard state.reminder != nil else { return [] }
      state.reminder = nil
      state.knownCircles += newCircles(state)
      return [.remember(key: State.knownCirclesKey, state.knownCircles.reduce("") { $0 + $1 + " " })]
        + send(&state)
    }
    return []
  }

  private static func turn(_ state: inout State, _ id: String, isExcepted: Bool) -> [Effect] {
    guard let circle = state.circles.first(where: { $0.id == id }) else { return [] }
    let wasChosen = state.draft.circles.contains { $0.id == id && $0.isExcepted == isExcepted }
    let isOfFollowers = state.draft.circles.contains { $0.isOfFollowers }
    state.draft.circles.removeAll { $0.id == id }
    if !wasChosen {
      state.draft.circles.append(Post.ChosenCircle(id: id, name: circle.name, isExcepted: isExcepted))
    }
    state.draft.circles.takeExceptions(fromFollowers: isOfFollowers)
    // The poll's fields are rendered anew, because names can show for circles only.
    state.fieldPoll = state.draft.poll
    return [store(state)] + askWhoSees(state)
  }

  /// Returns the ids of the circles to which this device has posted nothing yet.
  private static func newCircles(_ state: State) -> [String] {
    state.draft.circles.filter { !$0.isExcepted && !state.knownCircles.contains($0.id) }.map { $0.id }
  }

  /// Shows who sees the post if it is the first one to a circle; `nil` if no reminder is needed.
  static func remind(_ state: inout State) -> [Effect]? {
    guard state.isNew, !newCircles(state).isEmpty else { return nil }
    state.reminder = Reminder(waiting: state.draft.circles.count)
    return state.draft.circles.map { circle in
      .ask(
        Request.people(isExcepted: circle.isExcepted), CircleRequests.people(of: circle.id, page: "limit=0"))
    }
  }

  static func receivedPeople(
    _ state: inout State, isExcepted: Bool, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard case .success(let response) = result, response.isSuccess, var reminder = state.reminder else {
      return []
    }
    let isList = MastodonDecoder(origin: state.origin).people(body: response.body) { person in
      if isExcepted {
        reminder.excepted.insert(person.id)
      } else if person.id != state.session?.me.id, !reminder.shared.contains(where: { $0.id == person.id }) {
        reminder.shared.append(Reminder.Person(id: person.id, nick: person.account.nick))
      }
    }
    if isList { reminder.waiting -= 1 }
    state.reminder = reminder
    return []
  }
}

extension Compose.State {
  /// The key under which the device stores the circles whose people were shown before a post.
  static let knownCirclesKey = "circles posted to"

  /// True for a new post on the viewer's own server.
  var choosesCircles: Bool { isNew && session?.isOwnServer == true }

  /// Reads the circles to choose from.
  @inline(never)
  mutating func readCircles(_ memory: Memory) {
    guard choosesCircles else { return }
    circles = StoredCircles.read(memory)
    knownCircles = Array((memory[Self.knownCirclesKey] ?? "").utf8).split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension Compose.Cell {
  /// Writes the circles in the choice of the audience.
  @inline(never)
  func circleOptions(
    _ circles: [Circle], _ chosen: [Post.ChosenCircle], _ strings: Strings, _ html: inout HTML
  ) {
    guard !circles.isEmpty else { return }
    html.element("h3", .class("circle-heading"), text: strings[later: .shareWith])
    html.element("p", .class("circle-help"), text: strings[later: .shareWithHelp])
    for circle in circles {
      let isCurrent = chosen.count == 1 && chosen[0].id == circle.id && !chosen[0].isExcepted
      html.element(
        "button", .class("option"), .type("button"), .tap(Compose.CircleTap.only(circle.id)),
        isCurrent ? .aria(.current, "true") : nil
      ) { html in
        html.element("span", .class("name")) { $0.element("bdi", text: circle.name) }
      }
    }
    let hasExceptions = chosen.contains { $0.isExcepted }
    html.element(
      "button", .class("option"), .type("button"), .tap(Compose.CircleTap.several),
      chosen.count > 1 && !hasExceptions ? .aria(.current, "true") : nil
    ) { $0.element("span", .class("name"), text: strings[later: .severalCircles] + "…") }
    html.element(
      "button", .class("option"), .type("button"), .tap(Compose.CircleTap.several),
      hasExceptions ? .aria(.current, "true") : nil
    ) { html in
      html.element("span", .class("name"), text: strings[later: .dontShareWith] + "…")
      html.element("span", .class("help"), text: strings[later: .allButHelp])
    }
  }

  @inline(never)
  func circlePicker(
    _ circles: [Circle], _ chosen: [Post.ChosenCircle], _ strings: Strings, _ html: inout HTML
  ) {
    let title = strings[.circles]
    html.element(
      "div", .class("question"), .data("data-key", key), .role("dialog"), .aria(.modal, "true"),
      .aria(.label, title)
    ) { html in
      html.element(
        "div", .class("rows circle-picker"), .dismiss(Compose.CircleTap.chosen.encoded),
        .named(.tabIndex, "-1"),
        .flag(.focus)
      ) { html in
        html.element("h2", text: title)
        switches(circles, chosen, isExcepted: false, .shareWith, .shareWithHelp, strings, &html)
        switches(circles, chosen, isExcepted: true, .dontShareWith, .dontShareWithHelp, strings, &html)
        if !chosen.isEmpty, chosen.allSatisfy({ $0.isExcepted }) {
          html.toggle(
            strings[later: .fromFollowers], chosen.contains { $0.isOfFollowers },
            .tap(Compose.CircleTap.fromFollowers))
        }
        html.element(
          "button", .class("option cancel"), .type("button"), .tap(Compose.CircleTap.chosen),
          text: strings[.done])
      }
    }
  }

  private func switches(
    _ circles: [Circle], _ chosen: [Post.ChosenCircle], isExcepted: Bool, _ title: LaterPhrase,
    _ help: LaterPhrase, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("h3", .class("circle-heading"), text: strings[later: title])
    html.element("p", .class("circle-help"), text: strings[later: help])
    html.element("ul", .aria(.label, strings[later: title])) { html in
      for circle in circles {
        let isOn = chosen.contains { $0.id == circle.id && $0.isExcepted == isExcepted }
        let tap: Compose.CircleTap = isExcepted ? .except(circle.id) : .share(circle.id)
        html.element("li") { $0.toggle(circle.name, isOn, .tap(tap)) }
      }
    }
  }

  @inline(never)
  func reminder(
    _ reminder: Compose.Reminder, _ circles: [Post.ChosenCircle], _ strings: Strings, _ html: inout HTML
  ) {
    html.sheet(
      key: key, title: strings[later: .whoSees], dismiss: Compose.Tap.outside.encoded, strings
    ) { html in
      html.element("p", .class("circle-reminder"), .role("status")) { html in
        let names = reminder.people.map { people in
          strings.names(people.prefix(2).map { $0.nick }, of: people.count)
        }
        if names?.isEmpty == true {
          html.element("span", text: strings[later: .onlyYouSee])
        } else {
          html.element("span", text: strings[later: .seenBy, names ?? circles.text(strings)])
        }
        html.element("span", text: strings[later: .addedLater])
      }
      html.element(
        "button", .class("option circle-confirm"), .type("button"), .tap(Compose.CircleTap.confirm),
        text: strings[.publish])
    }
  }
}

extension [Post.ChosenCircle] {
  /// Returns the circles in words: “Family, Club”, “Family, not Kids” or “All but Kids”.
  @inline(never)
  func text(_ strings: Strings) -> String {
    let (shared, excepted) = (names(isExcepted: false, strings), names(isExcepted: true, strings))
    if excepted.isEmpty { return shared }
    guard shared.isEmpty else { return strings[later: .someBut, shared, excepted] }
    return strings[later: contains { $0.isOfFollowers } ? .followersBut : .allBut, excepted]
  }

  /// Takes the exceptions from the followers or from all members. With a shared circle there is nothing to
  /// choose.
  mutating func takeExceptions(fromFollowers: Bool) {
    let isOn = fromFollowers && allSatisfy { $0.isExcepted }
    for index in indices { self[index].isOfFollowers = isOn }
  }

  private func names(isExcepted: Bool, _ strings: Strings) -> String {
    var text = ""
    for circle in self where circle.isExcepted == isExcepted {
      text += (text.isEmpty ? "" : strings[.nameSeparator]) + circle.name
    }
    return text
  }
}
