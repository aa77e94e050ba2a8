/// A reason for which our own server refuses a request, so that the app can say it in its reader's language.
///
/// The raw value is the member `code` of the response, beside the Mastodon API's `error`. Other clients ignore it.
public enum Refusal: String, CaseIterable, Sendable {
  case notFound = "not_found"
  case notAllowed = "not_allowed"
  /// The access token isn't valid any more.
  case signedOut = "signed_out"
  case signInExpired = "sign_in_expired"
  case tooManyRequests = "too_many_requests"
  case serverTrouble = "server_trouble"
  /// The current password, of a member who is signed in.
  case wrongPassword = "wrong_password"
  case onlyOwner = "only_owner"
  case invalidUsername = "invalid_username"
  case reservedUsername = "reserved_username"
  case takenUsername = "taken_username"
  case passwordTooShort = "password_too_short"
  case passwordTooLong = "password_too_long"
  case passwordTooCommon = "password_too_common"
  case nameTooLong = "name_too_long"
  case bioTooLong = "bio_too_long"
  case tooManyFields = "too_many_fields"
  case fieldTooLong = "field_too_long"
  case blankText = "blank_text"
  case textTooLong = "text_too_long"
  case tooManyPictures = "too_many_pictures"
  case pictureNotFound = "picture_not_found"
  case pictureNotReady = "picture_not_ready"
  /// The file is no picture, is damaged, or is too large.
  case unusablePicture = "unusable_picture"
  case descriptionTooLong = "description_too_long"
  case tooManyUploads = "too_many_uploads"
  /// The member's quota of pictures is used up.
  case noRoom = "no_room"
}
