import Contracts
public import JSON
public import Social

/// The parameters of a request that change how tweets are encoded.
public struct TweetOptions: Hashable, Sendable {
  /// `tweet_mode=extended`: `full_text` and `display_text_range` instead of `text`.
  public var isExtended = false
  /// `trim_user`: of the user only the id.
  public var hasTrimmedUser = false
  /// `include_entities`
  public var hasEntities = true
  /// `include_ext_alt_text`: the descriptions of pictures.
  public var hasDescriptions = false
  /// `include_my_retweet`: the id of the viewer's own repost.
  public var hasOwnRepost = false

  public init() {}
}

/// Encodes the objects of the Twitter API v1.1 (developer.twitter.com, "Tweet data dictionaries").
///
/// Posts are called tweets here, as in that API. An object without a value is absent or null exactly as there:
/// clients of its time stop at the wrong one.
public struct TwitterEncoder: Sendable {
  /// The server's address, `https://example.org`, which is put before the paths of its pages and files.
  public let prefix: String
  /// The viewer's relationships with the accounts of the response, by id.
  public var relationships: [String: Relationship] = [:]
  /// The numbers of posts that the accounts of the response like, by id.
  public var favouritesCounts: [String: Int] = [:]
  /// The viewer's reposts, by the id of the post.
  public var ownReposts: [String: String] = [:]

  public init(prefix: String) { self.prefix = prefix }

  /// Encodes a post, or a repost with the post in it.
  public func tweet(
    _ entry: TimelineEntry, options: TweetOptions = TweetOptions(), _ writer: inout JSONWriter
  ) {
    tweet(entry, options: options, hasUser: true, &writer)
  }

  /// - Parameter hasUser: False for the tweet inside a user.
  func tweet(
    _ entry: TimelineEntry, options: TweetOptions, hasUser: Bool, _ writer: inout JSONWriter
  ) {
    let (pieces, slots) = pieces(of: entry, options: options, hasUser: hasUser)
    write(pieces, slots, entry.post.interactions, &writer)
  }

  /// Returns the absolute URL of a path of this server, and other addresses as they are.
  func url(_ url: String) -> String { Array(url.utf8).first == UInt8(ascii: "/") ? prefix + url : url }

  /// Returns the URL of a post's page.
  func page(of post: Post) -> String {
    guard post.url.isEmpty else { return url(post.url) }
    return prefix + "/@" + percentEncoded(post.author.account.username) + "/" + post.id
  }
}

extension JSONWriter {
  /// Writes an id as a number and as a string. One that isn't a number is written as 0.
  func idNumber(_ id: String) -> Int64 { Int64(digits: Array(id.utf8)[...]) ?? 0 }

  mutating func id(_ id: String) {
    self.id("id", "id_str", id)
  }

  /// Writes an id under two names, or null under both.
  @inline(never)
  mutating func id(_ number: StaticString, _ text: StaticString, _ id: String?) {
    guard let id else {
      null(number)
      null(text)
      return
    }
    name(number)
    self.number(idNumber(id))
    member(text, id)
  }

  mutating func indices(_ range: Range<Int>) {
    name("indices")
    array { writer in
      writer.number(range.lowerBound)
      writer.number(range.upperBound)
    }
  }
}
