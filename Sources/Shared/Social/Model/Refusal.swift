/// A reason for which our own server refuses a request, so that the app can say it in the viewer's language.
/// Inputs that the app's own forms prevent don't have one.
///
/// The raw value is the member `code` of the response, beside the Mastodon API's `error`. Other clients
/// ignore it.
public enum Refusal: String, CaseIterable, Sendable {
  case notFound = "not_found"
  case notAllowed = "not_allowed"
  /// The access token isn't valid any more.
  case signedOut = "signed_out"
  /// The community is closed to strangers.
  case membersOnly = "members_only"
  case signInExpired = "sign_in_expired"
  case tooManyRequests = "too_many_requests"
  case serverTrouble = "server_trouble"
  /// The current password, of a member who is signed in.
  case wrongPassword = "wrong_password"
  case onlyOwner = "only_owner"
  case passwordTooShort = "password_too_short"
  case passwordTooLong = "password_too_long"
  case passwordTooCommon = "password_too_common"
  case textTooLong = "text_too_long"
  case pictureNotFound = "picture_not_found"
  case pictureNotReady = "picture_not_ready"
  /// The file isn't a picture, is damaged, or is too large.
  case unusablePicture = "unusable_picture"
  /// The same, of the picture of a profile or of the community, where several pictures may come together.
  case unusableAvatar = "unusable_avatar"
  case unusableCover = "unusable_cover"
  /// The member's quota of pictures, or the number of uploads without a post, is used up.
  case noRoom = "no_room"
  case tooManyCircles = "too_many_circles"
  /// No more people fit into the circle.
  case circleFull = "circle_full"
  case tooManyAlbums = "too_many_albums"
  /// No more posts fit into the named album.
  case albumFull = "album_full"
  case pollEnded = "poll_ended"
  /// The member has voted in the poll already.
  case alreadyVoted = "already_voted"
  /// A post for circles mentions a person outside its audience.
  case mentionOutside = "mention_outside"
  /// A text that isn't an e-mail address.
  case invalidEmail = "invalid_email"
  // Fields of a client of the Twitter API.
  case invalidClientName = "invalid_client_name"
  case invalidWebsite = "invalid_website"
  /// An address to which a sign-in may return.
  case invalidCallback = "invalid_callback"
  case invalidKey = "invalid_key"
  case invalidSecret = "invalid_secret"
  /// Another client has the key.
  case keyTaken = "key_taken"
  case tooManyClients = "too_many_clients"
  /// The server's disk has too little room for a backup.
  case diskTooSmall = "disk_too_small"
}
