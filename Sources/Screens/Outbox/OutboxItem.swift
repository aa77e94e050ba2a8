import Contracts
import JSON
import Social

/// Something that a server has to be told, and that must not get lost: it is kept on the device until it was.
struct OutboxItem: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let id: String
    let session: String
    var task: Task
    let createdAt: Timestamp
    var notBefore: Timestamp
    var state: State = State.waiting
    var attempts: Int = 0
    var sentAt: Timestamp?
    var triedAt: Timestamp?
    var isForeign = false
  }

  @Shared private var parts: Parts

  indirect enum Task: Equatable, Sendable {
    case publish(Draft)
    /// A change of the post with this id.
    case edit(id: String, Draft)
    /// The id of the post.
    case delete(id: String)
    /// Lets the person with this id follow, or not.
    case admit(id: String, Bool)
  }

  indirect enum State: Equatable, Sendable {
    case waiting
    case sending
    /// The server refused it, with its words.
    case failed(String)
  }

  /// The same for every attempt (Mastodon API, `Idempotency-Key`).
  var id: String { parts.id }
  /// The key of whose session it is.
  var session: String { parts.session }
  var task: Task { parts.task }
  /// Items go in the order of this; no two are the same.
  var createdAt: Timestamp { parts.createdAt }
  /// Not sent earlier: until then it can be undone, or the server gets a rest.
  var notBefore: Timestamp {
    get { parts.notBefore }
    set { parts.notBefore = newValue }
  }
  var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }
  /// How often it was sent in vain.
  var attempts: Int {
    get { parts.attempts }
    set { parts.attempts = newValue }
  }

  /// When an attempt began whose end is not known.
  var sentAt: Timestamp? {
    get { parts.sentAt }
    set { parts.sentAt = newValue }
  }
  /// When the first attempt began; `nil` if none has. From then on the server may have it, whatever came back.
  var triedAt: Timestamp? {
    get { parts.triedAt }
    set { parts.triedAt = newValue }
  }
  /// Another tab of the browser wrote it, and may still hold it back.
  var isForeign: Bool {
    get { parts.isForeign }
    set { parts.isForeign = newValue }
  }

  init(id: String, session: String, _ task: Task, createdAt: Timestamp, notBefore: Timestamp) {
    parts = Parts(id: id, session: session, task: task, createdAt: createdAt, notBefore: notBefore)
  }

  /// It answers somebody who wants to follow.
  var isAdmission: Bool { if case .admit = task { true } else { false } }

  /// What is to be published; nil: something else is to be done.
  var draft: Draft? {
    switch task {
    case .publish(let draft), .edit(_, let draft): draft
    case .delete, .admit: nil
    }
  }

  /// The id of the post that is to be changed.
  var edited: String? {
    guard case .edit(let id, _) = task else { return nil }
    return id
  }

  /// The server has all that belongs to it.
  var isReady: Bool { draft?.pictures.allSatisfy { $0.mediaID != nil } ?? true }

  /// None of its pictures was refused for good.
  var canRetry: Bool { draft?.pictures.allSatisfy { !$0.hasFailed || $0.canRetry } ?? true }

  /// It is to become a post of its own.
  var isNewPost: Bool { draft != nil && edited == nil }

  var request: APIRequest {
    switch task {
    case .publish(let draft): StatusRequests.publish(draft.fields, idempotencyKey: id)
    case .edit(let id, let draft): StatusRequests.edit(id, draft.fields)
    case .delete(let id): StatusRequests.delete(id)
    case .admit(let id, let isAccepted): MastodonRequests.answerFollowRequest(of: id, isAccepted)
    }
  }

  /// Notes the new state of a picture. Returns false if the item has no picture with this id, or nothing changed.
  mutating func update(_ picture: String, _ state: DraftPicture.State) -> Bool {
    guard var draft, var known = draft.picture(picture), known.state != state else { return false }
    known.state = state
    draft.put(known)
    parts.task = edited.map { .edit(id: $0, draft) } ?? .publish(draft)
    return true
  }
}

extension [OutboxItem] {
  /// Takes over the new state of an item, or the item, if it is new.
  mutating func update(_ item: OutboxItem) {
    if let index = firstIndex(where: { $0.id == item.id }) { self[index] = item } else { append(item) }
  }
}

extension Draft {
  var fields: StatusRequests.Fields {
    StatusRequests.Fields(
      text: text, warning: warning, isSensitive: isSensitive, visibility: visibility, language: language,
      replyTo: replyTo?.id, media: pictures.compactMap { $0.media },
      isComment: isComment)
  }
}
