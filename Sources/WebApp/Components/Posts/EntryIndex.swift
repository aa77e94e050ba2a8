import Social

/// The indices of entries and their posts in a list, so that neither a tap nor a page searches
/// thousands of them.
struct EntryIndex: Equatable, Sendable {
  /// The index of each entry, by its id.
  private var indices: [String: Int] = [:]
  /// The first entry that shows a post, by the post's id.
  private(set) var posts: [String: Int] = [:]

  init() {}

  init(_ items: [EntryList.Item]) {
    for index in items.indices {
      indices[items[index].id] = index
      let post = items[index].stored.id
      if posts[post] == nil { posts[post] = index }
    }
  }

  func index(of id: String) -> Int? { indices[id] }
}
