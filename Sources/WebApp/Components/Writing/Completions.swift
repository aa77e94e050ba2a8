import Contracts
import Localization
import Markup
import Social

/// Suggestions for the name or tag that the viewer is typing, in the composer or in a comment.
struct Completions: Equatable, Sendable {
  /// The number of suggestions that the server is asked for.
  static let limit = 5
  /// The maximum number of people: those of the conversation, and then the server's.
  static let maxPeople = 8
  static let pauseMilliseconds = 200
  /// The name under which the browser reports the caret's position.
  static let caretField = "caret"
  static let key = "completions"

  /// The word with its `@` or `#`.
  let word: String
  /// True if the server was asked for it.
  var isAsked = false
  /// The fitting people of the conversation, who come first.
  private(set) var known: [Profile] = []
  var people: [Profile] = []
  var tags: [String] = []

  var isEmpty: Bool { people.isEmpty && tags.isEmpty }
  var isTag: Bool { Array(word.utf8).first == UInt8(ascii: "#") }
  /// The word without its sign.
  var name: String { String(decoding: Array(word.utf8).dropFirst(), as: UTF8.self) }

  init(_ word: String) { self.word = word }

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

  /// Returns the text before the caret, and after it. The caret is in UTF-16 code units, as browsers count;
  /// `nil` is the end.
  private static func parts(of text: String, _ caret: Int?) -> (before: String, after: String) {
    let bytes = Array(text.utf8)
    var (index, units) = (0, 0)
    let caret = caret ?? .max
    while index < bytes.count, units < caret {
      units += bytes[index] < 0xF0 ? 1 : 2
      index += 1
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return (
      String(decoding: bytes[..<index], as: UTF8.self), String(decoding: bytes[index...], as: UTF8.self)
    )
  }

  /// Notes the word that is being typed; the server is asked once the viewer pauses. A word is completed at
  /// its end.
  @inline(never)
  static func typed(
    _ completions: inout Completions?, _ text: String, caret: Int?, among conversation: [Profile] = []
  ) -> [Effect] {
    let (before, after) = parts(of: text, caret)
    guard Array(after.utf8).first.map({ $0 <= 0x20 }) ?? true, let word = wordToComplete(before) else {
      completions = nil
      return []
    }
    if word == completions?.word { return [] }
    var next = Completions(word)
    for person in conversation { next.add(person) }
    next.known = next.people
    // Suggestions stay until better ones come, if they still fit.
    for person in completions?.people ?? [] { next.add(person) }
    for tag in completions?.tags ?? [] { next.add(tag: tag) }
    completions = next
    return [.after(milliseconds: pauseMilliseconds, .typingPaused)]
  }

  /// Returns the request for more suggestions; `nil` if the server was asked already.
  mutating func request() -> APIRequest? {
    if isAsked { return nil }
    isAsked = true
    return isTag
      ? MastodonRequests.searchTags(name, limit: Self.limit)
      : MastodonRequests.searchAccounts(name, limit: Self.limit)
  }

  /// Shows the server's suggestions after the people of the conversation. Returns false if the server sent
  /// none.
  mutating func received(_ result: Result<Response, RequestFailure>, from origin: Origin) -> Bool {
    guard case .success(let response) = result, response.isSuccess else { return false }
    let decoder = MastodonDecoder(origin: origin)
    if isTag {
      tags = Array((decoder.found(response.body)?.tags ?? []).prefix(Self.limit).map { $0.name })
      return true
    }
    var found: [Profile] = []
    _ = decoder.people(body: response.body) { found.append($0) }
    people = known
    for person in found.prefix(Self.limit) { append(person) }
    return true
  }

  /// Adds fitting people and tags from a cached response: a list of people, or a timeline. Existing
  /// suggestions stay.
  mutating func add(from bytes: [UInt8], isTimeline: Bool, _ origin: Origin) {
    guard isAsked else { return }
    let decoder = MastodonDecoder(origin: origin)
    guard isTimeline else {
      guard let page = CachedResponse(bytes) else { return }
      var listed: [Profile] = []
      _ = decoder.people(body: page.body) { listed.append($0) }
      for person in listed { add(person) }
      return
    }
    for item in decoder.timeline(CachedResponse(bytes)?.body ?? bytes) ?? [] {
      add(item.entry.post.author)
      for tag in item.entry.post.tags { add(tag: tag.name) }
    }
  }

  /// Adds a person whose name begins like the word.
  mutating func add(_ person: Profile) {
    if !isTag, people.count < Self.limit, fits(person.handle) || fits(person.account.nick) { append(person) }
  }

  private mutating func add(tag: String) {
    if isTag, tags.count < Self.limit, fits(tag), !tags.contains(tag) { tags.append(tag) }
  }

  private mutating func append(_ person: Profile) {
    guard people.count < Self.maxPeople, !people.contains(where: { $0.handle == person.handle }) else {
      return
    }
    people.append(person)
  }

  private func fits(_ text: String) -> Bool {
    Array(TagKey.lowercased(text).utf8).starts(with: Array(TagKey.lowercased(name).utf8))
  }

  /// Returns the text with a word instead of the typed one, and with a space after it if it ends the text.
  func text(choosing chosen: String, in text: String, caret: Int?) -> String {
    let (before, after) = Self.parts(of: text, caret)
    let start = String(decoding: Array(before.utf8).dropLast(word.utf8.count), as: UTF8.self)
    return start + chosen + (after.isEmpty ? " " : after)
  }
}

extension Completions {
  /// Returns the list over a field. The field keeps the focus; the bridge moves the choice by its keys.
  /// `dismiss` is the attribute of the element that the list belongs to, so that a tap on it isn't one outside.
  @inline(never)
  func html(_ strings: Strings, _ dismiss: Attribute? = nil) -> HTML {
    HTML { html in
      html.element(
        "div", .class("completions"), .data("data-key", Self.key), dismiss,
        .escape(FieldTap.complete("").encoded)
      ) { html in
        html.element("div", .role("listbox"), .aria(.label, strings[.suggestions])) { html in
          for person in people {
            option("@" + person.handle, &html) { html in
              html.avatar(of: person.account, shownSize: "32px")
              html.nick(of: person.account)
              html.element("bdi", .class("handle"), text: "@" + person.handle)
            }
          }
          for tag in tags {
            option("#" + tag, &html) { $0.element("bdi", .class("nick"), text: "#" + tag) }
          }
        }
        html.element("p", .class("unseen"), .role("status")) { html in
          html.text(strings[.suggestions])
          for person in people {
            html.text(" ")
            html.nick(of: person.account)
          }
          for tag in tags {
            html.text(" ")
            html.element("bdi", text: "#" + tag)
          }
        }
      }
    }
  }

  private func option(_ word: String, _ html: inout HTML, _ content: (inout HTML) -> Void) {
    html.element(
      "button", .type("button"), .role("option"), .aria(.selected, "false"), .named(.tabIndex, "-1"),
      .tap(FieldTap.complete(word)), content: content)
  }
}
