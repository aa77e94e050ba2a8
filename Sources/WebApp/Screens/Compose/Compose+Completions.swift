import Contracts
import Localization
import Markup
import Social

/// Completing `@` and `#` while the viewer types.
extension Compose {
  static let maxCompletions = 5
  static let completionPauseMilliseconds = 200
  /// The name under which the browser reports the caret's position.
  static let caretField = "caret"

  /// The suggestions for the word that is being typed.
  struct Completions: Equatable, Sendable {
    /// The word with its `@` or `#`.
    let word: String
    /// True if the server was asked for it.
    var isAsked = false
    var people: [Profile] = []
    var tags: [String] = []

    var isEmpty: Bool { people.isEmpty && tags.isEmpty }
    var isTag: Bool { Array(word.utf8).first == UInt8(ascii: "#") }
    /// The word without its sign.
    var name: String { String(decoding: Array(word.utf8).dropFirst(), as: UTF8.self) }
  }

  /// Returns the word at the end of a text if it begins like a mention or a tag and has at least one letter.
  static func wordToComplete(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard
      let last = bytes.lastIndex(where: { $0 <= 0x20 || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }),
      bytes[last] > 0x20, last + 1 < bytes.count, bytes.count - last <= 64
    else { return nil }
    // A sign in the middle of a word belongs to a mail address or a link.
    if last > 0, bytes[last - 1] > 0x20, bytes[last - 1] < 0x80, bytes[last - 1] != UInt8(ascii: "(") {
      return nil
    }
    return String(decoding: bytes[last...], as: UTF8.self)
  }

  /// Returns the text before the caret, and after it. A word is completed at its end.
  private static func parts(_ state: State) -> (before: String, after: String) {
    let bytes = Array(state.draft.text.utf8)
    var (index, units) = (0, 0)
    let caret = state.caret ?? .max
    while index < bytes.count, units < caret {
      units += bytes[index] < 0xF0 ? 1 : 2
      index += 1
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return (
      String(decoding: bytes[..<index], as: UTF8.self), String(decoding: bytes[index...], as: UTF8.self)
    )
  }

  /// Notes the word that is being typed; the server is asked once the viewer pauses.
  static func complete(_ state: inout State) -> [Effect] {
    let (before, after) = parts(state)
    guard Array(after.utf8).first.map({ $0 <= 0x20 }) ?? true, let word = wordToComplete(before) else {
      state.completions = nil
      return []
    }
    if word == state.completions?.word { return [] }
    // Suggestions stay until better ones come, if they still fit.
    let (people, tags) = (state.completions?.people ?? [], state.completions?.tags ?? [])
    var completions = Completions(word: word)
    let name = Array(TagKey.lowercased(completions.name).utf8)
    if completions.isTag {
      completions.tags = tags.filter { Array(TagKey.lowercased($0).utf8).starts(with: name) }
    } else {
      completions.people = people.filter { Array(TagKey.lowercased($0.handle).utf8).starts(with: name) }
    }
    state.completions = completions
    return [.after(milliseconds: completionPauseMilliseconds, .typingPaused)]
  }

  static func askCompletions(_ state: inout State) -> [Effect] {
    guard let completions = state.completions, !completions.isAsked else { return [] }
    state.completions?.isAsked = true
    let call =
      completions.isTag
      ? MastodonRequests.searchTags(completions.name, limit: maxCompletions)
      : MastodonRequests.searchAccounts(completions.name, limit: maxCompletions)
    return [.ask(Request.completions(completions.word), call)]
  }

  static func receivedCompletions(
    _ state: inout State, _ word: String, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard let completions = state.completions, completions.word == word else { return [] }
    guard case .success(let response) = result, response.isSuccess else {
      // The device stores the people that the viewer follows, and the authors of the home timeline. They are
      // offered in this order.
      guard let session = state.session else { return [] }
      return [.load(key: session.followingKey), .load(key: session.homeKey)]
    }
    let decoder = MastodonDecoder(origin: state.origin)
    if completions.isTag {
      state.completions?.tags = Array(
        (decoder.found(response.body)?.tags ?? []).prefix(maxCompletions).map { $0.name })
    } else {
      var people: [Profile] = []
      _ = decoder.people(body: response.body) { people.append($0) }
      state.completions?.people = Array(people.prefix(maxCompletions))
    }
    return []
  }

  /// Adds fitting people and tags from a cached response: a list of people, or a timeline. Existing
  /// suggestions stay.
  static func complete(_ state: inout State, from bytes: [UInt8], isTimeline: Bool) {
    guard let completions = state.completions, completions.isAsked else { return }
    let decoder = MastodonDecoder(origin: state.origin)
    let (name, isTag) = (Array(TagKey.lowercased(completions.name).utf8), completions.isTag)
    func fits(_ text: String) -> Bool { Array(TagKey.lowercased(text).utf8).starts(with: name) }
    var (people, tags) = (completions.people, completions.tags)
    func add(_ person: Profile) {
      guard !isTag, people.count < maxCompletions, fits(person.handle) || fits(person.account.nick),
        !people.contains(where: { $0.id == person.id })
      else { return }
      people.append(person)
    }
    if isTimeline {
      for item in decoder.timeline(CachedResponse(bytes)?.body ?? bytes) ?? [] {
        add(item.entry.post.author)
        guard isTag else { continue }
        for tag in item.entry.post.tags
        where tags.count < maxCompletions && fits(tag.name) && !tags.contains(tag.name) {
          tags.append(tag.name)
        }
      }
    } else if let page = CachedResponse(bytes) {
      _ = decoder.people(body: page.body, add)
    }
    state.completions?.people = people
    state.completions?.tags = tags
  }

  /// Inserts the word with its sign, and a space after it if it ends the text. An empty word dismisses the
  /// suggestions.
  static func chooseCompletion(_ state: inout State, _ word: String) -> [Effect] {
    guard let typed = state.completions?.word else { return [] }
    state.completions = nil
    if word.isEmpty { return [] }
    let (before, after) = parts(state)
    state.draft.text = String(decoding: Array(before.utf8).dropLast(typed.utf8.count), as: UTF8.self)
    state.draft.text += word + (after.isEmpty ? " " : after)
    state.caret = nil
    state.discarded = nil
    return [.setField(name: "text", state.draft.text), store(state)]
  }
}

extension Compose.Completions {
  static let key = "completions"

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element(
        "div", .class("completions"), .data("data-key", Self.key), .role("group"),
        .aria(.label, strings[.suggestions]),
        .data("data-escape", Compose.Tap.complete("").encoded.text)
      ) { html in
        for person in people {
          html.element("button", .type("button"), .tap(Compose.Tap.complete("@" + person.handle))) { html in
            html.avatar(of: person.account, shownSize: "32px")
            html.nick(of: person.account)
            html.element("bdi", .class("handle"), text: "@" + person.handle)
          }
        }
        for tag in tags {
          html.element("button", .type("button"), .tap(Compose.Tap.complete("#" + tag))) { html in
            html.element("bdi", .class("nick"), text: "#" + tag)
          }
        }
      }
    }
  }
}
