extension WriteTransaction {
  public func countScrapbooks(of owner: Int64) throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM scrapbooks WHERE owner = \(owner)")
  }

  public func hasScrapbook(_ scrapbook: Int64, owner: Int64) throws(StorageError) -> Bool {
    try connection.owner(ofScrapbook: scrapbook) == owner
  }

  public func insertScrapbook(_ scrapbook: Int64, owner: Int64, title: String) throws(StorageError) {
    try connection.execute(
      "INSERT INTO scrapbooks (id, owner, title) VALUES (\(scrapbook), \(owner), \(title))")
  }

  public func rename(scrapbook: Int64, to title: String) throws(StorageError) {
    try connection.execute("UPDATE scrapbooks SET title = \(title) WHERE id = \(scrapbook)")
  }

  /// Deletes a scrapbook. Its posts stay.
  public func deleteScrapbook(_ scrapbook: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM scrapbook_posts WHERE scrapbook = \(scrapbook)")
    try connection.execute("DELETE FROM scrapbooks WHERE id = \(scrapbook)")
  }

  /// Adds a post to a scrapbook; does nothing if it is there already.
  public func add(post: Int64, toScrapbook scrapbook: Int64, owner: Int64, id: Int64) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO scrapbook_posts (id, scrapbook, owner, post) \
      VALUES (\(id), \(scrapbook), \(owner), \(post)) ON CONFLICT DO NOTHING
      """)
  }

  public func countPosts(ofScrapbook scrapbook: Int64) throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM scrapbook_posts WHERE scrapbook = \(scrapbook)")
  }

  public func remove(posts: [Int64], fromScrapbook scrapbook: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM scrapbook_posts WHERE scrapbook = \(scrapbook) AND post IN \(posts)")
  }

  public func hasPictures(_ post: Int64) throws(StorageError) -> Bool {
    try connection.has("SELECT 1 FROM attachments WHERE post = \(post)")
  }
}
