public import Social

/// Somebody's own account, with what only they see.
public struct OwnProfile: Equatable, Sendable {
  public var profile: Profile
  /// The bio as it was typed.
  public var note: String
  /// As they were typed.
  public var fields: [Profile.Field]
  /// Of new posts that do not say otherwise.
  public var privacy: Visibility
  /// Of new posts.
  public var isSensitive: Bool
  /// Of new posts.
  public var language: String?
  /// How many want to follow and wait.
  public var followRequestsCount: Int
  public var isOwner: Bool
}

/// What somebody changes of their own account; nil: it stays.
public struct ProfileChange: Equatable, Sendable {
  /// Blank: none but the username.
  public var nick: String?
  public var note: String?
  /// All of them.
  public var fields: [Profile.Field]?
  public var isLocked: Bool?
  public var isBot: Bool?
  public var isDiscoverable: Bool?
  public var privacy: Visibility?
  public var isSensitive: Bool?
  /// Empty: none.
  public var language: String?
  public var avatar: PictureFile?
  public var header: PictureFile?

  /// A picture that is to take the place of another one.
  public enum PictureFile: Equatable, Sendable {
    /// The default one.
    case standard
    /// The path of a file with what came in.
    case file(String)

    var path: String? {
      if case .file(let path) = self { path } else { nil }
    }
  }

  public init() {}
}
