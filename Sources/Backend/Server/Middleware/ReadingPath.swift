/// A path behind a member's reading address: `/read/{key}/user/ann/tweets`. Old clients take
/// `https://…/read/{key}` as the base of a server.
enum ReadingPath {
  static let prefix = "/read/"
  /// The prefix as the router writes it.
  static let pattern = "/read/:key"

  /// Returns the key of such a path; `nil` for another path.
  static func key(of path: String) -> Substring? {
    guard path.hasPrefix(prefix) else { return nil }
    return path.dropFirst(prefix.count).prefix { $0 != "/" }
  }
}
