import Social

/// The grouping of a list's entries: posts with their replies, and the comments under one post.
///
/// Entries that came together form a group, and a new one joins it while nothing of it was read. Entries that
/// may have been read never move for later ones.
struct ConversationGroups: Equatable, Sendable {
  typealias Item = EntryList.Item

  /// A key under which the device stores a value if the viewer has turned off comments in the home timeline.
  static let hidesCommentsKey = "comments"

  /// The viewer's id: their own comments are not announced to them.
  private let viewerID: String?
  /// The id of the post that each conversation's entries comment on; empty if they are replies.
  private(set) var commentedPosts: [String] = []
  /// The conversation of each entry by its id: an index of `commentedPosts`, or `hidden`. Entries that are
  /// missing here stand alone.
  private var groups: [String: Int] = [:]

  /// Marks an entry that doesn't show: another one shows the same post or the post that this one comments on,
  /// or it is the viewer's own comment.
  static let hidden = -1

  init(viewerID: String?) { self.viewerID = viewerID }

  func group(of entry: String) -> Int? { groups[entry] }

  /// Groups entries that came together, newest first. `shown`: posts by id that show in other entries.
  mutating func join(_ items: [Item], shown: [String: Int]) {
    var new: Set<String> = []
    var parents: [String: String] = [:]
    var comments: [String: Int] = [:]
    var posts: Set<String> = []
    for item in items { posts.insert(item.stored.id) }
    for item in items {
      let (id, post) = (item.id, item.post)
      let isOwn = viewerID != nil && item.reposter == nil && post.author.id == viewerID
      let isShown = shown[post.id] != nil || !new.insert(post.id).inserted
      if isShown || post.commentOf.map({ isOwn || posts.contains($0) }) ?? false {
        groups[id] = Self.hidden
      } else if item.reposter == nil, let commented = post.commentOf {
        let group = comments[commented] ?? begin(on: commented)
        (comments[commented], groups[id]) = (group, group)
      } else if item.reposter == nil {
        parents[id] = post.replyTo?.id ?? ""
      }
    }
    for item in items {
      let id = item.id
      guard let parent = parents[id], parents[parent] != nil else { continue }
      var first = parent
      // A server's replies may form a cycle.
      for _ in items {
        guard let next = parents[first], parents[next] != nil else { break }
        first = next
      }
      let group = groups[first] ?? begin(on: "")
      (groups[id], groups[first]) = (group, group)
    }
  }

  /// Adds an entry to the conversation of another one, or begins it. An entry that doesn't show stays hidden.
  mutating func add(_ entry: String, to member: String) {
    guard groups[entry] != Self.hidden else { return }
    let group = groups[member] ?? begin(on: "")
    (groups[entry], groups[member]) = (group, group)
  }

  private mutating func begin(on post: String) -> Int {
    commentedPosts.append(post)
    return commentedPosts.count - 1
  }

  mutating func removeAll() { (commentedPosts, groups) = ([], [:]) }
}
