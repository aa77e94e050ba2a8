/// The consequence of a push service's response (RFC 8030, sections 5 and 7.3).
enum PushOutcome: Equatable {
  case sent
  /// The subscription doesn't exist any more.
  case gone
  case failed(PushFailure)

  init(_ result: Result<ResponseHead, OutboundError>) {
    switch result {
    case .success(let head): self.init(status: head.status, retryAfter: Int64(head.retryAfter))
    case .failure(let error):
      switch error {
      case .refused, .badAddress: self = .failed(PushFailure(problem: error.message, isOurs: true))
      case .tooLarge:
        self = .failed(PushFailure(problem: "The message is too long.", isOurs: true, dropsMessage: true))
      case .unreachable, .deadline, .cancelled, .cannotWrite, .noPage, .status, .tooManyRedirects:
        self = .failed(PushFailure(problem: error.message, isOurs: false))
      }
    }
  }

  /// - Parameter retryAfter: the field `Retry-After` in seconds.
  init(status: Int, retryAfter: Int64?) {
    let problem = "status \(status)"
    switch status {
    case 200..<300: self = .sent
    case 404, 410: self = .gone
    case 408, 425, 429, 500...:
      self = .failed(PushFailure(problem: problem, isOurs: false, retryAfter: retryAfter))
    // The endpoint doesn't take this message, but perhaps others.
    case 400, 413, 415: self = .failed(PushFailure(problem: problem, isOurs: true, dropsMessage: true))
    // Redirects are not followed. 401 and 403 mean that key, clock or contact are wrong.
    default: self = .failed(PushFailure(problem: problem, isOurs: true))
    }
  }
}

/// A reason why a message was not taken. The subscription stays, and is paused.
struct PushFailure: Equatable {
  /// A few words for those who run the community.
  var problem: String
  /// True if waiting won't help: something here is wrong. Then the pauses are longer.
  var isOurs: Bool
  /// The field `Retry-After` in seconds.
  var retryAfter: Int64?
  /// True if the message isn't sent again.
  var dropsMessage = false

  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute
  private static let pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
  private static let longPauses = [hour, 2 * hour, 4 * hour, 8 * hour, 24 * hour]

  /// Returns the time until the next attempt, in milliseconds.
  ///
  /// - Parameter failures: the number of earlier failures in a row.
  func pause(after failures: Int) -> Int64 {
    let pauses = isOurs ? Self.longPauses : Self.pauses
    let usual = pauses[min(max(0, failures), pauses.count - 1)]
    guard let retryAfter else { return usual }
    return min(max(1, min(retryAfter, 86_400)) * 1000, 6 * Self.hour)
  }
}
