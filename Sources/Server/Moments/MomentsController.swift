import Community
import Contracts
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Social

/// The Moments contract: `GET /user/{username}` and `GET /user/{username}/tweets`.
///
/// The answers are the same for everybody, so they are made once and kept until the data changes.
struct MomentsController: Sendable {
  let community: Community
  let cache: AnswerCache
  let base: PublicBase
  let fields: AnswerFields

  func addRoutes(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/user/:username") { request, context in
      try await answer(request, context) { username, prefix in
        guard let account = try await community.account(username) else { throw RequestError.userNotFound }
        return try await encoded { MomentsEncoder(prefix: prefix).profile(account, &$0) }
      }
    }
    router.get("/user/:username/tweets") { request, context in
      try await answer(request, context) { username, prefix in
        guard let posts = try await community.page(of: username, asker: nil) else { throw RequestError.userNotFound }
        return try await encoded { MomentsEncoder(prefix: prefix).posts(posts, &$0) }
      }
    }
  }

  private func answer(
    _ request: Request, _ context: BasicRequestContext,
    _ make: @escaping @Sendable (_ username: String, _ prefix: String) async throws -> Answer
  ) async throws -> Response {
    let source = base.source(of: request)
    let key = AnswerCache.Key(path: request.uri.path, base: source)
    if let answer = await cache.kept(key) { return answer.response(to: request) }
    guard let username = context.parameters.get("username").flatMap({ percentDecoded($0) }) else {
      throw RequestError.userNotFound
    }
    guard let prefix = base.text(for: source) else { throw RequestError.badHost }
    return try await cache.answer(key) { try await make(username, prefix) }.response(to: request)
  }

  private func encoded(_ write: @escaping @Sendable (inout JSONWriter) -> Void) async throws -> Answer {
    try await offload {
      var writer = JSONWriter(reservingCapacity: 16_384)
      write(&writer)
      return Answer.text(ByteBuffer(bytes: writer.bytes), fields: fields.publicJSON)
    }
  }
}
