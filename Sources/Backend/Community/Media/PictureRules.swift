public import Social
import Storage

/// The limits for members' pictures.
public enum PictureRules {
  /// The maximum number of pictures of a post: a grid of nine.
  public static let maxOfPost = 9
  /// The maximum length of a description, in Unicode scalars.
  public static let longestDescription = 1500
  /// The maximum number of a member's uploads without a post.
  static let maxUnattached = 200
  /// The time after which an upload without a post is removed, in milliseconds.
  static let unattachedLife: Int64 = 86_400_000
}

/// The changeable texts and settings of a picture.
public struct PictureAttributes: Equatable, Sendable {
  /// The new description; `nil` keeps the present one.
  public var description: String?
  /// The new focal point; `nil` keeps the present one.
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
      throw .invalid(
        "Validation failed: Description is too long (the maximum is \(limit) characters)", .textTooLong)
    }
    return PictureChange(description: description, focus: focus)
  }
}

extension AttachedPicture {
  /// Returns the picture with a new description or focal point.
  func changed(by change: PictureChange?) -> AttachedPicture {
    var picture = self
    picture.description = change?.description ?? description
    picture.focus = change?.focus ?? focus
    return picture
  }

  /// - Throws: `CommunityError.invalid` unless the upload has a picture that a post can show.
  func checkedForPost() throws(CommunityError) {
    if let failure { throw .invalid("Validation failed: " + failure, .unusablePicture) }
    guard media != nil || source != nil else {
      throw .invalid(
        "Validation failed: Cannot attach files that have not finished processing. Try again in a moment!",
        .pictureNotReady)
    }
  }
}
