/// The audience of a stored picture, derived from the posts and profiles that show it. The address itself is
/// the permission: clients request pictures without a token, and addresses can't be guessed.
public enum PictureAudience: Int64, Sendable {
  /// A member uploaded it, and no post shows it yet.
  case uploader = 1
  /// Only posts with a limited audience show it.
  case few
  case everybody
}
