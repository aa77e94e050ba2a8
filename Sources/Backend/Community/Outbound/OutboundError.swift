/// A reason why a request failed.
enum OutboundError: DescribedError, Equatable {
  /// The address isn't http or https, or has no host.
  case badAddress
  /// The host is in a private network, to which the source of the address may not send this server.
  case refused
  case unreachable(String)
  case status(Int)
  case tooManyRedirects
  case tooLarge(limit: Int)
  /// The response isn't HTML.
  case noPage
  case deadline
  case cannotWrite
  case cancelled

  var message: String {
    switch self {
    case .badAddress: "The address must begin with http:// or https://."
    case .refused: "The address is in a private network."
    case .unreachable(let reason): "The server can't be reached (\(reason))."
    case .status(let status): "The server answered with status \(status)."
    case .tooManyRedirects: "The server redirects too often."
    case .tooLarge(let limit): "It is larger than \(limit / 1_000_000) MB."
    case .noPage: "It is not a web page."
    case .deadline: "The server did not answer in time."
    case .cannotWrite: "It can't be written to the data folder."
    case .cancelled: "It was cancelled."
    }
  }
}

/// The limits of one request.
struct OutboundLimits {
  var maxBytes: Int
  /// The time from resolving the name to the last byte, including redirects.
  var deadline: Duration
}
