import Community
import Contracts
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds search (developer.twitter.com, "Search Tweets"). Only members find tweets by words, as elsewhere.
  mutating func addTwitterSearch(_ community: Community) {
    add(
      .reading(
        twitter: "search/tweets", "Find tweets", .client(.readSearch), ["q"] + .tweetPaging,
        response: .object([.init("statuses", .tweets), .init("search_metadata", .any)]))
    ) { call in
      let search = TwitterSearch(call.twitter)
      var posts: [Post] = []
      if let viewer = call.viewer.viewer, !call.twitter.wantsNothing {
        var author: Int64?
        if let name = search.author {
          author = try await community.accounts.profile(named: name, viewer: viewer).flatMap { Int64($0.id) }
        }
        if let author, search.words.isEmpty {
          // Programs archive a person's tweets by `from:name` alone.
          let filter = AccountFilter(excludesReposts: true)
          let page = try await community.timelines.posts(of: author, viewer: viewer, filter, search.cursor)
          posts = page.items.map(\.post)
        } else if !search.words.isEmpty, search.author == nil || author != nil {
          posts = try await community.search.posts(search.words, viewer: viewer, from: author, search.cursor)
        }
      }
      let entries = posts.map { TimelineEntry($0) }
      let options = call.twitter.tweetOptions
      let encoder = try await call.twitterEncoder(
        community, call.viewer.viewer, entries: entries, options: options)
      return .json { writer in
        writer.object { writer in
          writer.name("statuses")
          writer.array(entries) { writer, entry in call.posts.write(entry, encoder, options, &writer) }
          search.writeMetadata(of: posts, &writer)
        }
      }
    }
  }
}

/// A search with the request's parameters.
private struct TwitterSearch {
  let query: String
  /// The query without operators.
  let words: String
  /// The name in `from:name`.
  let author: String?
  let cursor: Cursor
  private let isEmptyPage: Bool

  /// The maximum number of characters of a query that is repeated.
  private static let maxLength = 500

  init(_ parameters: TwitterParameters) {
    query = String((parameters.text("q") ?? "").prefix(Self.maxLength))
    let parts = query.split(separator: " ")
    author = parts.first { $0.hasPrefix("from:") }.map { String($0.dropFirst(5).drop { $0 == "@" }) }
    words = parts.filter { !$0.hasPrefix("-") && !$0.contains(":") && $0 != "OR" }.joined(separator: " ")
    cursor = parameters.cursor(default: 15, maximum: 100)
    isEmptyPage = parameters.wantsNothing
  }

  /// Writes where the search goes on. Programs ask for `next_results` until it is missing.
  func writeMetadata(of posts: [Post], _ writer: inout JSONWriter) {
    let ids = posts.compactMap { Int64($0.id) }
    let (newest, oldest) = (ids.max() ?? 0, ids.min() ?? 0)
    let text = "q=" + percentEncoded(query)
    writer.object("search_metadata") { writer in
      writer.name("completed_in")
      writer.number(0)
      id("max_id", "max_id_str", newest, &writer)
      if posts.count == cursor.limit, oldest > 0 {
        writer.member("next_results", "?max_id=\(oldest - 1)&\(text)&count=\(cursor.limit)")
      }
      writer.member("query", percentEncoded(query))
      writer.member("refresh_url", "?since_id=\(newest)&\(text)")
      writer.member("count", isEmptyPage ? 0 : cursor.limit)
      id("since_id", "since_id_str", cursor.sinceID ?? 0, &writer)
    }
  }

  private func id(_ name: StaticString, _ text: StaticString, _ id: Int64, _ writer: inout JSONWriter) {
    writer.name(name)
    writer.number(id)
    writer.member(text, "\(id)")
  }
}
