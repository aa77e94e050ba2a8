public import Social
import Storage

/// What pictures of members may be.
public enum PictureRules {
  /// Of one post: the nine-grid.
  public static let mostOfPost = 9
  /// In Unicode scalars.
  public static let longestDescription = 1500
  /// That no post has yet, of one member.
  static let mostUnattached = 200
  /// How long one waits for a post, in milliseconds.
  static let unattachedLife: Int64 = 86_400_000
}

/// What is said of one of a post's pictures.
public struct PictureWords: Equatable, Sendable {
  /// nil: it stays as it is.
  public var description: String?
  /// nil: it stays as it is.
  public var focus: Picture.Focus?

  public init(description: String? = nil, focus: Picture.Focus? = nil) {
    self.description = description
    self.focus = focus
  }

  /// - Throws: `CommunityError.invalid`.
  func checked() throws(CommunityError) -> PictureChange {
    let description = description?.cleaned()
    let limit = PictureRules.longestDescription
    if let description, description.utf8.count > 4 * limit || description.unicodeScalars.count > limit {
      throw .invalid("Validation failed: Description is too long (the maximum is \(limit) characters)")
    }
    return PictureChange(description: description, focus: focus)
  }
}

extension AttachedPicture {
  /// With what is said of it anew.
  func changed(by change: PictureChange?) -> AttachedPicture {
    var picture = self
    picture.description = change?.description ?? description
    picture.focus = change?.focus ?? focus
    return picture
  }

  /// - Throws: `CommunityError.invalid` unless there is a picture that a post can have.
  func checkedForPost() throws(CommunityError) {
    if let failure { throw .invalid("Validation failed: " + failure) }
    guard media != nil || source != nil else {
      throw .invalid("Validation failed: Cannot attach files that have not finished processing. Try again in a moment!")
    }
  }
}
