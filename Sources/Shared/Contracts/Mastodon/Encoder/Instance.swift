public import Social

/// The description of a community for clients (entities/Instance).
public struct Instance: Equatable, Sendable {
  public enum Registration: Equatable, Sendable {
    case closed
    /// By invitation only.
    case invitation
    case open
  }

  public var title: String
  /// Plain text.
  public var description: String
  /// The version of Swiftlet, such as `0.1.0`.
  public var version: String
  public var registration: Registration
  public var members: Int
  public var posts: Int
  /// The account that is responsible for the community.
  public var contact: Profile?
  /// The maximum length of a post, in characters.
  public var maximumCharacters: Int
  /// The length that a link in a post counts as, in characters.
  public var charactersPerLink: Int
  public var pictures: Pictures

  /// Limits for pictures.
  public struct Pictures: Equatable, Sendable {
    /// The maximum number of pictures in a post.
    public var most: Int
    public var types: [String]
    /// The limit for one file, in bytes.
    public var maximumBytes: Int
    public var maximumPixels: Int
    /// The maximum length of a description, in characters.
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
