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
      refresh(stored)
    }
    return stored
  }

  /// Stores how often a post was liked, reposted and answered. The numbers contain the viewer's changes up to
  /// that time, so these become part of the response below. While a changed text waits, the next response
  /// brings the numbers.
  func receive(counts: PostCounts, asked time: Timestamp) {
    guard let stored = self[counts.id], time >= stored.asked, !changes.hasWaitingEdit(counts.id) else {
      return
    }
    stored.received = stored.post
    stored.received.favouritesCount = counts.favourites
    stored.received.repostsCount = counts.reposts
    stored.received.repliesCount = counts.replies
    stored.asked = time
    refresh(stored)
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
