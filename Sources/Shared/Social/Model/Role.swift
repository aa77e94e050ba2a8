/// The role of a member in the community.
public enum Role: String, CaseIterable, Sendable {
  /// Runs the community.
  case owner
  case member
}
