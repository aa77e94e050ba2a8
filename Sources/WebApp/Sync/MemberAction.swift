import Contracts
import Localization
import Social

/// An interaction with a post, or a change of the relationship to a person. It can be turned on and off.
indirect enum MemberAction: Equatable, Sendable {
  case post(PostInteraction)
  case person(RelationshipChange)
  /// A vote in a poll. It stays on, unless the server refuses it.
  case vote(PollVote)

  /// The name under which the device stores it while it waits. It may wait for an earlier request for the
  /// same action, because the page may be left before that is answered.
  var storedName: String {
    switch self {
    case .post(let interaction): interaction.storedName
    case .person(let change): change.storedName
    case .vote(let vote): vote.storedName
    }
  }

  /// Reads a stored name. The person's name isn't stored.
  init?(storedName name: String) {
    if let interaction = PostInteraction(storedName: name) {
      self = .post(interaction)
    } else if let change = RelationshipChange(storedName: name) {
      self = .person(change)
    } else if let vote = PollVote(storedName: name) {
      self = .vote(vote)
    } else {
      return nil
    }
  }

  /// True if it is retried when it fails for now; otherwise a failure is final and shown.
  var isRetried: Bool {
    switch self {
    case .post(.favourite), .post(.repost), .post(.bookmark), .vote: true
    case .post(.pin), .post(.muteThread), .person: false
    }
  }

  /// True if it hides the person's posts.
  var silences: Bool {
    switch self {
    case .person(.mute), .person(.block): true
    case .person(.follow), .person(.hideReposts), .person(.notify), .post, .vote: false
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .post(let interaction): interaction.request(id, isOn)
    case .person(let change): change.request(id, isOn)
    case .vote(let vote): PollRequests.vote(vote.choices, in: vote.poll)
    }
  }

  /// Returns the post with the interaction on or off. A relationship change leaves it as it is.
  func set(_ isOn: Bool, on post: Post) -> Post {
    switch self {
    case .post(let interaction): interaction.set(isOn, on: post)
    case .person: post
    case .vote(let vote): vote.set(isOn, on: post)
    }
  }

  /// The message if the server refuses it.
  var failure: Message {
    switch self {
    case .post(let interaction): interaction.failure
    case .person(let change): change.failure
    case .vote: Message(.notSaved)
    }
  }
}

/// The new state of a member's action, and its time.
struct MemberActionChange: Equatable, Sendable {
  let action: MemberAction
  /// The id of the post or the account.
  let id: String
  let isOn: Bool
  let at: Timestamp
  /// True if the server has confirmed it, or refused the opposite.
  let isConfirmed: Bool

  func isAbout(_ action: MemberAction, _ id: String) -> Bool { self.action == action && self.id == id }
}

/// The viewer's recent changes, applied over server responses and cached ones: a response requested before a
/// change doesn't contain it.
struct RecentChanges: Equatable, Sendable {
  /// The greatest number of confirmed actions, and of changed posts, that are remembered.
  static let maxCount = 100

  /// A post of the viewer that an outbox item changes.
  private struct Edit: Equatable, Sendable {
    let item: String
    let id: String
    let draft: Draft
    /// The time when the server accepted it, and the resulting post; `nil` while it waits.
    var time: Timestamp?
    var post: Post?
  }

  private(set) var actions: [MemberActionChange] = []
  /// Sorted like the outbox.
  private var edits: [Edit] = []
  /// Content that no longer shows: the ids of deleted posts, and the keys of answered follow requests.
  private(set) var removed: Set<String> = []
  /// The posts whose deletion was taken back. Copies of lists that were stored meanwhile lack them.
  private(set) var restored: Set<String> = []

  mutating func apply(_ change: Change) {
    switch change {
    case .memberActed(let change): add(change)
    case .postRemoved(let id):
      removed.insert(id)
      restored.remove(id)
    case .postRestored(let id):
      removed.remove(id)
      restored.insert(id)
    case .requestAnswered(let id, let isWaiting):
      if isWaiting {
        removed.remove(PersonCell.requestKey(id))
      } else {
        removed.insert(PersonCell.requestKey(id))
      }
    case .itemWaiting(let item):
      guard let id = item.edited, let draft = item.draft else { return }
      let position = edits.firstIndex { $0.item == item.id } ?? edits.count
      edits.removeAll { $0.item == item.id }
      if case .failed = item.state { return }
      edits.insert(Edit(item: item.id, id: id, draft: draft), at: position)
    case .itemSent(let item, let post, _, let time):
      guard let index = edits.firstIndex(where: { $0.item == item.id }) else { return }
      (edits[index].time, edits[index].post) = (time, post)
      if edits.count > Self.maxCount { edits.removeFirst() }
    case .itemCancelled(let id): edits.removeAll { $0.item == id }
    case .postChanged, .relationshipChanged, .profileChanged, .draftsChanged, .commentsShown,
      .sessionsChanged,
      .circlesChanged:
      return
    }
  }

  var isEmpty: Bool { actions.isEmpty && edits.isEmpty }

  /// Returns the state of an action that a server didn't know when it was asked at `time`; `nil` if the
  /// server knew it.
  func override(_ action: MemberAction, _ id: String, asked time: Timestamp) -> Bool? {
    actions.last { $0.isAbout(action, id) && (!$0.isConfirmed || $0.at >= time) }?.isOn
  }

  mutating func add(_ change: MemberActionChange) {
    actions.removeAll { $0.isAbout(change.action, change.id) }
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
      post = edit.post.map { post.changed(as: $0) } ?? edit.draft.applied(to: post)
    }
    return post
  }
}

extension Post {
  /// Returns the post with its author's changes.
  fileprivate func changed(as other: Post) -> Post {
    var changed = other
    changed.interactions = interactions
    changed.repliesCount = repliesCount
    changed.repostsCount = repostsCount
    changed.favouritesCount = favouritesCount
    return changed
  }
}
