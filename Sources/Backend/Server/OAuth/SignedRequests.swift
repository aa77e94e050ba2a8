import Community
import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import OAuth1
import Social
import Synchronization
import TwitterContracts

/// The result of checking a signature (OAuth 1.0a), or the app password in its place.
enum SignatureCheck: Sendable {
  /// The signature is right. `access` is `nil` if it names no member: in the steps of a sign-in.
  case valid(ProtocolParameters, access: TokenAccess?)
  /// The request has no signature, but a member's name and an app password (HTTP Basic).
  case password(TokenAccess)
  case refused(TwitterError)

  /// The access that the request's token or password grants.
  var access: TokenAccess? {
    switch self {
    case .valid(_, let access): access
    case .password(let access): access
    case .refused: nil
    }
  }
}

/// Checks the signatures of requests to the Twitter API and to the two steps of a sign-in that are signed, and
/// app passwords if the community allows them.
///
/// It decides nothing: `ClosedDoors` and `APIGate` read the result, as they read a bearer token.
struct SignedRequests: RouterMiddleware {
  typealias Context = ServerContext

  private let community: Community
  private let base: PublicBase
  private let maxBytes: Int
  private let now: @Sendable () -> Timestamp
  private let nonces = Nonces()

  init(
    community: Community, base: PublicBase, maxBytes: Int, now: @escaping @Sendable () -> Timestamp
  ) {
    self.community = community
    self.base = base
    self.maxBytes = maxBytes
    self.now = now
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let step = Step(path: request.uri.path), request.method != .options else {
      return try await next(request, context)
    }
    var (request, context) = (request, context)
    if step == .method, let credentials = request.headers[.authorization].flatMap({ BasicCredentials($0) }) {
      let address = ClientAddress(of: request, context, behind: base.proxies)
      context.signature = try await check(credentials, address)
      return try await next(request, context)
    }
    guard let parts = try await parts(of: &request) else { return try await next(request, context) }
    switch Result(catching: { () throws(OAuth1Error) in try SignedRequest(parts) }) {
    case .success(let signed?):
      context.signature = try await check(signed, step, origins(of: request, context), request.method)
    case .success(nil): break
    case .failure: context.signature = .refused(.notAuthenticated)
    }
    return try await next(request, context)
  }

  /// The kind of token that a path takes.
  private enum Step {
    case requestToken, accessToken, method

    init?(path: String) {
      let path = TwitterPath.declared(path)
      switch path {
      case "/oauth/request_token": self = .requestToken
      case "/oauth/access_token": self = .accessToken
      default:
        guard path.hasPrefix(TwitterPath.prefix) else { return nil }
        self = .method
      }
    }
  }

  /// Returns what a signature covers; `nil` if the request has credentials of another kind. A form is read
  /// here and passed on.
  private func parts(of request: inout Request) async throws -> RequestParts? {
    let authorization = request.headers[.authorization]
    if let authorization, !authorization.lowercased().hasPrefix("oauth ") { return nil }
    let target = request.head.path ?? "/"
    let path = target.prefix { $0 != "?" }
    var parts = RequestParts(
      method: request.method.rawValue, path: String(path),
      query: String(target.dropFirst(path.count + 1)), authorization: authorization)
    guard request.hasBody, request.bareContentType == "application/x-www-form-urlencoded" else {
      return parts
    }
    var form = ByteBuffer()
    for try await piece in request.body {
      guard form.readableBytes + piece.readableBytes <= maxBytes else { throw RequestError.bodyTooLarge }
      form.writeImmutableBuffer(piece)
    }
    request = Request(head: request.head, body: RequestBody(buffer: form))
    parts.form = Array(form.readableBytesView)
    return parts
  }

  private func origins(of request: Request, _ context: Context) -> [String] {
    // `ForwardedFields` has removed the field unless a trusted proxy sent it.
    SignedOrigins(
      publicOrigin: base.configured?.origin, host: request.head.authority,
      port: context.channel.localAddress?.port, forwardedHost: request.headers[.forwardedHost],
      aliases: ["api.twitter.com"]
    ).all
  }

  /// Returns `nil` if the community doesn't allow app passwords.
  private func check(
    _ credentials: BasicCredentials, _ address: ClientAddress
  ) async throws -> SignatureCheck? {
    guard try await community.settings.allowsBasic() else { return nil }
    do {
      let access = try await community.appPasswords.access(
        username: credentials.name, password: credentials.password, address: address.text)
      guard let access else { return .refused(.notAuthenticated) }
      return .password(access)
    } catch CommunityError.tooMany { return .refused(.rateLimited) }
  }

  private func check(
    _ signed: SignedRequest, _ step: Step, _ origins: [String], _ method: HTTPRequest.Method
  ) async throws -> SignatureCheck {
    let parameters = signed.parameters
    if step == .method, let token = parameters.token,
      let found = try await community.signing.access(token: token),
      found.credentials.clientKey == parameters.clientKey
    {
      return verdict(
        on: signed, found.credentials, [found.credentials.tokenSecret], found.access, origins, method)
    }
    guard let client = try await community.signing.credentials(key: parameters.clientKey) else {
      return .refused(.notAuthenticated)
    }
    var secrets = [""]
    if let token = parameters.token {
      switch step {
      // A token of an earlier session may be there. It means nothing.
      case .requestToken:
        if let found = try await community.signing.access(token: token) {
          secrets.append(found.credentials.tokenSecret)
        }
      case .accessToken:
        guard let found = try await community.signing.credentials(requestToken: token),
          found.clientKey == client.clientKey
        else { return .refused(.invalidToken) }
        // Some clients never use the request token's secret.
        secrets.append(found.tokenSecret)
      case .method: return .refused(.invalidToken)
      }
    }
    return verdict(on: signed, client, secrets, nil, origins, method)
  }

  private func verdict(
    on signed: SignedRequest, _ client: SigningCredentials, _ tokenSecrets: [String], _ access: TokenAccess?,
    _ origins: [String], _ method: HTTPRequest.Method
  ) -> SignatureCheck {
    guard signed.isSigned(clientSecret: client.clientSecret, tokenSecrets: tokenSecrets, at: origins) else {
      return .refused(.notAuthenticated)
    }
    switch nonces.verdict(
      on: signed.parameters, isReading: method == .get || method == .head, now: now().milliseconds / 1000)
    {
    case .isNew: return .valid(signed.parameters, access: access)
    case .isOutOfBounds: return .refused(.timestampOutOfBounds)
    case .isReplayed: return .refused(.notAuthenticated)
    case .isFull: return .refused(.overCapacity)
    }
  }
}

/// The nonces that this process has seen.
private final class Nonces: Sendable {
  private let cache = Mutex(NonceCache())

  func verdict(on parameters: ProtocolParameters, isReading: Bool, now: Int64) -> NonceCache.Verdict {
    cache.withLock { $0.verdict(on: parameters, isReading: isReading, now: now) }
  }
}
