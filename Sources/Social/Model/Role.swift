/// What a member is to the community.
public enum Role: String, CaseIterable, Sendable {
  /// Runs it.
  case owner
  case member
}
