import JSON

/// The kind of list that a filter of the viewer applies to (Mastodon API, entities/Filter, `context`).
public enum FilterContext: String, Sendable {
  case home, notifications, thread, account
  /// Tags, public timelines and search results.
  case everywhere = "public"
}

/// The viewer's filters that match a post (entities/FilterResult).
struct MatchedFilters {
  /// The title of the first matching filter that only warns; empty if no filter does.
  var title = ""
  var hides = false
  /// True if pictures are covered (`blur`, Mastodon 4.4).
  var blurs = false

  /// - Parameter context: The list that shows the post; `nil` in lists without filters, where nothing is
  ///   hidden.
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
