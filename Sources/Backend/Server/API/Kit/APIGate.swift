import Community
import HTTPTypes
import Hummingbird
import JSON
import Localization
import Logging
import NIOCore
import Screens
import Social

/// The checks that every request to the API passes, in this order: token, rate limit, scope, parameters.
///
/// Authorization is only here. `Community` decides what a member may do to a single object.
struct APIGate: Sendable {
  let base: PublicBase
  let limiter: RateLimiter
  let reader: ParameterReader
  /// The cache for responses of routes that only read; `nil` to cache nothing.
  let cache: APIResponseCache?
  let posts: EncodedPosts
  /// The handling of uploads; `nil` if no route takes files.
  let intake: UploadIntake?
  let authenticate: @Sendable (_ token: String) async throws -> TokenAccess?
  private let fields: HTTPFields

  init(
    base: PublicBase, fields: ResponseFields, limiter: RateLimiter, reader: ParameterReader,
    cache: APIResponseCache? = nil,
    posts: EncodedPosts = EncodedPosts(byteLimit: 0), intake: UploadIntake? = nil,
    authenticate: @escaping @Sendable (_ token: String) async throws -> TokenAccess?
  ) {
    self.base = base
    self.limiter = limiter
    self.reader = reader
    self.cache = cache
    self.posts = posts
    self.intake = intake
    self.authenticate = authenticate
    var all = fields.json
    all[.cacheControl] = "no-store"
    all.append(contentsOf: APIFields.publicAccess)
    self.fields = all
  }

  func response(to request: Request, _ context: ServerContext, _ operation: API.Operation) async -> Response {
    var headers = fields
    do {
      let visitor = try await admit(request, context, operation.route, &headers)
      // The body isn't part of the cache key.
      if operation.route.isCached, let cache, !request.hasBody {
        let request = request.withQuery(of: operation.route)
        let cached = try await cache.response(
          to: request, viewer: visitor.access?.viewer, base: base.source(of: request),
          queue: operation.route.queue?.queue(of: visitor.subject)
        ) {
          try await self.apiResponse(to: request, context, operation, visitor)
        } fields: { apiResponse in
          fields(of: apiResponse, to: request)
        }
        return Self.response(cached, to: request, headers)
      }
      let makeAnswer = { () async throws in
        try await self.apiResponse(to: request, context, operation, visitor)
      }
      let apiResponse =
        if let queue = operation.route.queue { try await queue.run(visitor.subject, makeAnswer) } else {
          try await makeAnswer()
        }
      for field in fields(of: apiResponse, to: request) { headers[field.name] = field.value }
      return Response(
        status: apiResponse.status ?? operation.route.status, headers: headers,
        body: .init(byteBuffer: ByteBuffer(bytes: apiResponse.body)))
    } catch {
      return failure(error, request, context, operation.route, headers)
    }
  }

  /// The sender of an accepted request.
  private struct Visitor {
    let access: TokenAccess?
    let prefix: String
    let address: ClientAddress
    /// The one whose limits count the request.
    let subject: RateLimiter.Subject
    let budget: RateLimiter.Verdict?
  }

  private func admit(
    _ request: Request, _ context: ServerContext, _ route: RouteDeclaration, _ headers: inout HTTPFields
  ) async throws -> Visitor {
    guard let prefix = base.text(for: base.source(of: request)) else { throw RequestError.badHost }
    let address = ClientAddress(of: request, context, behind: base.proxies)
    let token = Self.bearer(request.headers[.authorization])
    var access = if let token { try await authenticate(token) } else { context.signature?.access }
    let subject = access?.viewer.map { RateLimiter.Subject.account($0.account) } ?? .address(address)
    if let signed = context.signature?.access {
      headers[.accessLevel] = signed.scopes.contains(.writeStatuses) ? "read-write" : "read"
    }
    let budget = limiter.count(route.limit, by: subject)
    if let verdict = budget {
      verdict.add(to: &headers, route.style)
      guard verdict.isAllowed else { throw RequestError.tooManyRequests }
    }
    if token != nil, access == nil { throw RequestError.invalidToken }
    if case .refused(let error) = context.signature { throw error }
    // A reading address counts instead of a token. It leads to the image feed and to Moments only.
    if let reader = context.reader {
      access = TokenAccess(tokenID: 0, viewer: reader, scopes: Scopes([.readStatuses]))
    }
    try route.access.check(access)
    return Visitor(access: access, prefix: prefix, address: address, subject: subject, budget: budget)
  }

  private func apiResponse(
    to request: Request, _ context: ServerContext, _ operation: API.Operation, _ visitor: Visitor
  ) async throws -> APIResponse {
    let slot = try operation.route.takesFiles && request.isMultipart ? slot(for: visitor) : nil
    let files = operation.route.parameters.filter { $0.schema == .file }.map(\.name)
    let parameters = try await reader.parameters(
      of: request, spool: slot == nil ? nil : operation.route.takesParts ? intake?.partSpool : intake?.spool,
      fileNames: Set(files))
    do {
      let apiResponse = try await apiResponse(to: request, context, operation, visitor, parameters, slot)
      for file in parameters.files.values { await file.remove() }
      return apiResponse
    } catch {
      for file in parameters.files.values { await file.remove() }
      throw error
    }
  }

