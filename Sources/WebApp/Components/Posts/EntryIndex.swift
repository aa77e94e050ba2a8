import Contracts
import Social

/// The indices of entries and their posts in a list, so that neither an interaction nor a page searches
/// thousands of them.
struct EntryIndex: Equatable, Sendable {
  /// The index of each entry, by its id.
  private var indices: [String: Int] = [:]
  /// The first entry that shows a post, by the post's id.
  private(set) var posts: [String: Int] = [:]
  /// The ids of posts that several entries show.
  private var repeated: Set<String> = []

  init() {}

  init(_ items: [MastodonDecoder.Item]) {
    for index in items.indices {
      let entry = items[index].entry
      indices[entry.id] = index
      if posts[entry.post.id] == nil { posts[entry.post.id] = index } else { repeated.insert(entry.post.id) }
    }
  }

  func index(of id: String) -> Int? { indices[id] }

  func indices(showing post: String, in items: [MastodonDecoder.Item]) -> [Int] {
    guard let first = posts[post] else { return [] }
    return repeated.contains(post) ? items.indices.filter { items[$0].entry.post.id == post } : [first]
  }
}
