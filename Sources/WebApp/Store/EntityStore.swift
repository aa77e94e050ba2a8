import Contracts
import Social

/// The posts, Moments posts and people that the screens of a session have loaded, each once.
///
/// Responses and the viewer's own changes are written here, and nowhere else. Screens hold references to posts
/// and read them when they draw, so a change shows in all of them. A newer response replaces an older one.
/// Over it lie the viewer's changes that it doesn't contain.
final class EntityStore: Equatable, @unchecked Sendable {
  /// The lists of a screen differ in what they leave out.
  enum Place: Equatable, Sendable {
    /// Timelines, notifications, search results and replies leave out people that the viewer muted or blocked.
    case list
    /// A person's own page, and what the viewer collected, leave out deleted posts only.
    case page
  }

  var posts: [PostRecord] = []
  /// The index of each post, by its id. The app has the code for such a dictionary already (decision 0004).
  var indices: [String: Int] = [:]
  var changes = RecentChanges()
  var moments: [MomentsRecord] = []
  /// The index of each Moments post, by its id.
  var momentsIndices: [String: Int] = [:]
  /// Likes, comments and edits on Moments pages that came alone, oldest first.
  var arrivals: [MomentsArrival] = []
  var people: [PersonRecord] = []
  /// The index of each person, by their id.
  var personIndices: [String: Int] = [:]
  /// Content that no longer shows: the ids of deleted posts, and the keys of answered follow requests.
  private(set) var removed: Set<String> = []
  /// The posts whose deletion was taken back. Copies of lists that were stored meanwhile lack them.
  private(set) var restored: Set<String> = []
  /// The ids of people that the viewer muted, and of those that they blocked.
  var muted: Set<String> = []
  var blocked: Set<String> = []
  /// People that the server no longer shows. A newer response with one of them brings them back.
  var removedPeople: [RemovedPerson] = []
  /// The bytes, estimated, that records without a screen may take.
  var budget = 4 << 20
  /// The bytes that all records take, and the number at which some are dropped.
  var bytes = 0
  var limit = 4 << 20
  /// The members of `removed`, the oldest first.
  private var removals: [String] = []
  /// The number of removals that are always remembered. Older ones are while a list holds the post.
  static let maxRemovals = 4_000
  /// True if something that a screen may show has changed since it was drawn.
  var hasChanged = false
  /// True while entries arrive that came together: `Change.entriesArrived` follows them.
  var isGathering = false

  /// Always equal: what a screen knows isn't part of its own state.
  static func == (left: EntityStore, right: EntityStore) -> Bool { true }

  /// Records a change of the viewer.
  func apply(_ change: Change) {
    if case .memberActed(let change) = change { settle(change) }
    refresh(changes.apply(change))
    switch change {
    case .memberActed(let change): silence(change)
    case .postRemoved, .postRestored, .personRemoved, .requestAnswered, .profileChanged, .itemSent,
      .entryArrived, .countsArrived, .likersArrived, .notificationArrived:
      record(change)
    case .itemWaiting, .itemCancelled, .entriesArrived, .messagesArrived, .notificationsRead, .draftsChanged,
      .commentsShown, .sessionsChanged, .circlesChanged:
      break
    }
  }

  /// Records a change that home and Moments can't need before the second part of the program has come.
  @inline(never)
  private func record(_ change: Change) {
    switch change {
    case .postRemoved(let id):
      remove(id)
      restored.remove(id)
    case .postRestored(let id):
      restore(id)
      restored.insert(id)
    case .personRemoved(let id, let handle, let time): remove(person: id, handle, at: time)
    case .requestAnswered(let id, let isWaiting):
      if isWaiting { restore(PersonCell.requestKey(id)) } else { remove(PersonCell.requestKey(id)) }
    case .profileChanged(let profile, let time): receive(changed: profile, at: time)
    case .entryArrived(let item, let time): receive(item.entry.post, asked: time)
    case .countsArrived(let counts, let sending, let time):
      receive(counts: counts, sending: sending, asked: time)
    case .notificationArrived(let notification, _, let time):
      if let post = notification.post { receive(post, asked: time) }
    default: break
    }
    showOnMoments(change)
  }

  private func remove(_ id: String) {
    if removed.insert(id).inserted { removals.append(id) }
  }

  private func restore(_ id: String) {
    removed.remove(id)
    removals.removeAll { $0 == id }
  }

  /// Forgets the oldest removals. Responses of today don't contain what was deleted that long ago.
  func forgetRemovals() {
    let old = removals.prefix(max(0, removals.count - Self.maxRemovals))
    if old.isEmpty { return }
    var kept: [String] = []
    for id in old {
      if self[id] == nil { removed.remove(id) } else { kept.append(id) }
    }
    removals = kept + removals.suffix(Self.maxRemovals)
  }

  /// Returns true if lists leave out a post, or a repost of it.
  func hides(_ post: Post, by reposter: Profile? = nil, in place: Place) -> Bool {
    if removed.contains(post.id) { return true }
    if !removedPeople.isEmpty, isRemoved(post.author) || reposter.map({ isRemoved($0) }) ?? false {
      return true
    }
    guard place == .list, !muted.isEmpty || !blocked.isEmpty else { return false }
    return isSilenced(post.author.id) || reposter.map { isSilenced($0.id) } ?? false
  }

  /// Returns true if lists leave out a notification. A reminder shows in spite of a mute.
  @inline(never)
  func hides(_ item: Notification) -> Bool {
    if item.isReminder {
      return blocked.contains(item.actor.id) || item.post.map { removed.contains($0.id) } ?? false
    }
    if item.kind == .followRequest, removed.contains(PersonCell.requestKey(item.actor.id)) { return true }
    return isSilenced(item.actor.id) || !removedPeople.isEmpty && isRemoved(item.actor)
      || item.post.map { hides($0, in: .list) } ?? false
  }

  func isSilenced(_ person: String) -> Bool { muted.contains(person) || blocked.contains(person) }
}
