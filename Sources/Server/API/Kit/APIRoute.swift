import HTTPTypes

/// One operation of the API, declared: `APIRoute(.get, "/api/v1/bookmarks", …, access: .member(.readBookmarks), …)`.
///
/// Who may ask is in its type too, so that what answers it knows a member, a token or perhaps nobody (`APICall.asker`).
struct APIRoute<Who: Sendable>: Sendable {
  var declaration: RouteDeclaration
  let access: Access<Who>

  init(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, access: Access<Who>,
    limit: RateLimit.Class = .general, parameters: [APIParameter] = [], answers: Schema,
    status: HTTPResponse.Status = .ok
  ) {
    self.access = access
    declaration = RouteDeclaration(
      method: method, path: path,
      pathParameters: path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) },
      summary: summary, access: access.rule, limit: limit, parameters: parameters,
      answers: answers, status: status)
  }

  /// A route that reads, and whose answers are kept.
  static func reading(
    _ path: String, _ summary: String, _ access: Access<Who>, _ parameters: [APIParameter] = [], answers: Schema
  ) -> APIRoute {
    var route = APIRoute(.get, path, summary, access: access, parameters: parameters, answers: answers)
    route.declaration.isKept = true
    return route
  }

  /// A route that keeps what it is sent: what it does not know is refused.
  static func keeping(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, _ access: Access<Who>,
    _ parameters: [APIParameter], limit: RateLimit.Class = .general, answers: Schema
  ) -> APIRoute {
    var route = APIRoute(
      method, path, summary, access: access, limit: limit, parameters: parameters, answers: answers)
    route.declaration.keepsAll = true
    return route
  }
}

/// What a route's declaration says. From it come the router's route, access control, limits, the OpenAPI description and
/// the tests that go through all routes.
struct RouteDeclaration: Sendable {
  let method: HTTPRequest.Method
  /// As the router writes it: `/api/v1/statuses/:id`. Parameters of the path are ids unless `parameters` says otherwise.
  let path: String
  /// The names behind the colons of the path.
  let pathParameters: [String]
  /// For the description: a few words.
  let summary: String
  let access: AccessRule
  let limit: RateLimit.Class
  /// The parameters in the query (GET, DELETE) or in the body, and those in the path.
  let parameters: [APIParameter]
  let answers: Schema
  /// Of the answer when all went well.
  let status: HTTPResponse.Status
  /// Further ones that are no errors.
  var otherStatuses: [HTTPResponse.Status] = []
  /// The answer follows from who asks, the address and the data alone, so it is kept until the data change.
  var isKept = false
  /// What the declaration does not name is refused, as it would be lost.
  var keepsAll = false

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
