public import Social

/// A community as it introduces itself to programs (entities/Instance).
public struct Instance: Equatable, Sendable {
  public enum Registration: Equatable, Sendable {
    case closed
    /// Only by an invitation.
    case invitation
    case open
  }

  public var title: String
  /// Plain text.
  public var description: String
  /// Of Swiftlet, as `0.1.0`.
  public var version: String
  public var registration: Registration
  public var members: Int
  public var posts: Int
  /// Who answers for the community.
  public var contact: Profile?
  /// Characters of a post.
  public var maximumCharacters: Int
  /// As which a link in a post counts, in characters.
  public var charactersPerLink: Int

  public init(
    title: String, description: String, version: String, registration: Registration, members: Int, posts: Int,
    contact: Profile?, maximumCharacters: Int, charactersPerLink: Int
  ) {
    self.title = title
    self.description = description
    self.version = version
    self.registration = registration
    self.members = members
    self.posts = posts
    self.contact = contact
    self.maximumCharacters = maximumCharacters
    self.charactersPerLink = charactersPerLink
  }
}
