/// Why something could not be fetched.
enum OutboundError: DescribedError, Equatable {
  /// Not http or https, or no host.
  case badAddress
  /// The host is in a private network, and who named it may not send this server there.
  case refused
  case unreachable(String)
  case status(Int)
  case tooManyRedirects
  case tooLarge(limit: Int)
  /// It is not HTML.
  case noPage
  case deadline
  case cannotWrite
  case cancelled

  var message: String {
    switch self {
    case .badAddress: "The address is not one of http or https."
    case .refused: "The address is in a private network."
    case .unreachable(let reason): "The server can't be reached (\(reason))."
    case .status(let status): "The server answered with status \(status)."
    case .tooManyRedirects: "The server sends on and on."
    case .tooLarge(let limit): "It is larger than \(limit / 1_000_000) MB."
    case .noPage: "It is not a web page."
    case .deadline: "The server did not answer in time."
    case .cannotWrite: "It can't be written to the data folder."
    case .cancelled: "It was cancelled."
    }
  }
}

/// What one request may cost.
struct OutboundLimits {
  var maximumBytes: Int
  /// From resolving the name to the last byte, redirects included.
  var deadline: Duration
}
