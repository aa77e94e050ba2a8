import HTTPTypes

/// The limits for the body of one request.
struct RequestBudget: Equatable {
  let bytes: Int
  let time: Duration
  /// True if the body has files. It may be slow then, as long as it keeps arriving.
  let isUpload: Bool
  /// The maximum time until the response begins.
  let responseTimeout: Duration
}

extension ServerLimits {
  /// - Parameter path: The path, with or without a query.
  func budget(_ method: HTTPRequest.Method, path: String) -> RequestBudget {
    let isUpload = Self.takesFiles(method, path)
    return RequestBudget(
      bytes: isUpload ? uploadBytes : bodyBytes, time: isUpload ? uploadTimeout : requestTimeout,
      isUpload: isUpload,
      responseTimeout: path.hasPrefix("/export/") ? exportTimeout : responseTimeout)
  }

  /// Returns true for the routes that are declared with files. A test compares them.
  private static func takesFiles(_ method: HTTPRequest.Method, _ path: String) -> Bool {
    let path = path.prefix { $0 != "?" }
    return switch method {
    case .post:
      path == "/api/v1/media" || path == "/api/v2/media"
        || TwitterPath.declared(String(path)) == TwitterPath.of("media/upload")
    case .put: path.hasPrefix("/api/v1/media/")
    case .patch: path == "/api/v1/accounts/update_credentials" || path == "/api/swiftlet/v1/community"
    default: false
    }
  }
}
