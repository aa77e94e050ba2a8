import Contracts

/// A reason why an import changed nothing.
public enum ImportError: DescribedError, Equatable {
  case invalidUsername(String)
  case userNotFound(String)
  /// The source didn't respond: an unknown host, no server, or a broken connection.
  case unreachable(String, reason: String)
  case deadline(String)
  /// The response has this status.
  case status(Int, String)
  /// The document is an HTML page and not JSON.
  case html(String)
  /// The document isn't JSON. The offset is in bytes.
  case malformed(String, offset: Int)
  /// The document is JSON but doesn't follow the contract.
  case unexpected(String, expected: String)
  case tooLarge(String, limit: Int)
  case missingFile(String)
  /// New posts don't fit between the ids of their neighbours any more.
  case noRoom(item: Int)

  public var message: String {
    switch self {
    case .invalidUsername(let name): "\"\(name)\" can't be a username."
    case .userNotFound(let name): "The source has no user \"\(name)\"."
    case .unreachable(let url, let reason): "\(url) can't be reached: \(reason)."
    case .deadline(let url): "\(url) did not answer in time."
    case .status(let status, let url): "\(url) answered with status \(status)."
    case .html(let place): "\(place) is a web page (HTML), not JSON. Is it the right address?"
    case .malformed(let place, let offset): "\(place) is not readable JSON (byte \(offset))."
    case .unexpected(let place, let expected): "\(place) is not what was expected: \(expected)."
    case .tooLarge(let place, let limit): "\(place) is larger than \(limit / 1_000_000) MB."
    case .missingFile(let path): "There is no file \(path)."
    case .noRoom(let item): "Item \(item) finds no place between its neighbours."
    }
  }
}
