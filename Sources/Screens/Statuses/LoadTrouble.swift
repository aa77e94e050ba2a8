import Social

/// Why something could not be loaded.
public enum LoadTrouble: Error, Equatable, Sendable {
  case unreachable
  case unreadable
  /// There is no such thing, or not for this person.
  case missing
  case serverFailed(status: Int)

  func text(_ strings: Strings, server: String) -> String {
    switch self {
    case .unreachable: strings[.unreachable, server]
    case .unreadable: strings[.unreadableAnswer, server]
    case .missing: strings[.notThere]
    case .serverFailed(let status): strings[.serverFailed, server, "\(status)"]
    }
  }

  /// The body of an answer that is one.
  static func body(of result: Result<Answer, RequestFailure>) -> Result<[UInt8], LoadTrouble> {
    switch result {
    case .failure(.unreachable): .failure(.unreachable)
    case .failure(.tooLarge): .failure(.unreadable)
    case .success(let answer) where answer.isSuccess: .success(answer.body)
    case .success(let answer) where answer.status == 404 || answer.status == 410: .failure(.missing)
    case .success(let answer): .failure(.serverFailed(status: answer.status))
    }
  }
}
