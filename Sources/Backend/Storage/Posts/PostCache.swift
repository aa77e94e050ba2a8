import Invalidation
import Social
import Synchronization

/// Caches recently read posts and profiles, each until its own row or its parts change.
///
/// It holds only data that is the same for all viewers. Visibility and the viewer's interactions are read
/// every time.
final class PostCache: Sendable {
  static let postBytes = 4 << 20
  static let profileBytes = 2 << 20

  fileprivate struct Known<Value: Sendable>: Sendable {
    let value: Value
    let revision: UInt64
  }

  /// A cached post, accessed only under the cache's lock.
  fileprivate final class KnownPost: @unchecked Sendable {
    let content: StoredPost
    /// The post as it was last assembled, for no particular viewer, so that its encoder recognises it.
    private var post: Post?

    init(_ content: StoredPost) { self.content = content }

    func post(by author: Profile) -> Post {
      if let post, post.author == author { return post }
      let made = content.post(by: author, with: Post.Interactions())
      post = made
      return made
    }
  }

  private struct State {
    var posts = RecentValues<Int64, Known<KnownPost>>(byteLimit: PostCache.postBytes)
    var profiles = RecentValues<Int64, Known<Profile>>(byteLimit: PostCache.profileBytes)
  }

  let forms = PostStatements()

  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions) { self.revisions = revisions }

  /// The estimated size in bytes.
  var bytes: Int { state.withLock { $0.posts.bytes + $0.profiles.bytes } }

  /// Returns those posts that are cached together with their authors.
  func posts(_ ids: [Int64]) -> [Int64: Post] {
    state.withLock { state in
      var found: [Int64: Post] = [:]
      found.reserveCapacity(ids.count)
      for id in ids {
        guard let post = state.posts.current(id, .post(id), revisions),
          let author = state.profiles.current(
            post.content.row.author, .account(post.content.row.author), revisions)
        else { continue }
        found[id] = post.post(by: author)
      }
      return found
    }
  }

  func contents(_ ids: [Int64]) -> [Int64: StoredPost] {
    state.withLock { state in
      var found: [Int64: StoredPost] = [:]
      for id in ids { found[id] = state.posts.current(id, .post(id), revisions)?.content }
      return found
    }
  }

  func profiles(_ ids: Set<Int64>) -> [Int64: Profile] {
    state.withLock { state in
      var found: [Int64: Profile] = [:]
      for id in ids { found[id] = state.profiles.current(id, .account(id), revisions) }
      return found
    }
  }

  /// Caches posts.
  ///
  /// - Parameter revision: the number of the last change that the read certainly included.
  func keep(posts: [Int64: StoredPost], asOf revision: UInt64) {
    state.withLock { state in
      for (id, content) in posts {
        state.posts.insert(Known(value: KnownPost(content), revision: revision), for: id, cost: content.cost)
      }
    }
  }

  func keep(profiles: [Int64: Profile], asOf revision: UInt64) {
    state.withLock { state in
      for (id, profile) in profiles {
        state.profiles.insert(Known(value: profile, revision: revision), for: id, cost: profile.cost)
      }
    }
  }
}

extension RecentValues {
  fileprivate mutating func current<Content>(
    _ key: Key, _ cacheTag: CacheTag, _ revisions: Revisions
  ) -> Content? where Value == PostCache.Known<Content> {
    guard let known = value(for: key), revisions.isCurrent(cacheTag, asOf: known.revision) else { return nil }
    return known.value
  }
}

extension StoredPost {
  /// The estimated size in bytes.
  fileprivate var cost: Int {
    1200 + row.text.utf8.count + row.warning.utf8.count + attachments.count * 800
      + (row.linkPreview == nil ? 0 : 1500)
      + (mentions.count + reminded.count) * 200
      + tags.count * 100 + (poll == nil ? 0 : 800)
  }
}

extension Profile {
  fileprivate var cost: Int {
    let text =
      switch bio {
      case .text(let text), .html(let text): text
      }
    return 1200 + text.utf8.count + fields.count * 300
  }
}
