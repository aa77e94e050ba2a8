import Invalidation
public import Social

extension Store {
  /// Returns the account's reposts of these posts, by the id of the post.
  public func reposts(of posts: [Int64], by account: Int64) async throws -> [Int64: Int64] {
    guard !posts.isEmpty else { return [:] }
    return try await driver.read(dependsOn: .tags([.authored(account)])) { connection in
      let sql: Statement =
        "SELECT repost_of, id FROM posts WHERE author = \(account) AND repost_of IN \(posts)"
      var found: [Int64: Int64] = [:]
      try connection.forEach(sql) { row in
        let post = try row.integer()
        found[post] = try row.integer()
      }
      return found
    }
  }

  /// Returns the ids of posts among the account's favourites, the newest post first. The cursor holds ids of
  /// posts, unlike that of `collected`.
  public func favouritePosts(of account: Int64, _ cursor: Cursor) async throws -> [Int64] {
    try await driver.read(dependsOn: .tags([.interactions(account), .viewer(account)])) { connection in
      try connection.integers(FavouritePosts(account: account, cursor: cursor).statement)
    }
  }
}

/// The posts of an account's favourites, in the order of the posts.
struct FavouritePosts {
  let account: Int64
  let cursor: Cursor

  var statement: Statement {
    var statement: Statement = "SELECT f.post FROM favourites f WHERE f.account = \(account)"
    let range = cursor.condition("f.post", in: &statement)
    let order = cursor.order("f.post", in: &statement)
    statement.append("\(range)\(order)")
    return statement
  }
}
