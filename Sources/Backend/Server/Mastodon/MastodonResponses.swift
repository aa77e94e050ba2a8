import Community
import Contracts
import JSON
import Social

extension APICall {
  /// The encoder with the URL through which this request reached the server.
  var encoder: MastodonEncoder { MastodonEncoder(prefix: prefix) }

  /// Returns the object from the path; throws 404 if it doesn't exist or the viewer may not see it.
  func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw RequestError.recordNotFound }
    return value
  }
}

extension APIResponse {
  static func status(_ status: Post, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.posts.write(status, call.encoder, &writer) }
  }

  static func entry(_ entry: TimelineEntry, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.posts.write(entry, call.encoder, &writer) }
  }

  static func entries(_ page: ListPage<TimelineEntry>, _ call: APICall<some Sendable>) -> APIResponse {
    let encoder = call.encoder
    return .page(page) { writer, entry in call.posts.write(entry, encoder, &writer) }
  }

  static func statuses(_ statuses: [Post], _ call: APICall<some Sendable>) -> APIResponse {
    let encoder = call.encoder
    return .list(statuses) { writer, status in call.posts.write(status, encoder, &writer) }
  }

  static func profile(_ profile: Profile, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.encoder.account(profile, &writer) }
  }

  static func profiles(_ page: ListPage<Profile>, _ call: APICall<some Sendable>) -> APIResponse {
    let encoder = call.encoder
    return .page(page) { writer, profile in encoder.account(profile, &writer) }
  }

  static func relationship(_ relationship: Relationship, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.encoder.relationship(relationship, &writer) }
  }
}

extension Schema {
  static let status = Schema.reference("Status")
  static let account = Schema.reference("Account")
  static let relationship = Schema.reference("Relationship")
  static let statuses = Schema.array(.status)
  static let accounts = Schema.array(.account)
}
