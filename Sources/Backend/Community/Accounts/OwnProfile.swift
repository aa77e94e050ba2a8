public import Social

/// A member's own account, with private settings.
public struct OwnProfile: Equatable, Sendable {
  public var profile: Profile
  /// The bio as it was typed.
  public var note: String
  /// The fields as they were typed.
  public var fields: [Profile.Field]
  /// The default visibility of new posts.
  public var privacy: Visibility
  /// True if the pictures of new posts are hidden by default.
  public var isSensitive: Bool
  /// The default language of new posts.
  public var language: String?
  /// The number of open follow requests.
  public var followRequestsCount: Int
  public var role: Role?
  public var permissions: Permissions
  /// True until the member has seen the first steps.
  public var isNewcomer: Bool
}

/// The changes to a member's own account. Fields that are `nil` stay unchanged.
public struct ProfileChange: Equatable, Sendable {
  public var texts: [ProfileText: String] = [:]
  /// The complete new list of fields.
  public var fields: [Profile.Field]?
  public var flags: [ProfileFlag: Bool] = [:]
  public var privacy: Visibility?
  public var isSensitive: Bool?
  /// The default language; empty for none.
  public var language: String?
  public var avatar: PictureFile?
  public var header: PictureFile?

  /// A new picture for the avatar or the cover.
  public enum PictureFile: Equatable, Sendable {
    /// The default picture.
    case standard
    /// The path of the uploaded file.
    case file(String)

    var path: String? {
      if case .file(let path) = self { path } else { nil }
    }
  }

  public init() {}
}
