import JSON

/// The kind of list that a reader's filter is for (Mastodon API, entities/Filter, `context`).
public enum FilterContext: String, Sendable {
  case home, notifications, thread, account
  /// Tags, the community's posts and what a search finds.
  case everywhere = "public"
}

/// The reader's filters that match a post (entities/FilterResult).
struct MatchedFilters {
  /// The title of the first that asks to be warned; empty if none does.
  var title = ""
  var hides = false
  /// Pictures are covered (`blur`, Mastodon 4.4).
  var blurs = false

  /// - Parameter context: the list that the post is for; `nil` in lists that filters are not for, where nothing is hidden.
  init(_ json: JSON?, in context: FilterContext?) {
    for result in json?.array ?? [] { if let filter = result["filter"] { add(filter, in: context) } }
  }

  @inline(never)
  private mutating func add(_ filter: JSON, in context: FilterContext?) {
    if let context, let contexts = filter["context"]?.array,
      !contexts.contains(where: { $0.string == context.rawValue })
    {
      return
    }
    switch filter["filter_action"]?.string {
    case "hide" where context != nil: hides = true
    case "blur": blurs = true
    default: if title.isEmpty { title = filter["title"]?.string ?? "" }
    }
  }
}
