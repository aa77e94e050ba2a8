import Contracts
import JSON
public import Social

/// Something that a server has to be told, and that must not get lost: it is kept on the device until it was.
public struct OutboxItem: Equatable, Sendable {
  public indirect enum Task: Equatable, Sendable {
    case publish(Draft)
    /// The id of the post.
    case delete(id: String)
  }

  public indirect enum State: Equatable, Sendable {
    case waiting
    case sending
    /// The server refused it, with its words.
    case failed(String)
  }

  /// The same for every attempt (Mastodon API, `Idempotency-Key`).
  public let id: String
  /// The key of whose session it is.
  public let session: String
  public let task: Task
  /// Items go in the order of this; no two are the same.
  public let createdAt: Timestamp
  /// Not sent earlier: until then it can be undone, or the server gets a rest.
  public internal(set) var notBefore: Timestamp
  public internal(set) var state = State.waiting
  /// How often it was sent in vain.
  var attempts = 0

  public init(id: String, session: String, _ task: Task, createdAt: Timestamp, notBefore: Timestamp) {
    self.id = id
    self.session = session
    self.task = task
    self.createdAt = createdAt
    self.notBefore = notBefore
  }

  public var draft: Draft? {
    guard case .publish(let draft) = task else { return nil }
    return draft
  }

  var request: APIRequest {
    switch task {
    case .publish(let draft): StatusRequests.publish(draft.fields, idempotencyKey: id)
    case .delete(let id): StatusRequests.delete(id)
    }
  }
}

extension Draft {
  var fields: StatusRequests.Fields {
    StatusRequests.Fields(
      text: text, warning: warning, isSensitive: isSensitive, visibility: visibility, language: language,
      replyTo: replyTo?.id)
  }
}
