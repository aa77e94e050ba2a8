import HTTPTypes

/// Why a request is not answered as it was meant. The middleware turns it into JSON or a page.
struct RequestError: Error, Equatable, Sendable {
  let status: HTTPResponse.Status
  /// For a program's author: one sentence in English.
  let message: String
  /// A name for programs, where the contract has some (`invalid_grant`, RFC 6749 section 5.2).
  var code: String?
  /// The methods that the path takes, with a 405.
  var allow: String?
  /// The rest of the request is not read: the connection ends with the answer.
  var closesConnection = false

  static let userNotFound = RequestError(status: .notFound, message: "User not found")
  static let notFound = RequestError(status: .notFound, message: "Not found")
  static let badHost = RequestError(status: .badRequest, message: "Bad Host header")
}
