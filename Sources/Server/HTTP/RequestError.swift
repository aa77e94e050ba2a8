import Community
import HTTPTypes

/// Why a request is not answered as it was meant. The middleware turns it into JSON or a page.
struct RequestError: Error, Equatable, Sendable {
  let status: HTTPResponse.Status
  /// For a program's author: one sentence in English.
  let message: String
  /// A name for programs, where the contract has some (`invalid_grant`, RFC 6749 section 5.2).
  var code: String?
  /// What is wrong with single fields of a form (Mastodon API, methods/accounts, "Register an account").
  var details: [Detail] = []
  /// The methods that the path takes, with a 405.
  var allow: String?
  /// After how many seconds it is worth asking again.
  var retryAfter: Int?
  /// The rest of the request is not read: the connection ends with the answer.
  var closesConnection = false

  struct Detail: Equatable, Sendable {
    let field: String
    /// `ERR_TAKEN`
    let code: String
    let description: String
  }

  static let userNotFound = RequestError(status: .notFound, message: "User not found")
  static let notFound = RequestError(status: .notFound, message: "Not found")
  /// RFC 4918 section 11.5.
  static let diskFull = RequestError(
    status: .init(code: 507, reasonPhrase: "Insufficient Storage"), message: "The server's disk is full")
  static let busy = RequestError(
    status: .serviceUnavailable, message: "The server is busy. Try again in a moment", retryAfter: 2)
  static let databaseUnavailable = RequestError(
    status: .serviceUnavailable, message: "The server's database can't be reached. Try again in a moment", retryAfter: 5
  )
  static let badHost = RequestError(status: .badRequest, message: "Bad Host header")
}

extension RequestError {
  init(_ hindrance: Hindrance) {
    switch hindrance {
    case .diskFull: self = .diskFull
    case .busy: self = .busy
    case .unavailable: self = .databaseUnavailable
    }
  }
}
