/// The four roots of the app. Each stays as it is while another one shows.
public enum Tab: String, CaseIterable, Sendable {
  case home
  case moments
  case mentions
  case me

  /// The address of the root.
  public var path: String { "/" + rawValue }
}
