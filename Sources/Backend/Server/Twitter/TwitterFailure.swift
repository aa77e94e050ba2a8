import Community
import HTTPTypes
import Hummingbird
import JSON
import TwitterContracts

/// The refusal of a locked account's timeline to who doesn't follow it.
struct ProtectedTimeline: Error {}

/// The reason for refusing a request, as the Twitter API says it: `{"errors":[{"code":34,"message":"…"}]}`.
struct TwitterFailure {
  /// The status and its header fields; `nil` if the server itself is at fault.
  let reason: RequestError?
  let code: Int
  let message: String
  /// The path of a request for a protected timeline, whose refusal has a shape of its own; `nil` for others.
  private var protectedPath: String?

  init(_ error: any Error, _ request: Request) {
    if error is ProtectedTimeline {
      let sentence = "Not authorized."
      reason = RequestError(status: .unauthorized, message: sentence)
      (code, message) = (TwitterError.notVisible.code, sentence)
      protectedPath = request.uri.path
      return
    }
    let known = RequestError(api: error)
    guard let refusal = error as? TwitterError ?? known.flatMap({ Self.refusal($0, request) }) else {
      reason = known
      code = known == nil ? TwitterError.internalError.code : Self.badRequest
      message = known?.message ?? TwitterError.internalError.message
      return
    }
    var failure = RequestError(refusal)
    failure.closesConnection = known?.closesConnection ?? false
    failure.retryAfter = known?.retryAfter
    reason = failure
    code = refusal.code
    message = refusal.message
  }

  func write(to writer: inout JSONWriter) {
    if let protectedPath { return TwitterError.writeNotAuthorized(path: protectedPath, &writer) }
    TwitterError.write(code: code, message, &writer)
  }

  /// "Bad request", with our own sentence.
  private static let badRequest = 214

  /// Returns the API's own refusal; `nil` if it has none for this.
  private static func refusal(_ error: RequestError, _ request: Request) -> TwitterError? {
    switch error {
    case .invalidToken: request.headers.contains(.authorization) ? .invalidToken : .noCredentials
    case .membersOnly: request.headers.contains(.authorization) ? .notAuthenticated : .noCredentials
    case .outsideScopes: request.method == .post ? .readOnlyClient : .noAccess
    case .needsMember, .notPermitted: .noAccess
    case .recordNotFound, .notFound: .pageMissing
    default:
      switch error.status {
      case .tooManyRequests: .rateLimited
      case .serviceUnavailable: .overCapacity
      case .forbidden: .notVisible
      default: nil
      }
    }
  }
}

extension RequestError {
  init(_ refusal: TwitterError) {
    self.init(status: .init(code: refusal.status), message: refusal.message)
  }
}
