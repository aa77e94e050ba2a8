import Contracts
import Social

/// An interaction with a post, or a relationship change towards a person, which can be turned on and off.
indirect enum Mark: Equatable, Sendable {
  case favourite
  case repost
  case bookmark
  /// Pins one of the viewer's posts to the top of their profile.
  case pin
  /// Mutes the post's conversation: no more notifications about it.
  case muteThread
  /// Follows the person with this name; the id is an account's.
  case follow(name: String)
  /// Hides the reposts of a followed person.
  case hideReposts(name: String)
  /// Notifies the viewer of each post of a followed person.
  case notify(name: String)
  /// Mutes a person for that many seconds; 0 means until they are unmuted.
  case mute(name: String, seconds: Int = 0)
  case block(name: String)

  /// True if the id is an account's.
  var isOnPerson: Bool {
    switch self {
    case .favourite, .repost, .bookmark, .pin, .muteThread: false
    case .follow, .hideReposts, .notify, .mute, .block: true
    }
  }

  /// The name under which the device stores it if it fails for now, to be retried; `nil` if a failure is final and
  /// shown.
  var waitingName: String? {
    switch self {
    case .favourite: "favourite"
    case .repost: "repost"
    case .bookmark: "bookmark"
    default: nil
    }
  }

  /// The name under which the device stores it while it waits. It may wait for an earlier request for the same
  /// interaction, because the page may be left before that is answered.
  var keptName: String {
    switch self {
    case .favourite: "favourite"
    case .repost: "repost"
    case .bookmark: "bookmark"
    case .pin: "pin"
    case .muteThread: "thread"
    case .follow: "follow"
    case .hideReposts: "reposts"
    case .notify: "notify"
    case .mute: "mute"
    case .block: "block"
    }
  }

  /// Reads a stored name. The person's name isn't stored.
  init?(keptName: String) {
    switch keptName {
    case "favourite": self = .favourite
    case "repost": self = .repost
    case "bookmark": self = .bookmark
    case "pin": self = .pin
    case "thread": self = .muteThread
    case "follow": self = .follow(name: "")
    case "reposts": self = .hideReposts(name: "")
    case "notify": self = .notify(name: "")
    case "mute": self = .mute(name: "")
    case "block": self = .block(name: "")
    default: return nil
    }
  }

  /// True if it hides the person's posts.
  var silences: Bool {
    switch self {
    case .mute, .block: true
    default: false
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .favourite: MastodonRequests.favourite(id, isOn)
    case .repost: MastodonRequests.repost(id, isOn)
    case .bookmark: MastodonRequests.bookmark(id, isOn)
    case .pin: MastodonRequests.pin(id, isOn)
    case .muteThread: MastodonRequests.mute(threadOf: id, isOn)
    case .follow: MastodonRequests.follow(id, isOn)
    case .hideReposts: MastodonRequests.setFollow(id, "reblogs", !isOn)
    case .notify: MastodonRequests.setFollow(id, "notify", isOn)
    case .mute(_, let seconds):
      isOn ? MastodonRequests.mute(id, seconds: seconds) : MastodonRequests.unmute(id)
    case .block: MastodonRequests.block(id, isOn)
    }
  }

  func isOn(_ status: Post) -> Bool {
    switch self {
    case .favourite: status.interactions.isFavourite
    case .repost: status.interactions.isReposted
    case .bookmark: status.interactions.isBookmarked
    case .pin: status.interactions.isPinned
    case .muteThread: status.interactions.isMuted
    case .follow, .hideReposts, .notify, .mute, .block: false
    }
  }

  /// Returns the post with the interaction on or off, and its count changed.
  func set(_ isOn: Bool, on status: Post) -> Post {
    guard self.isOn(status) != isOn else { return status }
    var status = status
    let step = isOn ? 1 : -1
    switch self {
    case .favourite:
      status.interactions.isFavourite = isOn
      status.favouritesCount = max(0, status.favouritesCount + step)
    case .repost:
      status.interactions.isReposted = isOn
      status.repostsCount = max(0, status.repostsCount + step)
    case .bookmark: status.interactions.isBookmarked = isOn
    case .pin: status.interactions.isPinned = isOn
    case .muteThread: status.interactions.isMuted = isOn
    case .follow, .hideReposts, .notify, .mute, .block: break
    }
    return status
  }

  /// The message if the server refuses it.
  var trouble: Message {
    switch self {
    case .follow(""), .hideReposts(""), .notify(""), .mute("", _), .block(""): Message(.notSaved)
    case .favourite: Message(.favouriteFailed)
    case .repost: Message(.repostFailed)
    case .bookmark: Message(.bookmarkFailed)
    case .follow(let name): Message(.followFailed, name)
    case .pin, .muteThread: Message(.notSaved)
    case .hideReposts(let name), .notify(let name), .mute(let name, _), .block(let name): Message(.silenceFailed, name)
    }
  }
}

/// The new state of an interaction, and its time.
struct MarkChange: Equatable, Sendable {
  let mark: Mark
  /// The id of the post or the account.
  let id: String
  let isOn: Bool
  let at: Timestamp
  /// True if the server has confirmed it, or refused the opposite.
  let isSettled: Bool

  func isAbout(_ mark: Mark, _ id: String) -> Bool { self.mark == mark && self.id == id }
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

  private(set) var marks: [MarkChange] = []
  /// Sorted like the outbox.
  private var edits: [Edit] = []
  /// Content that no longer shows: the ids of deleted posts, and the keys of answered follow requests.
  private(set) var removed: Set<String> = []

  mutating func hear(_ fact: Fact) {
    switch fact {
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
  func override(_ mark: Mark, _ id: String, asked time: Timestamp) -> Bool? {
    marks.last { $0.isAbout(mark, id) && (!$0.isSettled || $0.at >= time) }?.isOn
  }

  mutating func add(_ change: MarkChange) {
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
    let mark: Mark
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
    if outcome == .transient, subject.mark.waitingName != nil || wish.wanted != wish.sent {
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
