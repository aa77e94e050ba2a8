import Social

/// A post that somebody writes.
struct Draft: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var text: String
    var warning: String
    var isSensitive: Bool
    var visibility: Visibility?
    var language: String?
    var replyTo: Quoted?
    var pictures: [DraftPicture]
    let isComment: Bool
  }

  @Shared private var parts: Parts

  var text: String {
    get { parts.text }
    set { parts.text = newValue }
  }
  /// Empty: none.
  var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  /// nil: as the answered post, or as the person's posts usually are.
  var visibility: Visibility? {
    get { parts.visibility }
    set { parts.visibility = newValue }
  }
  /// BCP 47.
  var language: String? {
    get { parts.language }
    set { parts.language = newValue }
  }
  var replyTo: Quoted? {
    get { parts.replyTo }
    set { parts.replyTo = newValue }
  }
  /// In the order in which they show, at most `mostPictures`.
  var pictures: [DraftPicture] {
    get { parts.pictures }
    set { parts.pictures = newValue }
  }
  /// It was written under a post of a Moments page.
  var isComment: Bool { parts.isComment }

  init(
    text: String = "", warning: String = "", isSensitive: Bool = false, visibility: Visibility? = .everybody,
    language: String? = nil, replyTo: Quoted? = nil, pictures: [DraftPicture] = [], isComment: Bool = false
  ) {
    parts = Parts(
      text: text, warning: warning, isSensitive: isSensitive, visibility: visibility, language: language,
      replyTo: replyTo, pictures: pictures, isComment: isComment)
  }

  /// The part of the answered post that shows over the reply.
  struct Quoted: Equatable, Sendable {
    var id: String
    var nick: String
    var handle: String
    /// Plain, and possibly shortened.
    var text: String
    /// The address of the author's picture; nil: the default is drawn.
    var avatar: String?

    init(id: String, nick: String, handle: String, text: String, avatar: String? = nil) {
      self.id = id
      self.nick = nick
      self.handle = handle
      self.text = text
      self.avatar = avatar
    }

    /// Its author, with what is known of them.
    var author: Account {
      let name = Array(handle.utf8).prefix { $0 != UInt8(ascii: "@") }
      return Account(
        username: String(decoding: name, as: UTF8.self), nick: nick, avatar: avatar.map { Picture(url: $0) })
    }
  }
}

/// With what the composing screen begins.
struct ComposeStart: Equatable, Sendable {
  var draft: Draft
  /// The id of the post that is changed; nil: a new one.
  var editedID: String?
  /// The post before the change, if it is known.
  var edited: Status?
  /// The draft is what the person had written: it goes before a kept one.
  var isRestored: Bool
  /// The draft has a name of its own: another one has the usual name.
  var key: String?

  init(_ draft: Draft = Draft(), editing id: String? = nil, _ edited: Status? = nil, isRestored: Bool = false) {
    self.draft = draft
    editedID = id
    self.edited = edited
    self.isRestored = isRestored
  }

  /// Under which name the device keeps the draft.
  var draftKey: String {
    if let key { return key }
    if let editedID { return "draft edit " + editedID }
    return draft.replyTo.map { "draft reply " + $0.id } ?? "draft"
  }
}
