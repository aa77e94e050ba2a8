/// Within which the same bytes are one picture with one address. Whoever brings bytes that somebody else has brought gets
/// an address of their own, as late as for any others: so nobody learns whether a picture is here already.
public enum PictureScope: Equatable, Sendable {
  /// What imports bring, which the operator runs.
  case imports
  /// What pages of links show.
  case links
  /// What a member brings.
  case member(Int64)

  var name: String {
    switch self {
    case .imports: "imports"
    case .links: "links"
    case .member(let id): "member \(id)"
    }
  }
}
