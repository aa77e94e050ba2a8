import Contracts
import JSON
public import Social

/// Something that a server has to be told, and that must not get lost: it is kept on the device until it was.
public struct OutboxItem: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let id: String
    let session: String
    let task: Task
    let createdAt: Timestamp
    var notBefore: Timestamp
    var state: State = State.waiting
    var attempts: Int = 0
  }

  @Shared private var parts: Parts

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
  public var id: String { parts.id }
  /// The key of whose session it is.
  public var session: String { parts.session }
  public var task: Task { parts.task }
  /// Items go in the order of this; no two are the same.
  public var createdAt: Timestamp { parts.createdAt }
  /// Not sent earlier: until then it can be undone, or the server gets a rest.
  public internal(set) var notBefore: Timestamp {
    get { parts.notBefore }
    set { parts.notBefore = newValue }
  }
  public internal(set) var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }
  /// How often it was sent in vain.
  var attempts: Int {
    get { parts.attempts }
    set { parts.attempts = newValue }
  }

  public init(id: String, session: String, _ task: Task, createdAt: Timestamp, notBefore: Timestamp) {
    parts = Parts(id: id, session: session, task: task, createdAt: createdAt, notBefore: notBefore)
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
