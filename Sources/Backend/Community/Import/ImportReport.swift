import Contracts

/// The results of an import.
public struct ImportReport: Equatable, Sendable {
  public struct Count: Equatable, Sendable {
    public var added = 0
    /// The number from earlier imports.
    public var known = 0
  }

  /// An item that was left out. Items are counted from 1 in the order of the source.
  public struct Dropped: Equatable, Sendable {
    public var item: Int
    public var reason: Reason
  }

  public enum Reason: Equatable, Sendable {
    /// The item isn't JSON or is nested too deeply.
    case unreadable
    case notAnObject
    case errorObject
    case noSender
    case empty
    /// The text has more than 100,000 characters.
    case tooLong
  }

  /// A picture that keeps its place but could not be fetched.
  public struct FailedPicture: Equatable, Sendable {
    /// The item's number; `nil` for the owner's avatar or cover.
    public var item: Int?
    public var reference: String
    /// The reason as a sentence.
    public var reason: String
  }

  /// A person with another username here, because theirs is taken.
  public struct RenamedPerson: Equatable, Sendable {
    public var username: String
    public var nick: String
    public var newUsername: String
  }

  public var posts = Count()
  public var comments = Count()
  public var likes = Count()
  public var people = Count()
  /// The number of pictures. Each counts once, even if it is shown several times.
  public var pictures = Count()
  public var dropped: [Dropped] = []
  /// The number of comments that have no sender or text, or are too long.
  public var droppedComments = 0
  /// The number of pictures beyond the ninth of a post, or without an address.
  public var droppedPictures = 0
  public var failedPictures: [FailedPicture] = []
  public var renamed: [RenamedPerson] = []
  /// The number of posts from earlier imports that the source no longer has. They were kept.
  public var missingInSource = 0

  public init() {}
}
