import Contracts
import Social

/// A post that a session's store holds. Lists keep references to it, so it stays as long as one of them shows
/// it, and changes in all of them at once.
///
/// Only the store writes to it.
final class PostRecord: Equatable, @unchecked Sendable {
  let id: String
  /// The post as screens show it: the newest response, with the viewer's changes that it doesn't contain.
  fileprivate(set) var post: Post
  /// The post as the server returned it.
  fileprivate var received: Post
  /// The time of the request for it.
  fileprivate(set) var asked: Timestamp
  /// The interactions that count as part of the numbers, because these came while a request was on its
  /// way; and their states before.
  fileprivate var presumed: [SentInteraction] = []

  fileprivate init(_ post: Post, shown: Post, asked time: Timestamp) {
    id = post.id
    (self.post, received, asked) = (shown, post, time)
  }

  static func == (left: PostRecord, right: PostRecord) -> Bool { left === right || left.post == right.post }
}

/// Posts: each once, the newest response, under the viewer's changes.
extension EntityStore {
  subscript(id: String) -> PostRecord? { indices[id].map { posts[$0] } }

  /// Returns what is known of a post by now.
  func current(_ post: Post) -> Post { self[post.id]?.post ?? post }

  /// Returns a post that an event brought, with the viewer's interactions as they are known. The event may have
  /// been on its way longer than the response to a newer interaction.
  @inline(never)
  func withKnownInteractions(_ post: Post) -> Post {
    guard let stored = self[post.id] else { return post }
    var known = post
    known.interactions = stored.received.interactions
    return known
  }

  /// Stores a post from a response that was requested at `time`, unless a newer one is known. The viewer's
  /// changes that the response can't contain lie over it.
  @discardableResult
  func receive(_ post: Post, asked time: Timestamp) -> PostRecord {
    var post = post
    if let author = receive(person: post.author, asked: time).profile { post.author = author }
    bytes += post.estimatedBytes
    guard let stored = self[post.id] else {
      let new = PostRecord(
        post, shown: changes.isEmpty ? post : changes.applied(to: post, asked: time), asked: time)
      indices[post.id] = posts.count
      posts.append(new)
      return new
    }
    if time >= stored.asked {
      (stored.received, stored.asked) = (post, time)
      stored.presumed = []
      refresh(stored)
    }
    return stored
  }

  /// Stores how often a post was liked, reposted and answered. The numbers contain what servers have
  /// confirmed by then, so this becomes part of the response below. Waiting changes stay over it.
  ///
  /// - Parameter sending: The interactions that are on their way. The numbers may contain them; if not,
  ///   others follow. So they count as part of the numbers until the server refuses them.
  @inline(never)
  func receive(counts: PostCounts, sending: [SentInteraction], asked time: Timestamp) {
    guard let stored = self[counts.id], time >= stored.asked else { return }
    for before in stored.presumed { stored.set(before) }
    stored.received = changes.withoutWaiting.applied(to: stored.received, asked: stored.asked)
    stored.presumed = []
    for sent in sending {
      let wasOn = sent.interaction.isOn(stored.received)
      stored.presumed.append(SentInteraction(interaction: sent.interaction, isOn: wasOn))
      stored.set(sent)
    }
    stored.received.favouritesCount = counts.favourites
    stored.received.repostsCount = counts.reposts
    stored.received.repliesCount = counts.replies
    stored.asked = time
    refresh(stored)
  }

  /// Makes a confirmed change a part of the response below: this one, or the one that it replaces.
  func settle(_ change: MemberActionChange) {
    guard let stored = self[change.id] else { return }
    if change.isConfirmed {
      settle(change.action, change.isOn, in: stored)
    } else if let isOn = changes.confirmed(change.action, change.id, asked: stored.asked) {
      settle(change.action, isOn, in: stored)
    }
  }

  private func settle(_ action: MemberAction, _ isOn: Bool, in stored: PostRecord) {
    guard case .post(let interaction) = action else { return }
    if let index = stored.presumed.firstIndex(where: { $0.interaction == interaction }) {
      stored.presumed.remove(at: index)
      stored.set(SentInteraction(interaction: interaction, isOn: isOn))
    } else {
      stored.received = interaction.set(isOn, on: stored.received)
    }
  }

  /// Computes again how a post shows.
  func refresh(_ stored: PostRecord) {
    let post = changes.applied(to: stored.received, asked: stored.asked)
    guard post != stored.post else { return }
    stored.post = post
    hasChanged = true
  }

  func refresh(_ id: String?) { if let stored = id.flatMap({ self[$0] }) { refresh(stored) } }

  /// Gives a person's posts their new name and picture.
  func refresh(postsOf person: Profile) {
    for stored in posts where stored.received.author.id == person.id {
      stored.received.author = person
      refresh(stored)
    }
  }
}

extension PostRecord {
  /// Turns an interaction on or off in the response, and leaves its numbers.
  fileprivate func set(_ state: SentInteraction) {
    let (favourites, reposts) = (received.favouritesCount, received.repostsCount)
    received = state.interaction.set(state.isOn, on: received)
    (received.favouritesCount, received.repostsCount) = (favourites, reposts)
  }
}
