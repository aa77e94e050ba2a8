import HTTPTypes

/// The declaration of an API operation: `APIRoute(.get, "/api/v1/bookmarks", …, access:
/// .member(.readBookmarks), …)`.
///
/// Its type contains the access rule, so the handler knows if it has a member, a token or perhaps a stranger
/// (`APICall.viewer`).
struct APIRoute<Who: Sendable>: Sendable {
  var declaration: RouteDeclaration
  let access: Access<Who>

  init(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, access: Access<Who>,
    limit: RateLimit.Class = .general, parameters: [APIParameter] = [], response: Schema,
    status: HTTPResponse.Status = .ok
  ) {
    self.access = access
    declaration = RouteDeclaration(
      method: method, path: path,
      pathParameters: path.split(separator: "/").compactMap { Self.parameter($0) },
      summary: summary, access: access.rule, limit: limit, parameters: parameters,
      response: response, status: status)
  }

  /// Returns the name in a part of a path: `id` in `:id` and in `{id}.json`.
  private static func parameter(_ part: Substring) -> String? {
    if part.hasPrefix(":") { return String(part.dropFirst()) }
    guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return nil }
    return String(part[part.index(after: part.startIndex)..<end])
  }

  /// Declares a route that only reads and whose responses are cached.
  static func reading(
    _ path: String, _ summary: String, _ access: Access<Who>, _ parameters: [APIParameter] = [],
    response: Schema,
    queue: PerKeyQueue<RateLimiter.Subject>? = nil
  ) -> APIRoute {
    var route = APIRoute(.get, path, summary, access: access, parameters: parameters, response: response)
    route.declaration.isCached = true
    route.declaration.queue = queue
    return route
  }

  /// Declares a route that stores its parameters, so it refuses unknown ones.
  static func storing(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, _ access: Access<Who>,
    _ parameters: [APIParameter], limit: RateLimit.Class = .general, response: Schema
  ) -> APIRoute {
    var route = APIRoute(
      method, path, summary, access: access, limit: limit, parameters: parameters, response: response)
    route.declaration.refusesUnknown = true
    return route
  }
}

/// The content of a route's declaration. The router's route, access control, limits, the OpenAPI description
/// and the tests of all routes come from it.
struct RouteDeclaration: Sendable {
  let method: HTTPRequest.Method
  /// The path in the router's notation: `/api/v1/statuses/:id`. Path parameters are ids unless `parameters`
  /// declares them.
  let path: String
  /// The names of the path's parameters, without the colons.
  let pathParameters: [String]
  /// A few words for the description.
  let summary: String
  let access: AccessRule
  let limit: RateLimit.Class
  /// The parameters in the path, and in the query (GET, DELETE) or the body.
  let parameters: [APIParameter]
  let response: Schema
  /// The status of a successful response.
  let status: HTTPResponse.Status
  /// Further statuses that aren't errors.
  var otherStatuses: [HTTPResponse.Status] = []
  /// True if responses are cached until the data changes. They must depend only on viewer, URL and data.
  var isCached = false
  /// The queue for requests with long responses, which are made one at a time for each account or stranger's
  /// address; `nil` if they are short.
  var queue: PerKeyQueue<RateLimiter.Subject>?
  /// True if undeclared parameters are refused, because they would be lost.
  var refusesUnknown = false
  /// The media type of successful responses. Errors are always JSON.
  var mediaType = "application/json"
  /// The conventions of the route's API.
  var style = APIStyle.mastodon

  /// True if a file may be a part of a picture.
  var takesParts = false

  /// The path, and the addresses at which old clients and those of other servers look for the route.
  var paths: [String] {
    let isFeed = path.hasPrefix("/essential-feed/")
    return [path] + (isFeed ? [ReadingPath.pattern + path] : []) + TwitterPath.aliases(of: path)
  }

  /// True if files of a multipart form are stored for the handler.
  var takesFiles: Bool { parameters.contains { $0.schema == .file } }

  /// True if parameters are sent in the body.
  var hasBody: Bool { method == .post || method == .put || method == .patch }
}

/// The conventions of an API: the shape of errors, the fields of rate limits, and if wrong parameters are
/// refused.
enum APIStyle: Sendable {
  case mastodon
  case twitter

  /// Returns the style of a path's errors, also if no route has it.
  init(path: String) {
    self = TwitterPath.declared(path).hasPrefix(TwitterPath.prefix) ? .twitter : .mastodon
  }
}

/// A parameter of a route.
struct APIParameter: Sendable {
  /// The name without brackets, even for lists, which have a schema.
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
  /// The parameters of every paged list.
  static let paging: [APIParameter] = [
    APIParameter("max_id", .identifier), APIParameter("since_id", .identifier),
    APIParameter("min_id", .identifier),
    APIParameter("limit", .integer),
  ]
}
