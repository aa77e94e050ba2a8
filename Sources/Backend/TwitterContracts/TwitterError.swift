import Contracts
public import JSON

/// The refusals of the Twitter API v1.1 ("Response codes"). Clients look for the code, some for words of the
/// message.
public enum TwitterError: Error, CaseIterable, Equatable, Sendable {
  case noUserMatches, notAuthenticated, pageMissing, parameterMissing, invalidAttachment, userMissing
  case userSuspended, ownAccountSuspended, rateLimited, invalidToken, invalidClient, userNotFindable
  case valueTooLong, overCapacity, internalError, timestampOutOfBounds, alreadyFavorited, statusMissing
  case alreadyRequested, cannotFollow, notVisible, tooLong, duplicate, noCredentials, readOnlyClient
  case invalidMedia, mediaMissing, alreadyRetweeted, replyToMissing, callbackNotApproved, callbackMustBePIN
  case followingOneself, blockedByUser, notYours, noAccess, notRetweetable

  /// The number in the response.
  public var code: Int { parts.code }

  /// The status code of HTTP.
  public var status: Int { parts.status }

  /// The sentence for developers, in English as on Twitter.
  public var message: String { parts.message }

  /// Encodes the body of the response.
  public func write(_ writer: inout JSONWriter) { Self.write(code: code, message, &writer) }

  /// Encodes the body of a response whose error isn't in the list.
  public static func write(code: Int, _ message: String, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("errors")
      writer.array { writer in
        writer.object { writer in
          writer.member("code", code)
          writer.member("message", message)
        }
      }
    }
  }

  /// Encodes the body for a protected timeline, which has another shape and the status 401.
  ///
  /// - Parameter path: The path of the request.
  public static func writeNotAuthorized(path: String, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("request", path)
      writer.member("error", "Not authorized.")
    }
  }

  private var parts: (code: Int, status: Int, message: String) {
    switch self {
    case .noUserMatches: (17, 404, "No user matches for specified terms.")
    case .notAuthenticated: (32, 401, "Could not authenticate you.")
    case .pageMissing: (34, 404, "Sorry, that page does not exist.")
    case .parameterMissing: (38, 403, "A required parameter is missing.")
    case .invalidAttachment: (44, 400, "attachment_url parameter is invalid.")
    case .userMissing: (50, 404, "User not found.")
    case .userSuspended: (63, 403, "User has been suspended.")
    case .ownAccountSuspended:
      (64, 403, "Your account is suspended and is not permitted to access this feature.")
    case .rateLimited: (88, 429, "Rate limit exceeded")
    case .invalidToken: (89, 401, "Invalid or expired token.")
    case .invalidClient: (99, 403, "Unable to verify your credentials")
    case .userNotFindable: (108, 404, "Cannot find specified user.")
    case .valueTooLong: (120, 403, "Account update failed: value is too long.")
    case .overCapacity: (130, 503, "Over capacity")
    case .internalError: (131, 500, "Internal error")
    case .timestampOutOfBounds: (135, 401, "Timestamp out of bounds.")
    case .alreadyFavorited: (139, 403, "You have already favorited this status.")
    case .statusMissing: (144, 404, "No status found with that ID.")
    case .followingOneself: (158, 403, "You can't follow yourself.")
    case .alreadyRequested: (160, 403, "You've already requested to follow this user.")
    case .cannotFollow: (161, 403, "You are unable to follow more people at this time.")
    case .blockedByUser:
      (162, 403, "You have been blocked from following this account at the request of the user.")
    case .notVisible: (179, 403, "Sorry, you are not authorized to see this status.")
    case .notYours: (183, 403, "You may not delete another user's status.")
    case .tooLong: (186, 403, "Tweet needs to be a bit shorter.")
    case .duplicate: (187, 403, "Status is a duplicate.")
    // Twitter's status was 400. A server that wants credentials says 401 (RFC 9110 section 15.5.2).
    case .noCredentials: (215, 401, "Bad Authentication data.")
    case .noAccess: (220, 403, "Your credentials do not allow access to this resource.")
    case .readOnlyClient: (261, 403, "Application cannot perform write actions.")
    case .invalidMedia: (324, 400, "The validation of media ids failed.")
    case .mediaMissing: (325, 400, "A media id was not found.")
    case .alreadyRetweeted: (327, 403, "You have already retweeted this Tweet.")
    case .notRetweetable: (328, 403, "Retweet is not permissible for this status.")
    case .replyToMissing:
      (385, 403, "You attempted to reply to a Tweet that is deleted or not visible to you.")
    case .callbackNotApproved: (415, 403, "Callback URL not approved for this client application.")
    case .callbackMustBePIN:
      (417, 401, "Desktop applications only support the oauth_callback value 'oob'")
    }
  }
}
