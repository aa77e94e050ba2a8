import Community
import HTTPTypes
import Hummingbird
import NIOCore
import Social

/// Answers of the API's reading routes, encoded, kept for one asker each until the data change.
///
/// A mute ends by itself, without a change of the data: so nothing is kept for longer than a minute.
struct KeptAnswers: Sendable {
  let cache: AnswerCache
  let now: @Sendable () -> Timestamp

  func answer(
    to request: Request, asker: Asker?, base: PublicBase.Source,
    make: @escaping @Sendable () async throws -> APIAnswer,
    fields: @escaping @Sendable (APIAnswer) -> HTTPFields
  ) async throws -> Answer {
    let isPacked = ContentCoding.preferred(by: request.headers[.acceptEncoding], among: [.gzip]) == .gzip
    let who = asker.map { "\($0.account)" } ?? ""
    let key = AnswerCache.Key(
      path: request.uri.path, base: base,
      variant: "\(who) \(isPacked ? "gzip" : "") \(now().milliseconds / 60_000) \(request.uri.query ?? "")")
    return try await cache.answer(key) {
      let answer = try await make()
      let body = ByteBuffer(bytes: answer.body)
      // Timelines change often: what packing them with care would gain is less than it would cost.
      return isPacked ? .text(body, fields: fields(answer), effort: .quick) : Answer(body: body, fields: fields(answer))
    }
  }
}
