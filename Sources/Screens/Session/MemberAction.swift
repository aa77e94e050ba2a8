import Contracts
import Social

/// What a member does with a post, or with a person. It can be turned on and off.
indirect enum MemberAction: Equatable, Sendable {
  case post(PostInteraction)
  case person(RelationshipChange)

  /// The name under which the device stores it while it waits. It may wait for an earlier request for the same
  /// action, because the page may be left before that is answered.
  var keptName: String {
    switch self {
    case .post(let interaction): interaction.keptName
    case .person(let change): change.keptName
    }
  }

  /// Reads a stored name. The person's name isn't stored.
  init?(keptName name: String) {
    if let interaction = PostInteraction(keptName: name) {
      self = .post(interaction)
    } else if let change = RelationshipChange(keptName: name) {
      self = .person(change)
    } else {
      return nil
    }
  }

  /// True if it is retried when it fails for now; otherwise a failure is final and shown.
  var isRetried: Bool {
    switch self {
    case .post(.favourite), .post(.repost), .post(.bookmark): true
    case .post(.pin), .post(.muteThread), .person: false
    }
  }

  /// True if it hides the person's posts.
  var silences: Bool {
    switch self {
    case .person(.mute), .person(.block): true
    case .person(.follow), .person(.hideReposts), .person(.notify), .post: false
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .post(let interaction): interaction.request(id, isOn)
    case .person(let change): change.request(id, isOn)
    }
  }

  /// Returns the post with the interaction on or off. A relationship change leaves it as it is.
  func set(_ isOn: Bool, on post: Post) -> Post {
    switch self {
    case .post(let interaction): interaction.set(isOn, on: post)
    case .person: post
    }
  }

  /// The message if the server refuses it.
  var trouble: Message {
    switch self {
    case .post(let interaction): interaction.trouble
    case .person(let change): change.trouble
    }
  }
}

/// The new state of an interaction, and its time.
struct MemberActionChange: Equatable, Sendable {
  let mark: MemberAction
  /// The id of the post or the account.
  let id: String
  let isOn: Bool
  let at: Timestamp
  /// True if the server has confirmed it, or refused the opposite.
  let isSettled: Bool

  func isAbout(_ mark: MemberAction, _ id: String) -> Bool { self.mark == mark && self.id == id }
}

/// The viewer's recent changes, applied over server responses and cached ones: a response requested before a change
/// doesn't contain it.
struct RecentChanges: Equatable, Sendable {
  /// The greatest number of confirmed interactions, and of changed posts, that are remembered.
  static let most = 100

  /// A post of the viewer that an outbox item changes.
  private struct Edit: Equatable, Sendable {
    let item: String
    let id: String
    let draft: Draft
    /// The time when the server accepted it, and the resulting post; `nil` while it waits.
    var time: Timestamp?
    var status: Post?
  }

  private(set) var marks: [MemberActionChange] = []
  /// Sorted like the outbox.
  private var edits: [Edit] = []
  /// Content that no longer shows: the ids of deleted posts, and the keys of answered follow requests.
  private(set) var removed: Set<String> = []

  mutating func apply(_ change: Change) {
    switch change {
    case .marked(let change): add(change)
    case .statusRemoved(let id): removed.insert(id)
    case .statusRestored(let id): removed.remove(id)
    case .requestAnswered(let id, let isWaiting):
      if isWaiting { removed.remove(PersonCell.requestKey(id)) } else { removed.insert(PersonCell.requestKey(id)) }
    case .itemWaiting(let item):
      guard let id = item.edited, let draft = item.draft else { return }
      let place = edits.firstIndex { $0.item == item.id } ?? edits.count
      edits.removeAll { $0.item == item.id }
      if case .failed = item.state { return }
      edits.insert(Edit(item: item.id, id: id, draft: draft), at: place)
    case .itemSent(let item, let status, _, let time):
      guard let index = edits.firstIndex(where: { $0.item == item.id }) else { return }
      (edits[index].time, edits[index].status) = (time, status)
      if edits.count > Self.most { edits.removeFirst() }
    case .itemCancelled(let id): edits.removeAll { $0.item == id }
    case .statusChanged, .relationshipChanged, .profileChanged, .draftsChanged, .commentsShown, .sessionsChanged:
      return
    }
  }

  var isEmpty: Bool { marks.isEmpty && edits.isEmpty }

  /// Returns the state of an interaction that a server didn't know when it was asked at `time`; `nil` if the server
  /// knew it.
  func override(_ mark: MemberAction, _ id: String, asked time: Timestamp) -> Bool? {
    marks.last { $0.isAbout(mark, id) && (!$0.isSettled || $0.at >= time) }?.isOn
  }

  mutating func add(_ change: MemberActionChange) {
    marks.removeAll { $0.isAbout(change.mark, change.id) }
    marks.append(change)
    if marks.count > Self.most, let oldest = marks.firstIndex(where: { $0.isSettled }) { marks.remove(at: oldest) }
  }

