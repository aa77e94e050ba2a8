/// Why the community does not do what somebody asked for.
public enum CommunityError: Error, Equatable, Sendable {
  /// No such thing, or the asker may not see it.
  case notFound
  /// The asker may not do that; the sentence says why.
  case notAllowed(String)
  /// What was sent can't be taken: a sentence in English, `Validation failed: Text can't be blank`.
  case invalid(String)
  case tooMany(retryAfter: Duration)
}
