import Contracts
import Localization
import Markup
import Social

extension Search {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let (postsState, list) = (state.postsState, state.posts)
    let showsPosts = state.filter == .all || state.filter == .posts
    var cells = Cells<Cell>(head: head(state), rows: showsPosts ? list.keys : [], tail: footer(state)) {
      row in
      guard let item = list.item(row) else { return .heading(.tabPosts) }
      return .post(postsState.cell(item.entry, key: list.keys[row], isFirst: row < 3, environment))
    }
    cells.isComplete = isComplete(state)
    cells.asksAhead = true
    return Page(
      title: environment.strings[.search], status: state.isLoading ? "searching" : "",
      frame: [.bar(state.initial), .nothingOpen],
      cells: cells)
  }

  private static func head(_ state: State) -> [Cell] {
    var head: [Cell] = []
    if state.found?.isEmpty ?? true, state.typed.isEmpty, !state.recent.isEmpty || !state.seen.isEmpty {
      head = [.heading(.recentSearches)] + state.recent.map { .recent($0) } + state.seen.map { .seen($0) }
    }
    if hasFilters(state) { head = [.filters(state.filter)] }
    switch state.filter {
    case .posts: return head
    case .people: return head + state.people.map { person($0, state) }
    case .tags: return head + state.tags.map { .tag($0) }
    case .all: break
    }
    var people: [Cell] = state.people.isEmpty ? [] : [.heading(.people)]
    people += state.people.prefix(maxPeople).map { person($0, state) }
    if state.people.count > maxPeople { people.append(.more(.people)) }
    if !people.isEmpty, !hasFilters(state) { people.append(.members) }
    var tags: [Cell] = state.tags.isEmpty ? [] : [.heading(.tags)]
    let maxTags = hasFilters(state) ? maxTags : maxPeople
    tags += state.tags.prefix(maxTags).map { .tag($0) }
    if state.tags.count > maxTags { tags.append(.more(.tags)) }
    // Without a term the community's topics come first.
    head += hasFilters(state) ? people + tags : tags + people
    if !state.posts.isEmpty, !state.people.isEmpty || !state.tags.isEmpty || !hasFilters(state), !head.isEmpty
    {
      head.append(.heading(.tabPosts))
    }
    return head
  }

  private static func person(_ profile: Profile, _ state: State) -> Cell {
    let store = state.postsState.store
    return .person(ListedPerson(profile: store.newest(profile), follow: store.follow(profile)))
  }

  /// Returns true if the results are of a kind that can be filtered.
  private static func hasFilters(_ state: State) -> Bool {
    state.found?.isEmpty == false && !(state.people.isEmpty && state.tags.isEmpty && state.posts.isEmpty)
  }

  private static func isComplete(_ state: State) -> Bool {
    switch state.filter {
    case .all, .posts: state.isComplete
    case .people: state.hasAllPeople
    case .tags: state.hasAllTags
    }
  }

  /// Returns the other filters that have results.
  private static func others(_ state: State) -> [Filter] {
    var others: [Filter] = []
    if !state.posts.isEmpty { others.append(.posts) }
    if !state.people.isEmpty { others.append(.people) }
    if !state.tags.isEmpty { others.append(.tags) }
    return others
  }

  private static func footer(_ state: State) -> [Cell] {
    if let failure = state.failure { return [.part(.footer(.failed(failure.message)))] }
    if state.found == nil {
      return state.isLoading ? [.part(.footer(.loading))] : []
    }
    let query = state.found ?? ""
    let isEmpty =
      switch state.filter {
      case .all, .posts: state.posts.isEmpty
      case .people: state.people.isEmpty
      case .tags: state.tags.isEmpty
      }
    if state.filter != .all, isEmpty {
      return [.part(.footer(.empty(.nothingFound, help: .nothingFoundOfThese, of: query)))]
        + others(state).map { .instead($0) }
    }
    if isEmpty {
      let isNothing = state.people.isEmpty && state.tags.isEmpty
      if state.found?.isEmpty == true {
        if state.isLoading { return [.part(.footer(.loading))] }
        return isNothing && state.recent.isEmpty ? [.part(.footer(.empty(.search, help: .searchHelp)))] : []
      }
      return isNothing && !state.isLoading
        ? [.part(.footer(.empty(.nothingFound, help: .nothingFoundHelp, of: query)))] : []
    }
    return [.part(.footer(isComplete(state) ? .end(.endOfList) : .more))]
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    /// The bar, with the initial text of the field.
    case bar(String)
    case nothingOpen
    case heading(Phrase)
    case recent(String)
    case person(ListedPerson)
    /// A person from an earlier search, who can be removed.
    case seen(Profile)
    case tag(MastodonDecoder.Tag)
    case filters(Filter)
    /// A link to all people or tags.
    case more(Filter)
    /// A link to the list of all members.
    case members
    /// A link to this filter, because the chosen one has no results.
    case instead(Filter)
    case post(PostCell)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .bar: "bar"
      case .nothingOpen: "nothing"
      case .heading(.people): "people"
      case .heading(.tags): "tags"
      case .heading(.recentSearches): "recent"
      case .heading: "heading"
      case .recent(let query): "recent " + query
      case .person(let person): "p" + person.profile.id
      case .seen(let person): "seen " + person.id
      case .tag(let tag): "tag " + tag.name
      case .filters: "filters"
      case .more(let filter), .instead(let filter): "more " + filter.rawValue
      case .members: "members"
      case .post(let cell): cell.key
      }
    }

    var postCell: PostCell? {
      guard case .post(let cell) = self else { return nil }
      return cell
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): return part.html(strings)
      case .post(let cell): return cell.html(strings)
      default: break
      }
      return HTML { html in
        switch self {
        case .bar(let query): bar(query, strings, &html)
        case .nothingOpen: html.nothingOpen(.data("data-key", key), strings)
        case .heading(let phrase):
          html.element("h2", .class("heading"), .data("data-key", key), text: strings[phrase])
        case .recent(let query):
          html.element("div", .class("hit"), .data("data-key", key)) { html in
            html.element(
              "button", .class("words"), .type("button"), .tap(Tap.recent(query)), .dir("auto"), text: query)
            forget(query, .tap(Tap.forget(query)), strings, &html)
          }
        case .person(let person):
          hit(person.profile, "hit", &html) { html in
            person.follow.button(.tap(PostTap.follow(id: person.profile.id)), strings, &html)
          }
        case .seen(let person):
          hit(person, "hit seen", &html) { html in
            forget(person.account.nick, .tap(Tap.unsee(id: person.id)), strings, &html)
          }
        case .members:
          html.element(
            "a", .class("hit all"), .data("data-key", key), .href(Route.members.url()),
            .tap(AppTap.people(.members, id: "", handle: "")), text: strings[.membersTitle])
        case .tag(let tag):
          html.element(
            "a", .class("hit tag"), .data("data-key", key), .href(Links.tag(tag.name)),
            .tap(Tap.found(tag: tag.name))
          ) { html in
            html.element("bdi", text: "#" + tag.name)
            uses(of: tag, strings, &html)
          }
        case .filters(let current):
          html.element("div", .class("kinds"), .data("data-key", key)) { html in
            for filter in Filter.allCases {
              html.kind(strings[filter.phrase], filter == current, .tap(Tap.show(filter)))
            }
          }
        case .more(let filter):
          html.element(
            "button", .class("hit all"), .type("button"), .data("data-key", key), .tap(Tap.show(filter)),
            text: strings[.loadMore])
        case .instead(let filter):
          html.element(
            "button", .class("hit all instead"), .type("button"), .data("data-key", key),
            .tap(Tap.show(filter)),
            text: strings[filter.phrase])
        case .part, .post: break
        }
      }
    }

    private func hit(_ person: Profile, _ className: String, _ html: inout HTML, end: (inout HTML) -> Void) {
      let tap = Attribute.tap(Tap.person(id: person.id))
      html.element("article", .class(className), .data("data-key", key), tap) { html in
        html.avatar(of: person.account, shownSize: "40px")
        html.element("h3") { $0.names(of: person, .class("names"), tap) }
        end(&html)
      }
    }

    private func forget(_ what: String, _ tap: Attribute, _ strings: Strings, _ html: inout HTML) {
      html.element(
        "button", .class("forget"), .type("button"), tap, .aria(.label, strings[.removeSearch, what])
      ) { Icon.close.append(to: &$0) }
    }

    /// Writes the number of posts with the tag, and their number per day.
    private func uses(of tag: MastodonDecoder.Tag, _ strings: Strings, _ html: inout HTML) {
      guard let most = tag.uses.max(), most > 0 else { return }
      html.element("span", text: strings[.posts, tag.uses.reduce(0, +)])
      var path = ""
      for (index, count) in tag.uses.reversed().enumerated() {
        path += "M\(index * 6 + 3) 20v-\(max(1, count * 20 / most))"
      }
      html.element("svg", .class("bars mirrored"), .aria(.hidden, "true")) { html in
        html.element("path", .named(.d, path)) { _ in }
      }
    }

    /// Writes the bar. The button that empties the field is a part of it; it shows while something is typed.
    private func bar(_ query: String, _ strings: Strings, _ html: inout HTML) {
      html.element("header", .class("bar"), .data("data-key", key)) { html in
        html.backControl(strings)
        html.element(
          "form", .role("search"), .named(.method, "get"), .action(Links.search),
          .data("data-submit", "search")
        ) { html in
          Icon.search.append(to: &html)
          html.void(
            "input", .type("search"), .named(.name, "q"), .named(.value, query),
            .data("data-input", Search.field),
            .aria(.label, strings[.search]), .named(.placeholder, strings[.search]),
            .named(.autocomplete, "off"),
            .named(.spellcheck, "false"), .named(.maxLength, "200"), .dir("auto"), .flag(.focus))
          html.element(
            "button", .class("forget"), .type("button"), .tap(Tap.clear), .aria(.label, strings[.clear])
          ) { Icon.close.append(to: &$0) }
        }
      }
    }
  }
}