  /// Returns a post from a response requested at `time`, with the changes that it doesn't contain.
  func applied(to status: Post, asked time: Timestamp) -> Post {
    var status = status
    for change in marks where change.id == status.id && (!change.isSettled || change.at >= time) {
      status = change.mark.set(change.isOn, on: status)
    }
    for edit in edits where edit.id == status.id && (edit.time.map { $0 >= time } ?? true) {
      status = edit.status.map { status.changed(as: $0) } ?? edit.draft.applied(to: status)
    }
    return status
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

/// The interaction queue: interactions that servers have not confirmed yet. They show at once. One request runs for
/// each; if the choice changes meanwhile, another one follows. What may succeed later is retried, as in the outbox.
struct Wishes: Equatable, Sendable {
  struct Subject: Equatable, Sendable {
    /// The key of the session that they belong to.
    let session: String
    let mark: MemberAction
    let id: String
  }

  private struct Wish: Equatable, Sendable {
    let subject: Subject
    var wanted: Bool
    /// The state that the running request asks for.
    var sent: Bool
    /// True if the request failed for now, and will be retried.
    var isWaiting = false
    var attempts = 0
    /// The earliest time of the next attempt; `nil` if it is due.
    var notBefore: Timestamp?
  }

  private var all: [Wish] = []

  /// Says whether the server has to be asked now.
  mutating func want(_ wanted: Bool, _ subject: Subject) -> Bool {
    if let index = all.firstIndex(where: { $0.subject == subject }) {
      all[index].wanted = wanted
      return false
    }
    all.append(Wish(subject: subject, wanted: wanted, sent: wanted))
    return true
  }

  enum Outcome: Equatable {
    /// The choice has changed: a request for this state has to be sent.
    case again(Bool)
    case settled(Bool)
    /// The request was refused: the interaction is rolled back.
    case failed(Bool)
    /// It may succeed later: it is retried after a pause, or when the network may be back.
    case waits
  }

  /// Returns `nil` if the interaction isn't in the queue.
  mutating func received(_ subject: Subject, _ outcome: RequestOutcome, now: Timestamp) -> Outcome? {
    guard let index = all.firstIndex(where: { $0.subject == subject }) else { return nil }
    let wish = all[index]
    // A request that was cut off may have arrived, so the opposite is requested all the same.
    if outcome == .transient, subject.mark.isRetried || wish.wanted != wish.sent {
      all[index].isWaiting = true
      all[index].notBefore = now.advanced(byMilliseconds: RetryPause.after(wish.attempts))
      all[index].attempts += 1
      return .waits
    }
    if outcome == .done, wish.wanted != wish.sent {
      all[index].sent = wish.wanted
      all[index].attempts = 0
      return .again(wish.wanted)
    }
    all.remove(at: index)
    return outcome == .done ? .settled(wish.sent) : .failed(!wish.sent)
  }

  /// Ends the pauses between attempts, because the network is back.
  mutating func wake() {
    for index in all.indices { all[index].notBefore = nil }
  }

  /// Returns one that waits and is due, if any, and marks it as running.
  mutating func take(now: Timestamp) -> Subject? {
    for index in all.indices {
      all[index].notBefore = all[index].notBefore?.atMost(RetryPause.longest, after: now)
    }
    guard let index = all.firstIndex(where: { $0.isWaiting && ($0.notBefore ?? now) <= now }) else { return nil }
    all[index].isWaiting = false
    all[index].sent = all[index].wanted
    return all[index].subject
  }

  /// Returns the milliseconds until one is due; `nil` if none waits.
  func pause(now: Timestamp) -> Int64? {
    var shortest: Int64?
    for wish in all where wish.isWaiting {
      let pause = max(0, (wish.notBefore ?? now).milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  func isWanted(_ subject: Subject) -> Bool { all.contains { $0.subject == subject && $0.wanted } }

  /// Returns the stored text of one that waits, `on` or `off`; `nil` if it doesn't wait. It may wait for the request
  /// before it, because the page can be left before that is answered.
  func kept(_ subject: Subject) -> String? {
    all.first { ($0.isWaiting || $0.wanted != $0.sent) && $0.subject == subject }.map { $0.wanted ? "on" : "off" }
  }

  /// Adds a waiting one that the device has stored.
  mutating func restore(_ subject: Subject, _ isOn: Bool) {
    if want(isOn, subject), let last = all.indices.last { all[last].isWaiting = true }
  }

  /// Removes one that another tab has sent. Returns the chosen state; `nil` if it doesn't wait here.
  mutating func sentElsewhere(_ subject: Subject) -> Bool? {
    guard let index = all.firstIndex(where: { $0.isWaiting && $0.subject == subject }) else { return nil }
    return all.remove(at: index).wanted
  }

  mutating func removeAll(of session: String) { all.removeAll { $0.subject.session == session } }
}
