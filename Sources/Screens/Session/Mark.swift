import Contracts
import Social

/// What a person puts on a post, or on another person, and takes off again.
indirect enum Mark: Equatable, Sendable {
  case favourite
  case repost
  case bookmark
  /// On one's own post: it stands on top of one's page.
  case pin
  /// On a post: nothing more is told of its conversation.
  case muteThread
  /// On a person, who is called so: the id is an account's.
  case follow(name: String)
  /// On somebody who is followed: what they repost does not show.
  case hideReposts(name: String)
  /// On somebody who is followed: each of their posts is told of.
  case notify(name: String)
  /// On a person: hides what they write for that many seconds; 0 means until they are unmuted.
  case mute(name: String, seconds: Int = 0)
  case block(name: String)

  /// The id is an account's.
  var isOnPerson: Bool {
    switch self {
    case .favourite, .repost, .bookmark, .pin, .muteThread: false
    case .follow, .hideReposts, .notify, .mute, .block: true
    }
  }

  /// What fails for now waits under this name on the device, and is put on later; nil: it fails, and that is said.
  var waitingName: String? {
    switch self {
    case .favourite: "favourite"
    case .repost: "repost"
    case .bookmark: "bookmark"
    default: nil
    }
  }

  /// The name of a mark whose request runs, with another one to follow: the device keeps it, as the page may be left before.
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

  /// One that was kept under that name; nobody's name is kept.
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

  /// What the person writes does not show.
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

  func isOn(_ status: Status) -> Bool {
    switch self {
    case .favourite: status.viewer.isFavourite
    case .repost: status.viewer.isReposted
    case .bookmark: status.viewer.isBookmarked
    case .pin: status.viewer.isPinned
    case .muteThread: status.viewer.isMuted
    case .follow, .hideReposts, .notify, .mute, .block: false
    }
  }

  /// The post with the mark on or off, and counted so.
  func set(_ isOn: Bool, on status: Status) -> Status {
    guard self.isOn(status) != isOn else { return status }
    var status = status
    let step = isOn ? 1 : -1
    switch self {
    case .favourite:
      status.viewer.isFavourite = isOn
      status.favouritesCount = max(0, status.favouritesCount + step)
    case .repost:
      status.viewer.isReposted = isOn
      status.repostsCount = max(0, status.repostsCount + step)
    case .bookmark: status.viewer.isBookmarked = isOn
    case .pin: status.viewer.isPinned = isOn
    case .muteThread: status.viewer.isMuted = isOn
    case .follow, .hideReposts, .notify, .mute, .block: break
    }
    return status
  }

  /// What to say when the server refuses it.
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

/// What a mark became, and when.
struct MarkChange: Equatable, Sendable {
  let mark: Mark
  /// The id of the post or of the account.
  let id: String
  let isOn: Bool
  let at: Timestamp
  /// The server has confirmed it, or refused the opposite.
  let isSettled: Bool

  func isAbout(_ mark: Mark, _ id: String) -> Bool { self.mark == mark && self.id == id }
}

/// What a person changed lately, laid over what servers answer and over what the device kept: a response that was asked
/// for before a change doesn't know of it.
struct RecentChanges: Equatable, Sendable {
  /// How many settled marks are kept in mind, and how many changed posts.
  static let most = 100

  /// A post of one's own that is changed by an item of the outbox.
  private struct Edit: Equatable, Sendable {
    let item: String
    let id: String
    let draft: Draft
    /// When the server took it, and what it made of it; nil: it waits.
    var time: Timestamp?
    var status: Status?
  }

  private(set) var marks: [MarkChange] = []
  /// In the order of the outbox.
  private var edits: [Edit] = []
  /// What no longer shows: the ids of posts that were deleted, the keys of requests to follow that were answered.
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

  /// What a mark became that a server did not know of when it was asked at `time`; nil: the server knew.
  func override(_ mark: Mark, _ id: String, asked time: Timestamp) -> Bool? {
    marks.last { $0.isAbout(mark, id) && (!$0.isSettled || $0.at >= time) }?.isOn
  }

  mutating func add(_ change: MarkChange) {
    marks.removeAll { $0.isAbout(change.mark, change.id) }
    marks.append(change)
    if marks.count > Self.most, let oldest = marks.firstIndex(where: { $0.isSettled }) { marks.remove(at: oldest) }
  }

  /// A post as a server has it, asked for at `time`, with what the server did not know of then.
  func applied(to status: Status, asked time: Timestamp) -> Status {
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

extension Status {
  /// With what its author changes of it.
  fileprivate func changed(as other: Status) -> Status {
    var changed = other
    changed.viewer = viewer
    changed.repliesCount = repliesCount
    changed.repostsCount = repostsCount
    changed.favouritesCount = favouritesCount
    return changed
  }
}

/// The marks that servers were asked for and have not confirmed. They show at once; one request runs for each, and
/// what was wanted meanwhile follows it. What may succeed later is tried again, as the outbox does.
struct Wishes: Equatable, Sendable {
  struct Subject: Equatable, Sendable {
    /// The key of the session in whose name it is wished.
    let session: String
    let mark: Mark
    let id: String
  }

  private struct Wish: Equatable, Sendable {
    let subject: Subject
    var wanted: Bool
    /// What the running request asks for.
    var sent: Bool
    /// The request failed for now, and is sent again.
    var isWaiting = false
    var attempts = 0
    /// Not sent again earlier; `nil` if it is due.
    var notBefore: Timestamp?
  }

  private var all: [Wish] = []

  var isEmpty: Bool { all.isEmpty }

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
    /// Something else is wanted by now: that is to be asked for.
    case again(Bool)
    case settled(Bool)
    /// It was not done: the mark is as it was.
    case failed(Bool)
    /// It may succeed later: the server is asked again after a pause, or when there may be a network.
    case waits
  }

  /// nil: nobody waits for it.
  mutating func received(_ subject: Subject, _ outcome: RequestOutcome, now: Timestamp) -> Outcome? {
    guard let index = all.firstIndex(where: { $0.subject == subject }) else { return nil }
    let wish = all[index]
    // A request that was cut off may have arrived: what is wanted instead is asked for all the same.
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

  /// The network is back: nobody waits for a pause to end.
  mutating func wake() {
    for index in all.indices { all[index].notBefore = nil }
  }

  /// One that waits and is due, if there is one: its server is to be asked now.
  mutating func take(now: Timestamp) -> Subject? {
    for index in all.indices {
      all[index].notBefore = all[index].notBefore?.atMost(RetryPause.longest, after: now)
    }
    guard let index = all.firstIndex(where: { $0.isWaiting && ($0.notBefore ?? now) <= now }) else { return nil }
    all[index].isWaiting = false
    all[index].sent = all[index].wanted
    return all[index].subject
  }

  /// Milliseconds until one is due; `nil` if none waits.
  func pause(now: Timestamp) -> Int64? {
    var shortest: Int64?
    for wish in all where wish.isWaiting {
      let pause = max(0, (wish.notBefore ?? now).milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  func isWanted(_ subject: Subject) -> Bool { all.contains { $0.subject == subject && $0.wanted } }

  /// What the device keeps of one that waits, `on` or `off`; `nil` if it doesn't wait. It may wait for the request before
  /// it: the page can be left before that is answered.
  func kept(_ subject: Subject) -> String? {
    all.first { ($0.isWaiting || $0.wanted != $0.sent) && $0.subject == subject }.map { $0.wanted ? "on" : "off" }
  }

  /// Takes over one that waits, as the device keeps it.
  mutating func restore(_ subject: Subject, _ isOn: Bool) {
    if want(isOn, subject), let last = all.indices.last { all[last].isWaiting = true }
  }

  /// Another tab has sent one that waited. Returns what was wanted; `nil` if it doesn't wait here.
  mutating func sentElsewhere(_ subject: Subject) -> Bool? {
    guard let index = all.firstIndex(where: { $0.isWaiting && $0.subject == subject }) else { return nil }
    return all.remove(at: index).wanted
  }

  mutating func removeAll(of session: String) { all.removeAll { $0.subject.session == session } }
}
