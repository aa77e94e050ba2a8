import Community
import HTTPTypes

/// Who may ask.
enum Access: Equatable, Sendable {
  /// Everybody. A token is taken if one is given, and must then be valid (401) and of that scope (403).
  case everybody(scope: Scope? = nil)
  /// Any token of that scope, also a program's own.
  case application(Scope)
  /// Any token at all.
  case token
  /// The token of a member, of that scope. nil: of any.
  case member(Scope?)

  var scope: Scope? {
    switch self {
    case .everybody(let scope), .member(let scope): scope
    case .application(let scope): scope
    case .token: nil
    }
  }
}

/// The declaration of one operation of the API. From it come the router's route, access control, limits, the OpenAPI
/// description and the tests that go through all routes.
struct APIRoute: Sendable {
  var method: HTTPRequest.Method
  /// As the router writes it: `/api/v1/statuses/:id`. Parameters of the path are ids unless `parameters` says otherwise.
  let path: String
  /// For the description: a few words.
  var summary: String
  var access: Access
  var limit: RateLimit.Class
  /// Of the query (GET, DELETE) or the body; of the path if they stand in it.
  var parameters: [APIParameter]
  var answers: Schema
  /// Of the answer when all went well.
  var status: HTTPResponse.Status
  /// Further ones that are no errors.
  var otherStatuses: [HTTPResponse.Status] = []
  /// The answer follows from who asks, the address and the data alone, so it is kept until the data change.
  var isKept = false
  /// What the declaration does not name is refused, as it would be lost.
  var keepsAll = false

  init(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, access: Access,
    limit: RateLimit.Class = .general, parameters: [APIParameter] = [], answers: Schema,
    status: HTTPResponse.Status = .ok
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.access = access
    self.limit = limit
    self.parameters = parameters
    self.answers = answers
    self.status = status
    pathParameters = path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
  }

  /// A route that reads, and whose answers are kept.
  static func reading(
    _ path: String, _ summary: String, _ access: Access, _ parameters: [APIParameter] = [], answers: Schema
  ) -> APIRoute {
    var route = APIRoute(.get, path, summary, access: access, parameters: parameters, answers: answers)
    route.isKept = true
    return route
  }

  /// A route that keeps what it is sent: what it does not know is refused.
  static func keeping(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, _ access: Access, _ parameters: [APIParameter],
    limit: RateLimit.Class = .general, answers: Schema
  ) -> APIRoute {
    var route = APIRoute(
      method, path, summary, access: access, limit: limit, parameters: parameters, answers: answers)
    route.keepsAll = true
    return route
  }

  /// The names behind the colons of the path.
  let pathParameters: [String]

  /// Whether files of a multipart form are kept for the handler.
  var takesFiles: Bool { parameters.contains { $0.schema == .file } }

  /// Whether what is sent goes into the body.
  var hasBody: Bool { method == .post || method == .put || method == .patch }
}

/// One thing that a route takes.
struct APIParameter: Sendable {
  /// Without brackets: a list is one by its schema.
  var name: String
  var schema: Schema
  var isRequired: Bool

  init(_ name: String, _ schema: Schema, isRequired: Bool = false) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
  }
}

extension [APIParameter] {
  /// What every paged list takes.
  static let paging: [APIParameter] = [
    APIParameter("max_id", .identifier), APIParameter("since_id", .identifier), APIParameter("min_id", .identifier),
    APIParameter("limit", .integer),
  ]
}
