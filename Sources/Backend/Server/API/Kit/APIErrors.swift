import Community
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import NIOHTTP1
import Social

extension RequestError {
  static let recordNotFound = RequestError(status: .notFound, message: "Record not found", refusal: .notFound)
  static let invalidToken = RequestError(
    status: .unauthorized, message: "The access token is invalid", refusal: .signedOut)
  /// A stranger's request in a closed community.
  static let membersOnly = RequestError(
    status: .unauthorized,
    message: "Only members of this community can see this. Sign in and send your token",
    refusal: .membersOnly)
  static let outsideScopes = RequestError(
    status: .forbidden, message: "This action is outside the authorized scopes")
  /// The member's role doesn't have the route's permission.
  static let notPermitted = RequestError(
    status: .forbidden, message: "This action is not allowed", refusal: .notAllowed)
  /// A client's own token on a route that needs a member's.
  static let needsMember = RequestError(
    status: .unprocessableContent, message: "This method requires an authenticated user")
  /// The request is cut off, or its chunks are malformed (RFC 9112 section 7.1).
  static let brokenRequest = RequestError(
    status: .badRequest, message: "The request is not whole", closesConnection: true)
  static let tooManyRequests = RequestError(
    status: .tooManyRequests, message: "Too many requests", refusal: .tooManyRequests)

  /// Turns an error into a response; `nil` if the server itself is at fault.
  init?(api error: any Error) {
    switch error {
    case let error as RequestError: self = error
    case CommunityError.notFound: self = .recordNotFound
    case CommunityError.notAllowed(let reason, let refusal):
      self.init(status: .forbidden, message: reason, refusal: refusal)
    case CommunityError.invalid(let reason, let refusal):
      self.init(status: .unprocessableContent, message: reason, refusal: refusal)
    case CommunityError.tooMany: self = .tooManyRequests
    case let error as OAuthError: self.init(error)
    case let problem as MemberProblem:
      self.init(
        status: problem == .notInvited ? .forbidden : .unprocessableContent, message: problem.message,
        refusal: problem.refusal)
      details = [Detail(problem)].compactMap(\.self)
    case is HTTPParserError, is ChannelError, is IOError: self = .brokenRequest
    case let error as HTTPError:
      self.init(status: error.status, message: error.body ?? error.status.reasonPhrase)
    default:
      guard let unavailability = Unavailability(error) else { return nil }
      self.init(unavailability)
    }
  }
}

extension RequestError {
  /// RFC 6749 section 5.2.
  init(_ error: OAuthError) {
    self.init(
      status: error.code == .invalidClient ? .unauthorized : .badRequest, message: error.description,
      code: error.code.rawValue, refusal: error.code == .invalidGrant ? .signInExpired : nil)
  }
}

extension MemberProblem {
  /// `nil` if the app can't get into the problem: people join on the server's own pages.
  fileprivate var refusal: Refusal? {
    switch self {
    case .invalidUsername, .reservedUsername, .takenUsername: nil
    case .passwordTooShort: .passwordTooShort
    case .passwordTooLong: .passwordTooLong
    case .passwordTooCommon: .passwordTooCommon
    case .nameTooLong: .textTooLong
    case .notInvited: .notAllowed
    }
  }
}

extension RequestError.Detail {
  /// Returns `nil` if the problem concerns no field.
  fileprivate init?(_ problem: MemberProblem) {
    switch problem {
    case .invalidUsername:
      self.init(
        field: "username", code: "ERR_INVALID",
        description: "must contain only letters, numbers and underscores")
    case .reservedUsername: self.init(field: "username", code: "ERR_RESERVED", description: "is reserved")
    case .takenUsername:
      self.init(field: "username", code: "ERR_TAKEN", description: "has already been taken")
    case .passwordTooShort: self.init(field: "password", code: "ERR_TOO_SHORT", description: "is too short")
    case .passwordTooLong: self.init(field: "password", code: "ERR_TOO_LONG", description: "is too long")
    case .passwordTooCommon: self.init(field: "password", code: "ERR_INVALID", description: "is too common")
    case .nameTooLong: self.init(field: "display_name", code: "ERR_TOO_LONG", description: "is too long")
    case .notInvited: return nil
    }
  }
}
