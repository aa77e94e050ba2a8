public import Social

/// A post before it is published.
public struct PostDraft: Equatable, Sendable {
  public var text: String
  /// The content warning, which is shown before the text.
  public var warning: String
  /// True to hide the pictures at first; `nil` uses the author's default.
  public var isSensitive: Bool?
  /// The audience; `nil` uses the author's default. A reply's is narrowed to the audience of its parent.
  public var visibility: Visibility?
  /// The circles that see the post, or don't; `nil` for another audience.
  public var circles: CircleChoice?
  /// The widest audience that the client allows, also for the author's default.
  public var widest: Visibility
  /// A BCP 47 tag; `nil` uses the author's default.
  public var language: String?
  /// The id of the parent.
  public var replyTo: Int64?
  /// True to publish it as a comment on a Moments page, below the first post of its conversation.
  public var isComment: Bool
  public var pictures: PictureChoice?
  public var poll: PollDraft?
  /// The place that the author names. It isn't cleaned yet.
  public var location: String?
  /// The accounts to remind of the post. Those who may not see it are left out.
  public var reminded: [Int64]

  public init(
    text: String, warning: String = "", isSensitive: Bool? = nil, visibility: Visibility? = nil,
    circles: CircleChoice? = nil, widest: Visibility = .everybody, language: String? = nil,
    replyTo: Int64? = nil,
    isComment: Bool = false, pictures: PictureChoice? = nil, poll: PollDraft? = nil,
    location: String? = nil, reminded: [Int64] = []
  ) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.visibility = visibility
    self.circles = circles
    self.widest = widest
    self.language = language
    self.replyTo = replyTo
    self.isComment = isComment
    self.pictures = pictures
    self.poll = poll
    self.location = location
    self.reminded = reminded
  }
}

/// The author's circles that a post is for.
public struct CircleChoice: Equatable, Sendable {
  /// The circles whose people see the post; empty for all members or followers but the excepted people.
  public var circles: [Int64]
  /// The circles whose people don't see it.
  public var excepted: [Int64]

  /// Returns `nil` without any circle.
  public init?(_ circles: [Int64], but excepted: [Int64] = []) {
    guard !circles.isEmpty || !excepted.isEmpty else { return nil }
    self.circles = Set(circles).sorted()
    self.excepted = Set(excepted).sorted()
  }
}

/// The pictures that a post should have.
public struct PictureChoice: Equatable, Sendable {
  /// The ids of uploads or of the post's present pictures, in their new order; `nil` keeps the present ones.
  public var ids: [Int64]?
  /// New descriptions and focal points, by the pictures' ids.
  public var attributes: [Int64: PictureAttributes]

  public init(ids: [Int64]?, attributes: [Int64: PictureAttributes] = [:]) {
    self.ids = ids
    self.attributes = attributes
  }
}

/// An author's changes to a post. Fields that are `nil` keep the value that they have when the change is
/// made.
public struct PostChange: Equatable, Sendable {
  public var text: String?
  public var warning: String?
  public var isSensitive: Bool?
  public var language: String?
  public var pictures: PictureChoice?
  /// The audience, which is the present one or a narrower one.
  public var visibility: Visibility?
  /// Other options, or another number of choices, remove the votes.
  public var poll: PollDraft?
  /// The place that the author names; empty to remove it.
  public var location: String?
  /// Further accounts to remind of the post.
  public var reminded: [Int64]

  public init(
    text: String? = nil, warning: String? = nil, isSensitive: Bool? = nil, language: String? = nil,
    pictures: PictureChoice? = nil, visibility: Visibility? = nil, poll: PollDraft? = nil,
    location: String? = nil, reminded: [Int64] = []
  ) {
    self.poll = poll
    self.reminded = reminded
    self.location = location
    self.visibility = visibility
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.language = language
    self.pictures = pictures
  }
}

/// The text of a post as its author typed it.
public struct PostSource: Equatable, Sendable {
  public var id: String
  public var text: String
  public var warning: String
}

/// A version of a post, and the moment at which it was written.
public struct PostVersion: Equatable, Sendable {
  public var content: Content
  public var warning: String
  public var isSensitive: Bool
  public var createdAt: Timestamp?
  public var author: Profile
  /// The version's pictures that the post still has, with their descriptions at that time.
  public var attachments: [Post.Attachment]
  /// The options of the version's poll; `nil` if it had none.
  public var pollTitles: [String]?
  public var location: String?
}

/// The posts around a post in its conversation.
public struct PostContext: Equatable, Sendable {
  /// The ancestors, oldest first.
  public var ancestors: [Post]
  /// The replies, each one after its parent.
  public var descendants: [Post]
}
