import Contracts

/// What an import did, and what it left out.
public struct ImportReport: Equatable, Sendable {
  public struct Count: Equatable, Sendable {
    public var added = 0
    /// There from an earlier import.
    public var known = 0
  }

  /// Items are counted from 1, as they stand in the source.
  public struct Dropped: Equatable, Sendable {
    public var item: Int
    public var reason: Reason
  }

  public enum Reason: Equatable, Sendable {
    /// Not JSON, or nested too deeply.
    case unreadable
    case notAnObject
    case errorObject
    case noSender
    case empty
    /// More than 100,000 characters.
    case tooLong
  }

  /// A picture that keeps its place, but could not be had.
  public struct FailedPicture: Equatable, Sendable {
    /// nil: it is the owner's avatar or cover.
    public var item: Int?
    public var reference: String
    /// A sentence.
    public var reason: String
  }

  /// Somebody who has another username here, because theirs is taken.
  public struct RenamedPerson: Equatable, Sendable {
    public var username: String
    public var nick: String
    public var newUsername: String
  }

  public var posts = Count()
  public var comments = Count()
  public var likes = Count()
  public var people = Count()
  /// Each picture counts once, however often it is shown.
  public var pictures = Count()
  public var dropped: [Dropped] = []
  /// Comments without sender or text, or too long.
  public var droppedComments = 0
  /// Beyond the ninth of a post, or without an address.
  public var droppedPictures = 0
  public var failedPictures: [FailedPicture] = []
  public var renamed: [RenamedPerson] = []
  /// Posts of earlier imports that the source no longer has; they were kept.
  public var missingInSource = 0

  public init() {}
}
