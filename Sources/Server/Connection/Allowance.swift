import HTTPTypes

/// What the body of one request may cost.
struct Allowance: Equatable {
  let bytes: Int
  let time: Duration
  /// It brings files, so it may be slow, as long as it gets on.
  let isUpload: Bool
  /// In this time the answer must begin.
  let answering: Duration
}

extension Limits {
  /// - Parameter path: with or without a query.
  func allowance(_ method: HTTPRequest.Method, path: String) -> Allowance {
    let isUpload = Self.takesFiles(method, path)
    return Allowance(
      bytes: isUpload ? uploadBytes : bodyBytes, time: isUpload ? uploadTime : readingTime, isUpload: isUpload,
      answering: path.hasPrefix("/export/") ? exportTime : answeringTime)
  }

  /// The routes that are declared with files. A test compares them.
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
