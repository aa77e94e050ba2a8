import Community
import HTTPTypes
import Localization
import Social

/// The reason for refusing a request. The middleware turns it into JSON or a page.
struct RequestError: Error, Equatable, Sendable {
  let status: HTTPResponse.Status
  /// A sentence in English for the client's developer.
  let message: String
  /// An error code for clients, if the contract defines one (`invalid_grant`, RFC 6749 section 5.2).
  var code: String?
  /// The reason, for our own app; `nil` if the app can't get into that.
  var refusal: Refusal?
  /// The problems of single fields of a form (Mastodon API, methods/accounts, "Register an account").
  var details: [Detail] = []
  /// The methods that the path takes, for a 405.
  var allow: String?
  /// The number of seconds after which a retry makes sense.
  var retryAfter: Int?
  /// True if the rest of the request isn't read and the connection ends with the response.
  var closesConnection = false

  /// The challenge of a 401 (RFC 9110 section 11.6.1).
  var challenge: String? { status == .unauthorized ? "Bearer realm=\"Swiftlet\"" : nil }

  struct Detail: Equatable, Sendable {
    let field: String
    /// A code such as `ERR_TAKEN`.
    let code: String
    let description: String
  }

  static let userNotFound = RequestError(status: .notFound, message: "User not found")
  static let notFound = RequestError(status: .notFound, message: "Not found")
  static let bodyTooLarge = RequestError(
    status: .contentTooLarge, message: "Body too large", closesConnection: true)
  /// RFC 4918 section 11.5.
  static let diskFull = RequestError(
    status: .init(code: 507, reasonPhrase: "Insufficient Storage"), message: "The server's disk is full",
    refusal: .serverTrouble)
  static let busy = RequestError(
    status: .serviceUnavailable, message: "The server is busy. Try again in a moment",
    refusal: .serverTrouble,
    retryAfter: 2)
  static let databaseUnavailable = RequestError(
    status: .serviceUnavailable, message: "The server's database can't be reached. Try again in a moment",
    refusal: .serverTrouble, retryAfter: 5)
  static let internalError = RequestError(
    status: .internalServerError, message: "Internal error", refusal: .serverTrouble)
  static let badHost = RequestError(status: .badRequest, message: "Bad Host header")
}

extension RequestError {
  init(_ unavailability: Unavailability) {
    switch unavailability {
    case .diskFull: self = .diskFull
    case .busy: self = .busy
    case .unavailable: self = .databaseUnavailable
    }
  }
}
