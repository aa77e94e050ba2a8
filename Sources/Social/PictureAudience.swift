/// For whom a stored picture is, by what shows it. Its address alone lets somebody see it, as programs ask for pictures
/// without a token; nobody can guess one.
public enum PictureAudience: Int64, Sendable {
  /// A member brought it, and no post has it yet.
  case uploader = 1
  /// Only posts show it that not everybody may see.
  case few
  case everybody
}
