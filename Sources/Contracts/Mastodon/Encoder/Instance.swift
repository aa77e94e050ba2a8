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
  public var pictures: Pictures

  /// What is taken of pictures.
  public struct Pictures: Equatable, Sendable {
    /// How many pictures a post may have.
    public var most: Int
    public var types: [String]
    /// Of one file.
    public var maximumBytes: Int
    public var maximumPixels: Int
    /// Characters of a description.
    public var longestDescription: Int

    public init(
      most: Int = 0, types: [String] = [], maximumBytes: Int = 0, maximumPixels: Int = 0, longestDescription: Int = 0
    ) {
      self.most = most
      self.types = types
      self.maximumBytes = maximumBytes
      self.maximumPixels = maximumPixels
      self.longestDescription = longestDescription
    }
  }

  public init(
    title: String, description: String, version: String, registration: Registration, members: Int, posts: Int,
    contact: Profile?, maximumCharacters: Int, charactersPerLink: Int, pictures: Pictures = Pictures()
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
    self.pictures = pictures
  }
}
