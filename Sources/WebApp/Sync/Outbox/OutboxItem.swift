import Contracts
import JSON
import Localization
import Social

/// A write request that must not get lost: the device stores it until it is sent.
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
    /// Changes the post with this id.
    case edit(id: String, Draft)
    /// Deletes the post with this id.
    case delete(id: String)
    /// Narrows the audience of the post with this id.
    case narrow(id: String, Visibility)
    /// Accepts or rejects the follow request of the account with this id.
    case admit(id: String, Bool)
  }

  indirect enum State: Equatable, Sendable {
    case waiting
    case sending
    /// The server refused it, with this message.
    case failed(String)
  }

  /// The same for every attempt (Mastodon API, `Idempotency-Key`).
  var id: String { parts.id }
  /// The key of its session.
  var session: String { parts.session }
  var task: Task { parts.task }
  /// The sort key of items; unique.
  var createdAt: Timestamp { parts.createdAt }
  /// The earliest time to send it: the end of the undo time, or of a pause for the server.
  var notBefore: Timestamp {
    get { parts.notBefore }
    set { parts.notBefore = newValue }
  }
  var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }
  /// The number of failed attempts.
  var attempts: Int {
    get { parts.attempts }
    set { parts.attempts = newValue }
  }

  /// The time of an attempt whose result isn't known.
  var sentAt: Timestamp? {
    get { parts.sentAt }
    set { parts.sentAt = newValue }
  }
  /// The time of the first attempt; `nil` before it. From then on the server may have the item, even after a
  /// failure.
  var triedAt: Timestamp? {
    get { parts.triedAt }
    set { parts.triedAt = newValue }
  }
  /// True if another tab of the browser wrote it, and may still hold it back.
  var isForeign: Bool {
    get { parts.isForeign }
    set { parts.isForeign = newValue }
  }

  init(id: String, session: String, _ task: Task, createdAt: Timestamp, notBefore: Timestamp) {
    parts = Parts(id: id, session: session, task: task, createdAt: createdAt, notBefore: notBefore)
  }

  /// True if it answers a follow request.
  var isAdmission: Bool { if case .admit = task { true } else { false } }

  /// True if it narrows an audience.
  var isNarrowing: Bool { if case .narrow = task { true } else { false } }

  /// The post to publish or change; `nil` for other tasks.
  var draft: Draft? {
    switch task {
    case .publish(let draft), .edit(_, let draft): draft
    case .delete, .narrow, .admit: nil
    }
  }

  /// The id of the post whose text or audience it changes; `nil` for other tasks.
  var changed: String? {
    switch task {
    case .edit(let id, _), .narrow(let id, _): id
    case .publish, .delete, .admit: nil
    }
  }

  /// Returns the post as it is after this task.
  func applied(to post: Post) -> Post {
    switch task {
    case .edit(_, let draft): return draft.applied(to: post)
    case .narrow(_, let audience):
      var narrowed = post
      narrowed.visibility = audience
      return narrowed
    case .publish, .delete, .admit: return post
    }
  }

  /// The id of the post to change.
  var edited: String? {
    guard case .edit(let id, _) = task else { return nil }
    return id
  }

  /// True if the server has all its pictures.
  var isReady: Bool { draft?.pictures.allSatisfy { $0.mediaID != nil } ?? true }

  /// True unless one of its pictures was refused for good.
  var canRetry: Bool { draft?.pictures.allSatisfy { !$0.hasFailed || $0.canRetry } ?? true }

  /// True if it becomes a new post.
  var isNewPost: Bool { draft != nil && edited == nil }

  var request: APIRequest {
    switch task {
    case .publish(let draft): StatusRequests.publish(draft.fields, idempotencyKey: id)
    case .edit(let id, let draft): StatusRequests.edit(id, draft.fields)
    case .delete(let id): StatusRequests.delete(id)
    case .narrow(let id, let audience): StatusRequests.narrow(id, to: audience)
    case .admit(let id, let isAccepted): MastodonRequests.answerFollowRequest(of: id, isAccepted)
    }
  }

  /// Notes the new state of a picture. Returns false if the item has no picture with this id, or nothing
  /// changed.
  mutating func update(_ picture: String, _ state: DraftPicture.State, _ size: PixelSize?) -> Bool {
    guard var draft, var known = draft.picture(picture), known.update(state, size) else { return false }
    draft.put(known)
    parts.task = edited.map { .edit(id: $0, draft) } ?? .publish(draft)
    return true
  }
}

extension [OutboxItem] {
  /// Replaces the item with the same id, or appends a new one.
  mutating func update(_ item: OutboxItem) {
    if let index = firstIndex(where: { $0.id == item.id }) { self[index] = item } else { append(item) }
  }

  /// Removes the item with this id. Less code than `removeAll(where:)` in each screen (decision 0004).
  @inline(never)
  mutating func remove(_ id: String) {
    if let index = firstIndex(where: { $0.id == id }) { remove(at: index) }
  }
}

extension Draft {
  var fields: StatusRequests.Fields {
    var fields = StatusRequests.Fields(
      text: text, warning: warning, isSensitive: isSensitive, visibility: visibility, language: language,
      replyTo: replyTo?.id, media: pictures.compactMap { $0.media },
      isComment: isComment, poll: poll?.fields(takesVoters: takesVoters))
    fields.location = location
    if !reminded.isEmpty { fields.reminded = reminded.map { $0.id } }
    if !circles.isEmpty { add(to: &fields) }
    return fields
  }

  /// True if the post is for circles, so that its poll may show who voted.
  var takesVoters: Bool { !circles.isEmpty || visibility == .circles }

  /// Adds the circles, whose exceptions are taken from all members or all followers.
  @inline(never)
  private func add(to fields: inout StatusRequests.Fields) {
    fields.visibility = circles.contains { $0.isOfFollowers } ? .followers : .circles
    fields.circles = circles.filter { !$0.isExcepted }.map { $0.id }
    fields.excludedCircles = circles.filter { $0.isExcepted }.map { $0.id }
  }
}
