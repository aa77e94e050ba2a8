public import JSON

/// The refusals of the Twitter API v1.1 ("Response codes"). Clients look for the code, some for words of the
/// message.
public enum TwitterError: CaseIterable, Equatable, Sendable {
  case noUserMatches, notAuthenticated, pageMissing, parameterMissing, invalidAttachment, userMissing
  case userSuspended, ownAccountSuspended, rateLimited, invalidToken, invalidClient, userNotFindable
  case valueTooLong, overCapacity, internalError, timestampOutOfBounds, alreadyFavorited, statusMissing
  case alreadyRequested, cannotFollow, notVisible, tooLong, duplicate, noCredentials, readOnlyClient
  case invalidMedia, mediaMissing, alreadyRetweeted, replyToMissing, callbackNotApproved, callbackMustBePIN

  /// The number in the response.
  public var code: Int { parts.code }

  /// The status code of HTTP.
  public var status: Int { parts.status }

  /// The sentence for developers, in English as on Twitter.
  public var message: String { parts.message }

  /// Encodes the body of the response.
  public func write(_ writer: inout JSONWriter) {
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
    case .userNotFindable: (108, 403, "Cannot find specified user.")
    case .valueTooLong: (120, 403, "Account update failed: value is too long.")
    case .overCapacity: (130, 503, "Over capacity")
    case .internalError: (131, 500, "Internal error")
    case .timestampOutOfBounds: (135, 401, "Timestamp out of bounds.")
    case .alreadyFavorited: (139, 403, "You have already favorited this status.")
    case .statusMissing: (144, 404, "No status found with that ID.")
    case .alreadyRequested: (160, 403, "You've already requested to follow this user.")
    case .cannotFollow: (161, 403, "You are unable to follow more people at this time.")
    case .notVisible: (179, 403, "Sorry, you are not authorized to see this status.")
    case .tooLong: (186, 403, "Tweet needs to be a bit shorter.")
    case .duplicate: (187, 403, "Status is a duplicate.")
    case .noCredentials: (215, 400, "Bad Authentication data.")
    case .readOnlyClient: (261, 403, "Application cannot perform write actions.")
    case .invalidMedia: (324, 400, "The validation of media ids failed.")
    case .mediaMissing: (325, 400, "A media id was not found.")
    case .alreadyRetweeted: (327, 403, "You have already retweeted this Tweet.")
    case .replyToMissing:
      (385, 403, "You attempted to reply to a Tweet that is deleted or not visible to you.")
    case .callbackNotApproved: (415, 403, "Callback URL not approved for this client application.")
    case .callbackMustBePIN:
      (417, 401, "Desktop applications only support the oauth_callback value 'oob'")
    }
  }
}
