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
  /// It is to stand under the post that its conversation began with, as a comment of a Moments page.
  public var isComment: Bool
  public var pictures: PictureChoice?

  public init(
    text: String, warning: String = "", isSensitive: Bool? = nil, visibility: Visibility? = nil,
    language: String? = nil, replyTo: Int64? = nil, isComment: Bool = false, pictures: PictureChoice? = nil
  ) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.visibility = visibility
    self.language = language
    self.replyTo = replyTo
    self.isComment = isComment
    self.pictures = pictures
  }
}

/// Which pictures a post shall have.
public struct PictureChoice: Equatable, Sendable {
  /// Ids of uploads, or of pictures that the post has already, in their order; nil: those that it has.
  public var ids: [Int64]?
  /// What is said of them anew, by their ids.
  public var words: [Int64: PictureWords]

  public init(ids: [Int64]?, words: [Int64: PictureWords] = [:]) {
    self.ids = ids
    self.words = words
  }
}

/// What the author of a post changes of it; nil: it stays as it is when that is carried out.
public struct StatusChange: Equatable, Sendable {
  public var text: String?
  public var warning: String?
  public var isSensitive: Bool?
  public var language: String?
  public var pictures: PictureChoice?

  public init(
    text: String? = nil, warning: String? = nil, isSensitive: Bool? = nil, language: String? = nil,
    pictures: PictureChoice? = nil
  ) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.language = language
    self.pictures = pictures
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
  /// Those of its pictures that the post still has, with what was said of them then.
  public var attachments: [Status.Attachment]
}

/// The posts around one.
public struct StatusContext: Equatable, Sendable {
  /// What it answers, the oldest first.
  public var ancestors: [Status]
  /// What answers it; the answers to an answer stand right behind it.
  public var descendants: [Status]
}
