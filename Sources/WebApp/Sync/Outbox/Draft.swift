import Localization
import Social

/// A post that is being written.
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
    var poll: DraftPoll?
    var circles: [Post.ChosenCircle] = []
    var location: String?
    var reminded: [Reminded] = []
  }

  @Shared private var parts: Parts

  var text: String {
    get { parts.text }
    set { parts.text = newValue }
  }
  /// Empty without a warning.
  var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  /// `nil` for the author's default, or a narrower one of the parent.
  var visibility: Visibility? {
    get { parts.visibility }
    set { parts.visibility = newValue }
  }
  /// The circles that the author chose; they take the place of `visibility`.
  var circles: [Post.ChosenCircle] {
    get { parts.circles }
    set { parts.circles = newValue }
  }
  /// The place that the author names; empty to remove it from a changed post.
  var location: String? {
    get { parts.location }
    set { parts.location = newValue }
  }
  /// The people to remind of the post, at most `maxReminded`.
  var reminded: [Reminded] {
    get { parts.reminded }
    set { parts.reminded = newValue }
  }
  /// A BCP 47 tag.
  var language: String? {
    get { parts.language }
    set { parts.language = newValue }
  }
  var replyTo: Quoted? {
    get { parts.replyTo }
    set { parts.replyTo = newValue }
  }
  /// Sorted for display, at most `maxPictures`.
  var pictures: [DraftPicture] {
    get { parts.pictures }
    set { parts.pictures = newValue }
  }
  /// True if it was written under a post of a Moments page.
  var isComment: Bool { parts.isComment }
  var poll: DraftPoll? {
    get { parts.poll }
    set { parts.poll = newValue }
  }

  init(
    text: String = "", warning: String = "", isSensitive: Bool = false, visibility: Visibility? = nil,
    language: String? = nil, replyTo: Quoted? = nil, pictures: [DraftPicture] = [], isComment: Bool = false,
    poll: DraftPoll? = nil
  ) {
    parts = Parts(
      text: text, warning: warning, isSensitive: isSensitive, visibility: visibility, language: language,
      replyTo: replyTo, pictures: pictures, isComment: isComment, poll: poll)
  }

  /// The part of the parent post that shows over the reply.
  struct Quoted: Equatable, Sendable {
    var id: String
    var nick: String
    var handle: String
    /// Plain, and possibly shortened.
    var text: String
    /// The address of the author's picture; `nil` for the drawn default.
    var avatar: String?

    init(id: String, nick: String, handle: String, text: String, avatar: String? = nil) {
      self.id = id
      self.nick = nick
      self.handle = handle
      self.text = text
      self.avatar = avatar
    }

    /// The author, with what is known about them.
    var author: Account {
      let name = Array(handle.utf8).prefix { $0 != UInt8(ascii: "@") }
      return Account(
        username: String(decoding: name, as: UTF8.self), nick: nick, avatar: avatar.map { Picture(url: $0) })
    }
  }
}

/// The initial state of the composer.
struct ComposeStart: Equatable, Sendable {
  var draft: Draft
  /// The id of the post to change; `nil` for a new post.
  var editedID: String?
  /// The post before the change, if known.
  var edited: Post?
  /// True if the draft is text that the viewer had already written; it then takes precedence over a stored
  /// draft.
  var isRestored: Bool
  /// The draft's own name, if another draft has the usual one.
  var key: String?

  init(_ draft: Draft = Draft(), editing id: String? = nil, _ edited: Post? = nil, isRestored: Bool = false) {
    self.draft = draft
    editedID = id
    self.edited = edited
    self.isRestored = isRestored
  }

  /// The name under which the device stores the draft.
  var draftKey: String {
    if let key { return key }
    if let editedID { return "draft edit " + editedID }
    return draft.replyTo.map { "draft reply " + $0.id } ?? "draft"
  }
}
