/// The scope within which the same bytes are one picture with one address.
///
/// Bytes that another member has uploaded already get a new address, and take as long as any others. So a
/// member can't find out if a picture is stored here already.
public enum PictureScope: Equatable, Sendable {
  /// Pictures from imports, which the operator runs.
  case imports
  /// Pictures from linked pages.
  case links
  /// Pictures that a member uploads.
  case member(Int64)
  /// Covers that a member uploads: they have a copy that others don't have.
  case cover(of: Int64)

  var isCover: Bool {
    if case .cover = self { true } else { false }
  }

  var name: String {
    switch self {
    case .imports: "imports"
    case .links: "links"
    case .member(let id): "member \(id)"
    case .cover(let id): "cover of member \(id)"
    }
  }
}
