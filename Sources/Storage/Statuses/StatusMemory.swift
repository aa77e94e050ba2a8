import Freshness
import Social
import Synchronization

/// Posts and profiles that were read lately, each as long as its own row and what belongs to it stay the same.
///
/// What a reader may see and what they did with it is asked every time; only what is the same for everybody is here.
final class StatusMemory: Sendable {
  static let postBytes = 4 << 20
  static let profileBytes = 2 << 20

  private struct Known<Value: Sendable>: Sendable {
    let value: Value
    let moment: UInt64
  }

  private struct State {
    var posts = RecentValues<Int64, Known<StatusContent>>(byteLimit: StatusMemory.postBytes)
    var profiles = RecentValues<Int64, Known<Profile>>(byteLimit: StatusMemory.profileBytes)
  }

  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions) { self.revisions = revisions }

  /// In bytes, by an estimate.
  var bytes: Int { state.withLock { $0.posts.bytes + $0.profiles.bytes } }

  func posts(_ ids: [Int64]) -> [Int64: StatusContent] {
    state.withLock { known(ids, in: &$0.posts) { .post($0) } }
  }

  func profiles(_ ids: Set<Int64>) -> [Int64: Profile] {
    state.withLock { known(ids, in: &$0.profiles) { .account($0) } }
  }

  private func known<Value>(
    _ ids: some Sequence<Int64>, in values: inout RecentValues<Int64, Known<Value>>, _ subject: (Int64) -> Subject
  ) -> [Int64: Value] {
    var found: [Int64: Value] = [:]
    for id in ids {
      guard let known = values.value(for: id), revisions.isCurrent(subject(id), asOf: known.moment) else { continue }
      found[id] = known.value
    }
    return found
  }

  /// - Parameter moment: the last change that was surely in what was read.
  func keep(posts: [Int64: StatusContent], asOf moment: UInt64) {
    state.withLock { state in
      for (id, content) in posts {
        state.posts.insert(Known(value: content, moment: moment), for: id, cost: content.cost)
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

extension StatusContent {
  /// About how many bytes it takes.
  fileprivate var cost: Int {
    600 + row.text.utf8.count + row.warning.utf8.count + attachments.count * 800 + (row.card == nil ? 0 : 1500)
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
