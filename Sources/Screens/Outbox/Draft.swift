public import Social

/// A post that somebody writes.
public struct Draft: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var text: String
    var warning: String
    var isSensitive: Bool
    var visibility: Visibility?
    var language: String?
    var replyTo: Quoted?
  }

  @Shared private var parts: Parts

  public var text: String {
    get { parts.text }
    set { parts.text = newValue }
  }
  /// Empty: none.
  public var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  public var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  /// nil: as the answered post, or as the person's posts usually are.
  public var visibility: Visibility? {
    get { parts.visibility }
    set { parts.visibility = newValue }
  }
  /// BCP 47.
  public var language: String? {
    get { parts.language }
    set { parts.language = newValue }
  }
  public var replyTo: Quoted? {
    get { parts.replyTo }
    set { parts.replyTo = newValue }
  }

  public init(
    text: String = "", warning: String = "", isSensitive: Bool = false, visibility: Visibility? = .everybody,
    language: String? = nil, replyTo: Quoted? = nil
  ) {
    parts = Parts(
      text: text, warning: warning, isSensitive: isSensitive, visibility: visibility, language: language,
      replyTo: replyTo)
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
