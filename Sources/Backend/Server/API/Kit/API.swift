import Community
import HTTPTypes
import Hummingbird

/// The operations of the Mastodon client API, each declared once.
///
///     extension API {
///       mutating func addBookmarks(_ community: Community) {
///         schemas["Status"] = .object([.init("id", .identifier), .init("content", .string)])
///         add(APIRoute(.get, "/api/v1/bookmarks", "Bookmarked posts", access: .member(.readBookmarks),
///           parameters: .paging, response: .array(.reference("Status")))
///         ) { call in
///           let page = try await community.timelines.bookmarks(
///             call.viewer, call.cursor(default: 20, maximum: 40))
///           return .page(page) { writer, entry in
///             MastodonEncoder(prefix: call.prefix).entry(entry, &writer)
///           }
///         }
///         add(APIRoute(.post, "/api/v1/statuses/:id/bookmark", "Bookmark a post",
///           access: .member(.writeBookmarks), response: .reference("Status"))
///         ) { call in
///           let post = try await community.posts.bookmark(call.identifier(), call.viewer)
///           return .json { MastodonEncoder(prefix: call.prefix).status(post, &$0) }
///         }
///       }
///     }
///
/// A handler throws `CommunityError` or `RequestError`; the gate turns them into responses.
struct API: Sendable {
  struct Operation: Sendable {
    let route: RouteDeclaration
    /// Handles the request after the gate has accepted the token.
    let handler: @Sendable (APICall<TokenAccess?>) async throws -> APIResponse
  }

  private(set) var operations: [Operation] = []
  /// The schemas that `Schema.reference` refers to.
  var schemas: [String: Schema] = [:]

  mutating func add<Who>(
    _ route: APIRoute<Who>, handler: @escaping @Sendable (APICall<Who>) async throws -> APIResponse
  ) {
    let who = route.access.who
    operations.append(
      Operation(route: route.declaration) { call in try await handler(call.made(by: who(call.viewer))) })
  }

  /// Adds all operations to the router, with the API's description and the responses to preflights.
  func addRoutes(to router: some RouterMethods<ServerContext>, gate: APIGate) {
    var methods: [String: [String]] = [:]
    for operation in operations {
      let route = operation.route
      for path in route.paths {
        methods[path, default: []].append(route.method.rawValue)
        router.on(RouterPath(path), method: route.method) { request, context in
          await gate.response(to: request, context, operation)
        }
      }
    }
    let description = KeptDescription(OpenAPI(api: self))
    router.get("/api/openapi.json") { request, context in try gate.description(description, request) }
    for (path, methods) in methods {
      let allowed = ((methods.contains("GET") ? ["HEAD"] : []) + methods).sorted().joined(separator: ", ")
      router.on(RouterPath(path), method: .options) { _, _ in APIFields.preflight(methods: allowed) }
    }
  }
}
