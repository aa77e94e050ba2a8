import Social

/// The result of a request that changes something: one rule for posts, interactions, profiles, uploads and
/// deletions.
enum RequestOutcome: Equatable {
  case done
  /// The same request may succeed later: no network, or a server that is busy or broken (RFC 9110, sections
  /// 15.5.9 and 15.6; RFC 8470, section 5.2; RFC 6585, section 4).
  case transient
  /// The server refuses the token.
  case signedOut
  /// The server refused it for good, or doesn't know such requests (RFC 9110, section 15.6.2).
  case permanent

  init(_ result: Result<Response, RequestFailure>) {
    guard case .success(let response) = result else {
      self = .transient
      return
    }
    self =
      switch response.status {
      case 200...299: .done
      case 401: .signedOut
      case 408, 425, 429: .transient
      case 501: .permanent
      case 500...599: .transient
      default: .permanent
      }
  }
}

/// The time until a failed attempt is repeated, in milliseconds: it doubles each time, up to the longest.
enum RetryPause {
  static let first: Int64 = 5_000
  static let longest: Int64 = 300_000

  static func after(_ attempts: Int) -> Int64 { min(first << Int64(min(attempts, 10)), longest) }
}

extension Timestamp {
  /// Returns the end of a pause, at most `most` milliseconds away, because the device's clock may have been
  /// set back since.
  func atMost(_ most: Int64, after now: Timestamp) -> Timestamp {
    min(self, now.advanced(byMilliseconds: most))
  }
}