  private func apiResponse(
    to request: Request, _ context: ServerContext, _ operation: API.Operation, _ visitor: Visitor,
    _ parameters: APIParameters, _ slot: UploadSlot?
  ) async throws -> APIResponse {
    try operation.route.check(parameters)
    let language = PageLanguage.preferred(cookie: nil, acceptLanguage: request.headers[.acceptLanguage])
    return try await operation.handler(
      APICall(
        viewer: visitor.access, parameters: parameters, query: request.uri.query, prefix: visitor.prefix,
        address: visitor.address, language: language, headers: request.headers, path: context.parameters,
        posts: posts,
        slot: slot, budget: visitor.budget, signature: context.signature))
  }

  /// Reserves a slot before the body is read, so that clients don't send data that the server has no room
  /// for.
  private func slot(for visitor: Visitor) throws -> UploadSlot? {
    do { return try intake?.slot(visitor.access?.viewer) } catch {
      guard var refusal = RequestError(api: error) else { throw error }
      refusal.closesConnection = true
      throw refusal
    }
  }

  /// Returns the header fields that depend on the response alone.
  private func fields(of apiResponse: APIResponse, to request: Request) -> HTTPFields {
    var fields = fields
    if let pages = apiResponse.pages {
      let url = (base.text(for: base.source(of: request)) ?? "") + request.uri.path
      fields[.link] = pages.link(url: url, query: request.uri.query)
    }
    for field in apiResponse.fields { fields[field.name] = field.value }
    return fields
  }

  /// Returns a cached response with the header fields of this request.
  private static func response(_ cached: CacheableResponse, to request: Request, _ headers: HTTPFields)
    -> Response
  {
    var response = cached.response(to: request)
    for field in headers where !response.headers.contains(field.name) && field.name != .contentType {
      response.headers[field.name] = field.value
    }
    return response
  }

  /// Returns the token of `Authorization: Bearer …` (RFC 6750 section 2.1); empty if the token is missing.
  /// Returns `nil` if the field is missing or has another scheme.
  static func bearer(_ field: String?) -> String? {
    guard let field else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.first?.lowercased() == "bearer" else { return nil }
    return parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
  }

  private func failure(
    _ error: any Error, _ request: Request, _ context: ServerContext, _ route: RouteDeclaration,
    _ headers: HTTPFields
  ) -> Response {
    var headers = headers
    var failure = RequestError.internalError
    let twitter = route.style == .twitter ? TwitterFailure(error, request) : nil
    if let known = twitter?.reason ?? RequestError(api: error) {
      failure = known
    } else {
      context.logger.error("Request failed", metadata: ["error": "\(error)"])
    }
    if let challenge = failure.challenge { headers[.wwwAuthenticate] = challenge }
    if failure.closesConnection { headers[.connection] = "close" }
    if let seconds = failure.retryAfter { headers[.retryAfter] = "\(seconds)" }
    if case CommunityError.tooMany(let wait) = error {
      headers[.retryAfter] = "\(max(1, wait.components.seconds))"
    }
    let apiResponse = APIResponse.json { writer in
      if let twitter { twitter.write(to: &writer) } else { failure.write(to: &writer) }
    }
    return Response(
      status: failure.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: apiResponse.body)))
  }

  /// Returns the description of the API for clients and tests.
  func description(_ description: KeptDescription, _ request: Request) throws -> Response {
    guard let prefix = base.text(for: base.source(of: request)) else { throw RequestError.badHost }
    return Response(
      status: .ok, headers: fields,
      body: .init(byteBuffer: description.bytes(server: prefix)))
  }
}

extension RequestError {
  /// Writes `{"error": "…"}`. An OAuth error gets a description (RFC 6749 section 5.2), a refusal that our
  /// own app translates gets a `code`.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("error")
      writer.string(code ?? message)
      if code != nil {
        writer.name("error_description")
        writer.string(message)
      }
      if let refusal {
        writer.name("code")
        writer.string(refusal.rawValue)
      }
      guard !details.isEmpty else { return }
      writer.name("details")
      writer.object { writer in
        for detail in details {
          writer.name(of: detail.field)
          writer.array([detail]) { writer, detail in
            writer.object { writer in
              writer.name("error")
              writer.string(detail.code)
              writer.name("description")
              writer.string(detail.description)
            }
          }
        }
      }
    }
  }
}

extension RouteDeclaration {
  /// Checks that required parameters are present and that all declared ones match their types.
  func check(_ given: APIParameters) throws(RequestError) {
    // Clients of the Twitter API send `None` and the like. A value that can't be read counts as missing there.
    guard style == .mastodon else { return }
    for parameter in parameters where !pathParameters.contains(parameter.name) {
      if let value = given[parameter.name] {
        guard parameter.schema.admits(value) else {
          throw .invalid("\(parameter.name) is not \(parameter.schema.words)")
        }
      } else if parameter.isRequired, given.files[parameter.name] == nil {
        throw .blank(parameter.name)
      }
    }
    if refusesUnknown { try given.refuseOthers(than: Set(parameters.map(\.name) + pathParameters)) }
  }
}
