import Contracts

/// Why an import changed nothing.
public enum ImportError: DescribedError, Equatable {
  case invalidUsername(String)
  case userNotFound(String)
  /// No answer: no such host, nobody there, the connection broke.
  case unreachable(String, reason: String)
  case deadline(String)
  /// An answer with this status.
  case status(Int, String)
  /// A page of HTML where JSON should be.
  case html(String)
  /// Not JSON; the offset is in bytes.
  case malformed(String, offset: Int)
  /// JSON, but not what the contract says.
  case unexpected(String, expected: String)
  case tooLarge(String, limit: Int)
  case missingFile(String)
  /// New posts don't fit between two neighbours any more.
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
