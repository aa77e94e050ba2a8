/// The kind of list that a filter of the viewer applies to (Mastodon API, entities/Filter, `context`).
public enum FilterContext: String, Sendable {
  case home, notifications, thread, account
  /// Tags, public timelines and search results.
  case everywhere = "public"
}

/// A filter of the viewer that matches a post (Mastodon API, entities/FilterResult).
public struct PostFilter: Equatable, Sendable {
  public enum Action: Equatable, Sendable {
    /// The filter's title stands in place of the post until the viewer asks for it.
    case warn
    case hide
    /// Pictures are covered (Mastodon 4.4).
    case blur
  }

  public let title: String
  public let action: Action
  /// The lists that it applies to, by the API's names; `nil` if the server doesn't say.
  public let contexts: [String]?

  public init(title: String, action: Action, contexts: [String]?) {
    self.title = title
    self.action = action
    self.contexts = contexts
  }
}

/// The effect of the viewer's filters on a post in one kind of list.
public struct FilterEffect: Equatable, Sendable {
  /// The title of the first matching filter that only warns; empty if no filter does.
  public var title = ""
  public var hides = false
  /// True if pictures are covered.
  public var blurs = false

  public init() {}

  /// - Parameter context: The list that shows the post; `nil` in lists without filters, where nothing is
  ///   hidden.
  @inline(never)
  public init(_ filters: [PostFilter], in context: FilterContext?) {
    for filter in filters {
      if let context, let contexts = filter.contexts, !contexts.contains(context.rawValue) { continue }
      switch filter.action {
      case .hide where context != nil: hides = true
      case .blur: blurs = true
      case .warn, .hide: if title.isEmpty { title = filter.title }
      }
    }
  }
}
