import Social

/// The viewer's recent changes, applied over server responses and cached ones: a response requested before a
/// change doesn't contain it.
struct RecentChanges: Equatable, Sendable {
  /// The greatest number of confirmed actions, and of changed posts, that are remembered.
  static let maxCount = 100

  /// A post of the viewer that an outbox item changes.
  private struct Edit: Equatable, Sendable {
    let item: OutboxItem
    let id: String
    /// The time when the server accepted it, and the resulting post; `nil` while it waits.
    var time: Timestamp?
    var post: Post?
  }

  /// A reply of the viewer that was sent: an older response about the answered post doesn't count it.
  private struct Reply: Equatable, Sendable {
    let answered: String
    let time: Timestamp
  }

  private(set) var actions: [MemberActionChange] = []
  /// Sorted like the outbox.
  private var edits: [Edit] = []
  private var replies: [Reply] = []

  /// Records a change. Returns the id of the post that it changes; `nil` if it changes none.
  mutating func apply(_ change: Change) -> String? {
    switch change {
    case .memberActed(let change):
      add(change)
      return change.id
    case .itemWaiting(let item):
      guard let id = item.changed else { return nil }
      let position = edits.firstIndex { $0.item.id == item.id } ?? edits.count
      if position < edits.count { edits.remove(at: position) }
      if case .failed = item.state { return id }
      edits.insert(Edit(item: item, id: id), at: position)
      return id
    case .itemSent(let item, let post, _, let time):
      if let answered = post?.replyTo?.id, item.isNewPost {
        replies.append(Reply(answered: answered, time: time))
        if replies.count > Self.maxCount { replies.removeFirst() }
        return answered
      }
      guard let index = edits.firstIndex(where: { $0.item.id == item.id }) else { return nil }
      (edits[index].time, edits[index].post) = (time, post)
      defer { if edits.count > Self.maxCount { edits.removeFirst() } }
      return edits[index].id
    case .itemCancelled(let id):
      guard let index = edits.firstIndex(where: { $0.item.id == id }) else { return nil }
      return edits.remove(at: index).id
    default: return nil
    }
  }

  var isEmpty: Bool { actions.isEmpty && edits.isEmpty && replies.isEmpty }

  /// Returns the state of an action that a server didn't know when it was asked at `time`; `nil` if the
  /// server knew it.
  func override(_ action: MemberAction, _ id: String, asked time: Timestamp) -> Bool? {
    actions.last { $0.isAbout(action, id) && (!$0.isConfirmed || $0.at >= time) }?.isOn
  }

  /// Returns the state of an action that a server has confirmed; `nil` if a response that was requested at
  /// `time` contains it.
  func confirmed(_ action: MemberAction, _ id: String, asked time: Timestamp) -> Bool? {
    actions.last { $0.isConfirmed && $0.isAbout(action, id) && $0.at >= time }?.isOn
  }

  /// The changes that servers have confirmed.
  var withoutWaiting: RecentChanges {
    var changes = self
    changes.actions.removeAll { !$0.isConfirmed }
    changes.edits.removeAll { $0.time == nil }
    return changes
  }

  /// Returns true if a response about the post or person that was requested at `time` lacks a change.
  func hasOverride(_ id: String, asked time: Timestamp) -> Bool {
    actions.contains { $0.id == id && (!$0.isConfirmed || $0.at >= time) }
  }

  /// Returns true while a change of a post's text waits to be sent.
  func hasWaitingEdit(_ id: String) -> Bool { edits.contains { $0.id == id && $0.time == nil } }

  /// Returns true while a change of a post or person waits for a server.
  func isWaiting(_ id: String) -> Bool {
    hasWaitingEdit(id) || actions.contains { $0.id == id && !$0.isConfirmed }
  }

  private mutating func add(_ change: MemberActionChange) {
    var change = change
    if let index = actions.firstIndex(where: { $0.isAbout(change.action, change.id) }) {
      let before = actions.remove(at: index)
      change.isRenewed = change.isOn && !change.isConfirmed && (!before.isOn || before.isRenewed)
    }
    actions.append(change)
    if actions.count > Self.maxCount, let oldest = actions.firstIndex(where: { $0.isConfirmed }) {
      actions.remove(at: oldest)
    }
  }

  /// Returns a post from a response requested at `time`, with the changes that it doesn't contain.
  func applied(to post: Post, asked time: Timestamp) -> Post {
    var post = post
    for change in actions where change.id == post.id && (!change.isConfirmed || change.at >= time) {
      post = change.action.set(change.isOn, on: post)
    }
    for edit in edits where edit.id == post.id && (edit.time.map { $0 >= time } ?? true) {
      post = edit.post.map { post.changed(as: $0) } ?? edit.item.applied(to: post)
    }
    for reply in replies where reply.answered == post.id && reply.time > time { post.repliesCount += 1 }
    return post
  }
}

extension Post {
  /// Returns the post with its author's changes.
  fileprivate func changed(as other: Post) -> Post {
    var changed = other
    changed.author = author
    changed.interactions = interactions
    changed.repliesCount = repliesCount
    changed.repostsCount = repostsCount
    changed.favouritesCount = favouritesCount
    return changed
  }
}
