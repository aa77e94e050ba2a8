import JSON
public import Social

/// Requests about named albums. Only Swiftlet servers have them.
public enum ScrapbookRequests {
  private static let path = "/api/swiftlet/v1/scrapbooks"

  /// Lists the named albums of an account that the viewer may see.
  public static func all(of account: String) -> APIRequest {
    APIRequest(.get, "/api/swiftlet/v1/accounts/" + percentEncoded(account) + "/scrapbooks")
  }

  /// Lists the viewer's named albums with a post.
  public static func all(with post: String) -> APIRequest {
    APIRequest(.get, "/api/swiftlet/v1/statuses/" + percentEncoded(post) + "/scrapbooks")
  }

  public static func one(_ scrapbook: String) -> APIRequest { APIRequest(.get, path(scrapbook)) }

  public static func posts(of scrapbook: String, _ page: MastodonRequests.Page) -> APIRequest {
    MastodonRequests.list(path(scrapbook) + "/statuses", page)
  }

  public static func create(_ title: String) -> APIRequest {
    APIRequest(.post, path, body: body(titled: title))
  }

  public static func rename(_ scrapbook: String, to title: String) -> APIRequest {
    APIRequest(.put, path(scrapbook), body: body(titled: title))
  }

  public static func delete(_ scrapbook: String) -> APIRequest { APIRequest(.delete, path(scrapbook)) }

  /// Adds posts to a named album, or removes them.
  public static func put(_ posts: [String], in scrapbook: String, _ isIn: Bool) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("status_ids")
      writer.array(posts) { writer, post in writer.string(post) }
    }
    return APIRequest(isIn ? .post : .delete, path(scrapbook) + "/statuses", body: writer.bytes)
  }

  /// Asks for a ticket, which `MembershipRequests.exportAddress` reads.
  public static func download(_ scrapbook: String) -> APIRequest {
    APIRequest(.post, path(scrapbook) + "/download")
  }

  private static func body(titled title: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { $0.member("title", title) }
    return writer.bytes
  }

  private static func path(_ scrapbook: String) -> String { path + "/" + percentEncoded(scrapbook) }
}

extension MastodonDecoder {
  /// Decodes a list of named albums, without unreadable ones; `nil` if the response isn't a list.
  public func scrapbooks(_ body: [UInt8]) -> [Scrapbook]? {
    (try? JSON(parsing: body))?.array?.compactMap { scrapbook($0) }
  }

  public func scrapbook(_ body: [UInt8]) -> Scrapbook? {
    (try? JSON(parsing: body)).flatMap { scrapbook($0) }
  }

  private func scrapbook(_ json: JSON) -> Scrapbook? {
    guard let id = identifier(json["id"]), let owner = identifier(json["account_id"]),
      let title = name(json["title"])
    else { return nil }
    return Scrapbook(
      id: id, owner: owner, title: title, postsCount: json["posts_count"].map { count($0) } ?? 0,
      cover: json["cover"].flatMap { attachment($0) })
  }
}
