import Storage

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

/// Why nothing can be done at the moment, whatever is asked for.
public enum Hindrance: Equatable, Sendable {
  case diskFull
  /// Another program holds the database, or too much waits already.
  case busy
  /// The database's server can't be reached.
  case unavailable

  /// nil for another error.
  public init?(_ error: any Error) {
    switch error {
    case StorageError.diskFull: self = .diskFull
    case StorageError.busy, is Overloaded: self = .busy
    case StorageError.unavailable: self = .unavailable
    default: return nil
    }
  }
}
