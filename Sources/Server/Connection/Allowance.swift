import HTTPTypes

/// The limits for the body of one request.
struct Allowance: Equatable {
  let bytes: Int
  let time: Duration
  /// True if the body has files. It may be slow then, as long as it keeps arriving.
  let isUpload: Bool
  /// The maximum time until the response begins.
  let answering: Duration
}

extension Limits {
  /// - Parameter path: The path, with or without a query.
  func allowance(_ method: HTTPRequest.Method, path: String) -> Allowance {
    let isUpload = Self.takesFiles(method, path)
    return Allowance(
      bytes: isUpload ? uploadBytes : bodyBytes, time: isUpload ? uploadTime : readingTime, isUpload: isUpload,
      answering: path.hasPrefix("/export/") ? exportTime : answeringTime)
  }

  /// Returns true for the routes that are declared with files. A test compares them.
  private static func takesFiles(_ method: HTTPRequest.Method, _ path: String) -> Bool {
    let path = path.prefix { $0 != "?" }
    return switch method {
    case .post: path == "/api/v1/media" || path == "/api/v2/media"
    case .put: path.hasPrefix("/api/v1/media/")
    case .patch: path == "/api/v1/accounts/update_credentials"
    default: false
    }
  }
}
