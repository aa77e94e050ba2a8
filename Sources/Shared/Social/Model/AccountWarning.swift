/// A decision on a report, as the reported member learns of it (Mastodon API, entities/AccountWarning).
public struct AccountWarning: Equatable, Sendable {
  /// The action beside the words; raw values are the API's.
  public enum Action: String, Sendable {
    /// Nothing beyond the warning.
    case warned = "none"
    case removedPosts = "delete_statuses"
  }

  public let action: Action
  /// The moderator's words; empty without any.
  public let text: String

  public init(action: Action, text: String) {
    self.action = action
    self.text = text
  }
}
