import Community
import Hummingbird
import JSON
import Social
import TwitterContracts

/// The parameters of a request to the Twitter API. Values that can't be read count as missing.
struct TwitterParameters {
  let values: APIParameters

  /// Returns a text; `nil` if it is missing or empty.
  func text(_ name: String) -> String? {
    guard let text = try? values.string(name), !text.isEmpty else { return nil }
    return text
  }

  func number(_ name: String) -> Int64? { text(name).flatMap { Int64(digits: Array($0.utf8)[...]) } }

  func flag(_ name: String, default standard: Bool = false) -> Bool {
    switch text(name)?.lowercased() {
    case "true", "t", "1": true
    case "false", "f", "0": false
    default: standard
    }
  }

  /// Returns the parts of a list with commas, 100 at most.
  func list(_ name: String) -> [String] {
    (text(name) ?? "").split(separator: ",").prefix(100).map { part in
      String(part.drop { $0 == " " }.prefix { $0 != " " })
    }
  }

  func numbers(_ name: String) -> [Int64] {
    list(name).compactMap { text in
      Int64(digits: Array(text.utf8)[...]).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// Returns the requested number of entries.
  func count(default standard: Int, maximum: Int) -> Int {
    Int(min(max(number("count") ?? Int64(standard), 0), Int64(maximum)))
  }

  /// Returns the cursor of a page of tweets: `max_id` is inclusive here, `since_id` isn't. Zero is ignored.
  func cursor(default standard: Int = 20, maximum: Int = 200) -> Cursor {
    let bound = { (name: String) in number(name).flatMap { $0 > 0 ? $0 : nil } }
    return Cursor(
      maxID: bound("max_id").flatMap { $0 < .max ? $0 + 1 : nil }, sinceID: bound("since_id"),
      limit: count(default: standard, maximum: maximum))
  }

  /// True for `count=0`, which some clients send. Their response is an empty list.
  var wantsNothing: Bool { number("count") == 0 }

  /// Returns the cursor of a page of people. The numbers are those of `TwitterCursors`.
  func peopleCursor(default standard: Int, maximum: Int) -> Cursor {
    let limit = max(1, count(default: standard, maximum: maximum))
    guard let cursor = number("cursor"), cursor != -1, cursor != 0 else { return Cursor(limit: limit) }
    guard cursor < 0 else { return Cursor(maxID: cursor, limit: limit) }
    return Cursor(minID: cursor == .min ? .max : -cursor - 1, limit: limit)
  }

  var tweetOptions: TweetOptions {
    var options = TweetOptions()
    options.isExtended = text("tweet_mode") == "extended"
    options.hasTrimmedUser = flag("trim_user")
    options.hasEntities = flag("include_entities", default: true)
    options.hasDescriptions = flag("include_ext_alt_text")
    options.hasOwnRepost = flag("include_my_retweet")
    return options
  }
}

/// The cursors around a page of people. 0 ends the list; a negative number leads to newer entries, and is
/// never -1, which begins the list.
struct TwitterCursors {
  let next: Int64
  let previous: Int64

  /// - Parameter cursor: The cursor of the page.
  init(_ page: ListPage<some Sendable>, at cursor: Cursor) {
    next = page.older ?? 0
    let isFirst = cursor.maxID == nil && cursor.minID == nil
    previous = isFirst ? 0 : page.newer.map { -$0 - 1 } ?? 0
  }

  func write(to writer: inout JSONWriter) {
    for (name, text, value) in [
      ("next_cursor", "next_cursor_str", next), ("previous_cursor", "previous_cursor_str", previous),
    ] as [(StaticString, StaticString, Int64)] {
      writer.name(name)
      writer.number(value)
      writer.name(text)
      writer.string("\(value)")
    }
  }
}

extension APICall {
  var twitter: TwitterParameters { TwitterParameters(values: parameters) }

  /// Returns the id in the path or the parameter `id`.
  ///
  /// - Parameter missing: The refusal without an id that is a number.
  func tweetID(or missing: TwitterError = .statusMissing) throws -> Int64 {
    let id = path.get("id").map { Int64(digits: Array($0.utf8)[...]) } ?? twitter.number("id")
    guard let id, id >= 0 else { throw missing }
    return id
  }

  /// Finds the user that the request names; `nil` if it names none.
  ///
  /// - Throws: `missing` if the user doesn't exist.
  func namedUser(
    _ community: Community, viewer: Viewer?, prefix: String = "", or missing: TwitterError = .userMissing
  ) async throws -> Profile? {
    let parameters = twitter
    let other = prefix.isEmpty ? try path.get("id") == nil ? parameters.text("id") : text("id") : nil
    let number = parameters.number(prefix + (prefix.isEmpty ? "user_id" : "id"))
    guard let name = parameters.text(prefix + "screen_name") ?? other else {
      guard let number else { return nil }
      guard let profile = try await community.accounts.profile(number, viewer: viewer) else { throw missing }
      return profile
    }
    if let number, let profile = try await community.accounts.profile(number, viewer: viewer) {
      return profile
    }
    if let name = localName(name),
      let profile = try await community.accounts.profile(named: name, viewer: viewer)
    {
      return profile
    }
    guard let id = Int64(digits: Array(name.utf8)[...]), id >= 0,
      let profile = try await community.accounts.profile(id, viewer: viewer)
    else { throw missing }
    return profile
  }

  /// Finds the user that the request names, or the viewer.
  ///
  /// - Throws: `missing` if the user doesn't exist, or without a name and a viewer.
  func namedUserOrViewer(
    _ community: Community, _ viewer: Viewer?, or missing: TwitterError = .userMissing
  ) async throws -> (id: Int64, profile: Profile) {
    var profile = try await namedUser(community, viewer: viewer, or: missing)
    if profile == nil, let viewer {
      profile = try await community.accounts.profile(viewer.account, viewer: viewer)
    }
    guard let profile, let id = Int64(profile.id) else { throw missing }
    return (id, profile)
  }
}
