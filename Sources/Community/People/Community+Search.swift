public import Social
import Storage

extension Community {
  /// In a search; further ones do not count.
  static let mostSearchWords = 5

  /// Posts that the asker may see and that hold words that begin with those of the query, newest first. Upper and lower
  /// case are the same, and letters with and without accents.
  ///
  /// - Parameter from: only posts of that account.
  public func searchStatuses(
    _ query: String, asker: Asker, from: Int64?, _ cursor: Cursor
  ) async throws -> [Status] {
    guard query.utf8.count <= Self.longestQuery else { return [] }
    let words = query.cleaned(keepsLines: false).split(separator: " ").prefix(Self.mostSearchWords)
    return try await store.search(
      StatusSearch(words: words.map { String($0) }, author: from, cursor: cursor), asker: asker.account)
  }

  /// Tags of public posts that begin so, in the order of the alphabet.
  public func searchTags(_ query: String, limit: Int) async throws -> [Status.Tag] {
    let prefix = Self.tagKey(query.cleaned(keepsLines: false))
    guard !prefix.isBlank, prefix.utf8.count <= Self.longestQuery else { return [] }
    return try await store.tags(beginning: prefix, limit: max(0, limit))
  }
}

extension Community {
  /// Brings all posts into the index of words: after an import, or a change of the schema, there may be many. The
  /// community may be at work meanwhile.
  public func indexPosts() async throws { try await store.indexAll() }
}
