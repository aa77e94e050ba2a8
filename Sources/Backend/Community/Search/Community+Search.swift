public import Social
import Storage

extension Community {
  public var search: Search { Search(store: store) }

  /// Finds posts, accounts and tags.
  public struct Search: Sendable {
    let store: Store
  }
}

extension Community.Search {
  /// The maximum number of words in a search. Further words are ignored.
  static let maxWords = 5
  /// The maximum length of a query in bytes. A longer one finds nothing.
  static let longestQuery = 500

  /// Finds posts with words that begin with the words of the query, as far as the viewer may see them, newest
  /// first. Ignores case and accents.
  ///
  /// - Parameter from: the id of the only author whose posts count.
  public func posts(
    _ query: String, viewer: Viewer, from: Int64?, _ cursor: Cursor
  ) async throws -> [Post] {
    guard query.utf8.count <= Self.longestQuery else { return [] }
    let words = query.cleaned(keepsLines: false).split(separator: " ").prefix(Self.maxWords)
    return try await store.search(
      PostSearch(words: words.map { String($0) }, author: from, cursor: cursor), viewer: viewer.account)
  }

  /// Finds accounts with the text in their username or display name.
  public func accounts(
    _ query: String, viewer: Viewer?, limit: Int, onlyFollowed: Bool
  ) async throws -> [Profile] {
    let name = query.first == "@" ? String(query.dropFirst()) : query
    guard !name.isBlank, name.utf8.count <= Self.longestQuery else { return [] }
    if onlyFollowed, viewer == nil { return [] }
    return try await store.searchAccounts(
      name, viewer: viewer?.account, followedOnly: onlyFollowed, limit: max(0, limit))
  }

  /// Returns tags of public posts that begin with the query, in alphabetical order.
  public func tags(_ query: String, viewer: Viewer?, limit: Int) async throws -> [Post.Tag] {
    let prefix = TagKey.stored(query.cleaned(keepsLines: false))
    guard !prefix.isBlank, prefix.utf8.count <= Self.longestQuery else { return [] }
    return try await store.tags(beginning: prefix, viewer: viewer?.account, limit: max(0, limit))
  }

  /// Adds all posts to the search index. There may be many after an import or a change of the schema. The
  /// community can be in use meanwhile.
  public func index() async throws { try await store.indexAll() }
}
