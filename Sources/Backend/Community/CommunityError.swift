public import Social
import Storage

/// A reason why a request is refused.
public enum CommunityError: Error, Equatable, Sendable {
  /// The object doesn't exist, or the viewer may not see it.
  case notFound
  /// The viewer may not do that. The sentence says why.
  case notAllowed(String, Refusal = .notAllowed)
  /// The input is invalid. The sentence in English says why: `Validation failed: Text can't be blank`.
  /// - Parameter refusal: `nil` if our own app can't send such an input.
  case invalid(String, _ refusal: Refusal? = nil)
  case tooMany(retryAfter: Duration)
}

/// A reason why every request fails for now.
public enum Unavailability: Equatable, Sendable {
  case diskFull
  /// Another process holds the database, or too many requests wait already.
  case busy
  /// The database server can't be reached.
  case unavailable

  /// Fails for other errors.
  public init?(_ error: any Error) {
    switch error {
    case StorageError.diskFull: self = .diskFull
    case StorageError.busy, is Overloaded: self = .busy
    case StorageError.unavailable: self = .unavailable
    default: return nil
    }
  }
}
