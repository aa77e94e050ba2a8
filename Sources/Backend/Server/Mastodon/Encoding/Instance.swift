import Community
import Social

/// The description of a community for clients (entities/Instance).
struct Instance: Equatable, Sendable {
  enum Registration: Equatable, Sendable {
    case closed
    /// By invitation only.
    case invitation
    case open
    /// Everybody may ask to join.
    case approval

    var isForEverybody: Bool {
      switch self {
      case .open, .approval: true
      case .closed, .invitation: false
      }
    }
  }

  var title: String
  /// Plain text.
  var description: String
  /// The version of Swiftlet, such as `0.1.0`.
  var version: String
  var registration: Registration
  var members: Int
  var posts: Int
  /// The account that is responsible for the community.
  var contact: Profile?
  /// The e-mail address of those who run the community; empty without one.
  var email = ""
  var rules: [CommunityRule] = []
  /// The path of the picture that shows the community; `nil` for the default.
  var thumbnail: String?
  /// The public key of push messages in base64url; `nil` without push messages.
  var pushKey: String?
  /// The maximum length of a post, in characters.
  var maxCharacters: Int
  /// The length that a link in a post counts as, in characters.
  var charactersPerLink: Int
  var pictures: Pictures
  var polls: Polls

  /// Limits for polls.
  struct Polls: Equatable, Sendable {
    var mostOptions = 0
    /// The maximum length of an option, in characters.
    var longestOption = 0
    /// The time until the end, in seconds.
    var expiration: ClosedRange<Int> = 0...0
  }

  /// Limits for pictures.
  struct Pictures: Equatable, Sendable {
    /// The maximum number of pictures in a post.
    var most: Int
    var types: [String]
    /// The limit for one file, in bytes.
    var maxBytes: Int
    var maxPixels: Int
    /// The maximum length of a description, in characters.
    var longestDescription: Int

    init(
      most: Int = 0, types: [String] = [], maxBytes: Int = 0, maxPixels: Int = 0, longestDescription: Int = 0
    ) {
      self.most = most
      self.types = types
      self.maxBytes = maxBytes
      self.maxPixels = maxPixels
      self.longestDescription = longestDescription
    }
  }

  init(
    title: String, description: String, version: String, registration: Registration, members: Int, posts: Int,
    contact: Profile?, maxCharacters: Int, charactersPerLink: Int, pictures: Pictures = Pictures(),
    polls: Polls = Polls()
  ) {
    self.title = title
    self.description = description
    self.version = version
    self.registration = registration
    self.members = members
    self.posts = posts
    self.contact = contact
    self.maxCharacters = maxCharacters
    self.charactersPerLink = charactersPerLink
    self.pictures = pictures
    self.polls = polls
  }
}
