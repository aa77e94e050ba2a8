public import Social

/// What somebody wants to publish.
public struct StatusDraft: Equatable, Sendable {
  public var text: String
  /// Shown before the text.
  public var warning: String
  /// Its pictures are covered; nil: as the author set it.
  public var isSensitive: Bool?
  /// nil: as the author set it, and no wider than the post that is replied to.
  public var visibility: Visibility?
  /// BCP 47; nil: as the author set it.
  public var language: String?
  /// The id of a post.
  public var replyTo: Int64?

  public init(
    text: String, warning: String = "", isSensitive: Bool? = nil, visibility: Visibility? = nil,
    language: String? = nil, replyTo: Int64? = nil
  ) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.visibility = visibility
    self.language = language
    self.replyTo = replyTo
  }
}

/// What the author of a post typed.
public struct StatusSource: Equatable, Sendable {
  public var id: String
  public var text: String
  public var warning: String
}

/// A post as it was from a moment on.
public struct StatusEdit: Equatable, Sendable {
  public var content: Content
  public var warning: String
  public var isSensitive: Bool
  public var createdAt: Timestamp?
  public var author: Profile
}

/// The posts around one.
public struct StatusContext: Equatable, Sendable {
  /// What it answers, the oldest first.
  public var ancestors: [Status]
  /// What answers it; the answers to an answer stand right behind it.
  public var descendants: [Status]
}
