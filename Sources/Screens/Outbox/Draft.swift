public import Social

/// A post that somebody writes.
public struct Draft: Equatable, Sendable {
  public var text: String
  /// Empty: none.
  public var warning: String
  public var isSensitive: Bool
  /// nil: as the answered post, or as the person's posts usually are.
  public var visibility: Visibility?
  /// BCP 47.
  public var language: String?
  public var replyTo: Quoted?

  public init(
    text: String = "", warning: String = "", isSensitive: Bool = false, visibility: Visibility? = .everybody,
    language: String? = nil, replyTo: Quoted? = nil
  ) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.visibility = visibility
    self.language = language
    self.replyTo = replyTo
  }

  /// As much of the answered post as is shown over the reply.
  public struct Quoted: Equatable, Sendable {
    public var id: String
    public var nick: String
    public var handle: String
    /// Plain, and possibly shortened.
    public var text: String

    public init(id: String, nick: String, handle: String, text: String) {
      self.id = id
      self.nick = nick
      self.handle = handle
      self.text = text
    }
  }
}

/// With what the composing screen begins.
public struct ComposeStart: Equatable, Sendable {
  public var draft: Draft
  /// The post that is changed; nil: a new one.
  public var editedID: String?
  /// The draft is what the person had written: it goes before a kept one.
  public var isRestored: Bool

  public init(_ draft: Draft = Draft(), editedID: String? = nil, isRestored: Bool = false) {
    self.draft = draft
    self.editedID = editedID
    self.isRestored = isRestored
  }
}
