extension Migration {
  /// Orders an account's favourites by their posts, and a post's reposts by their ids, so that a page of them
  /// reads no more than itself. Clients of the Twitter API page them so.
  static let thirtyNinth = Migration(
    number: 39, name: "favourites and reposts by post",
    statements: [
      "CREATE INDEX favourites_by_account_and_post ON favourites (account, post)",
      "CREATE INDEX reposts_by_post ON posts (repost_of, id) WHERE repost_of IS NOT NULL",
    ])
}
