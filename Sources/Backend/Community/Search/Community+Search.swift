public import Social
import Storage

extension Community {
  /// The maximum number of words in a search. Further words are ignored.
  static let maxSearchWords = 5

  /// Finds posts with words that begin with the words of the query, as far as the viewer may see them, newest first.
  /// Ignores case and accents.
  ///
  /// - Parameter from: the id of the only author whose posts count.
  public func searchPosts(
    _ query: String, viewer: Viewer, from: Int64?, _ cursor: Cursor
  ) async throws -> [Post] {
    guard query.utf8.count <= Self.longestQuery else { return [] }
    let words = query.cleaned(keepsLines: false).split(separator: " ").prefix(Self.maxSearchWords)
    return try await store.search(
      PostSearch(words: words.map { String($0) }, author: from, cursor: cursor), viewer: viewer.account)
  }

  /// Returns tags of public posts that begin with the query, in alphabetical order.
  public func searchTags(_ query: String, limit: Int) async throws -> [Post.Tag] {
    let prefix = Self.tagKey(query.cleaned(keepsLines: false))
    guard !prefix.isBlank, prefix.utf8.count <= Self.longestQuery else { return [] }
    return try await store.tags(beginning: prefix, limit: max(0, limit))
  }
}

extension Community {
  /// Adds all posts to the search index. There may be many after an import or a change of the schema. The community
  /// can be in use meanwhile.
  public func indexPosts() async throws { try await store.indexAll() }
}
