import Localization
import Social

/// The reason why a request failed.
enum LoadFailure: Error, Equatable, Sendable {
  case unreachable
  case unreadable
  /// It doesn't exist, or not for this viewer.
  case missing
  case serverFailed(status: Int)

  /// Returns the body of a response with a successful status.
  static func body(of result: Result<Response, RequestFailure>) -> Result<[UInt8], LoadFailure> {
    switch result {
    case .failure(.unreachable): .failure(.unreachable)
    case .failure(.tooLarge): .failure(.unreadable)
    case .success(let response) where response.isSuccess: .success(response.body)
    case .success(let response) where response.status == 404 || response.status == 410: .failure(.missing)
    case .success(let response): .failure(.serverFailed(status: response.status))
    }
  }

  /// True if it is gone, or no longer visible to this viewer: cached responses must be removed.
  var isGone: Bool {
    switch self {
    case .missing, .serverFailed(status: 403): true
    case .unreachable, .unreadable, .serverFailed: false
    }
  }

  /// Returns a message that says why what shows is old, and how old it is.
  @inline(never)
  func message(loadedAt time: Timestamp?, _ environment: ViewEnvironment) -> Message {
    guard self == .unreachable else { return message }
    guard let time else { return Message(.offlineCopy) }
    return Message(.offlineSince, environment.strings.text(environment.age(time)))
  }

  /// The failure in plain words, not the server's.
  var message: Message {
    switch self {
    case .unreachable: Message(.unreachable)
    case .serverFailed(status: 401): Message(.signInAgain)
    case .unreadable, .serverFailed: Message(.unreadableAnswer)
    case .missing: Message(.notThere)
    }
  }
}

extension Result<Response, RequestFailure> {
  /// The sentence for a request that failed, or that the server refused; `nil` if it succeeded.
  var refusal: Message? {
    switch self {
    case .success(let response): response.isSuccess ? nil : Message(.refusedBy, response.errorText)
    case .failure: Message(.unreachable)
    }
  }
}
