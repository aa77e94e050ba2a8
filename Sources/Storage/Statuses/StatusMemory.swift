import Freshness
import Social
import Synchronization

/// Posts and profiles that were read lately, each as long as its own row and what belongs to it stay the same.
///
/// What a reader may see and what they did with it is asked every time; only what is the same for everybody is here.
final class StatusMemory: Sendable {
  static let postBytes = 4 << 20
  static let profileBytes = 2 << 20

  fileprivate struct Known<Value: Sendable>: Sendable {
    let value: Value
    let moment: UInt64
  }

  /// Touched only under the memory's lock.
  fileprivate final class KnownPost: @unchecked Sendable {
    let content: StatusContent
    /// As it was put together last, for nobody in particular: whoever encodes it knows it again by that.
    private var status: Status?

    init(_ content: StatusContent) { self.content = content }

    func status(by author: Profile) -> Status {
      if let status, status.author == author { return status }
      let made = content.status(by: author, for: Status.Viewer())
      status = made
      return made
    }
  }

  private struct State {
    var posts = RecentValues<Int64, Known<KnownPost>>(byteLimit: StatusMemory.postBytes)
    var profiles = RecentValues<Int64, Known<Profile>>(byteLimit: StatusMemory.profileBytes)
  }

  let forms = StatusForms()

  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions) { self.revisions = revisions }

  /// In bytes, by an estimate.
  var bytes: Int { state.withLock { $0.posts.bytes + $0.profiles.bytes } }

  /// What of the posts is remembered, with their authors where those are, too.
  func statuses(_ ids: [Int64]) -> [Int64: Status] {
    state.withLock { state in
      var found: [Int64: Status] = [:]
      found.reserveCapacity(ids.count)
      for id in ids {
        guard let post = state.posts.current(id, .post(id), revisions),
          let author = state.profiles.current(post.content.row.author, .account(post.content.row.author), revisions)
        else { continue }
        found[id] = post.status(by: author)
      }
      return found
    }
  }

  func contents(_ ids: [Int64]) -> [Int64: StatusContent] {
    state.withLock { state in
      var found: [Int64: StatusContent] = [:]
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

  /// - Parameter moment: the last change that was surely in what was read.
  func keep(posts: [Int64: StatusContent], asOf moment: UInt64) {
    state.withLock { state in
      for (id, content) in posts {
        state.posts.insert(Known(value: KnownPost(content), moment: moment), for: id, cost: content.cost)
      }
    }
  }

  func keep(profiles: [Int64: Profile], asOf moment: UInt64) {
    state.withLock { state in
      for (id, profile) in profiles {
        state.profiles.insert(Known(value: profile, moment: moment), for: id, cost: profile.cost)
      }
    }
  }
}

extension RecentValues {
  fileprivate mutating func current<Content>(
    _ key: Key, _ subject: Subject, _ revisions: Revisions
  ) -> Content? where Value == StatusMemory.Known<Content> {
    guard let known = value(for: key), revisions.isCurrent(subject, asOf: known.moment) else { return nil }
    return known.value
  }
}

extension StatusContent {
  /// About how many bytes it takes.
  fileprivate var cost: Int {
    1200 + row.text.utf8.count + row.warning.utf8.count + attachments.count * 800 + (row.card == nil ? 0 : 1500)
      + mentions.count * 200
      + tags.count * 100
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
