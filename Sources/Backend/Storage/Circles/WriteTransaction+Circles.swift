public import Social

extension WriteTransaction {
  public func countCircles(of owner: Int64) throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM circles WHERE owner = \(owner)")
  }

  public func hasCircle(_ circle: Int64, owner: Int64) throws(StorageError) -> Bool {
    try connection.repliesPolicy(of: circle, owner: owner) != nil
  }

  public func insertCircle(
    _ circle: Int64, owner: Int64, name: String, _ repliesPolicy: Circle.RepliesPolicy, isExclusive: Bool
  ) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO circles (id, owner, name, replies_policy, is_exclusive) \
      VALUES (\(circle), \(owner), \(name), \(repliesPolicy.rawValue), \(isExclusive))
      """)
  }

  /// Changes what isn't `nil`.
  public func updateCircle(
    _ circle: Int64, name: String?, _ repliesPolicy: Circle.RepliesPolicy?, isExclusive: Bool?
  ) throws(StorageError) {
    try connection.execute(
      """
      UPDATE circles SET name = coalesce(\(name), name), \
      replies_policy = coalesce(\(repliesPolicy?.rawValue), replies_policy), \
      is_exclusive = coalesce(\(isExclusive), is_exclusive) WHERE id = \(circle)
      """)
  }

  /// Deletes a circle and the list of its people.
  public func deleteCircle(_ circle: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM circle_members WHERE circle = \(circle)")
    try connection.execute("DELETE FROM circles WHERE id = \(circle)")
  }

  public func countPeople(of circle: Int64) throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM circle_members WHERE circle = \(circle)")
  }

  /// Adds an account to a circle. Returns false if it is in the circle already.
  public func add(_ account: Int64, toCircle circle: Int64, owner: Int64, id: Int64) throws(StorageError)
    -> Bool
  {
    try connection.execute(
      """
      INSERT INTO circle_members (id, circle, owner, account) \
      VALUES (\(id), \(circle), \(owner), \(account)) ON CONFLICT DO NOTHING
      """) > 0
  }

  public func remove(_ accounts: [Int64], fromCircle circle: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM circle_members WHERE circle = \(circle) AND account IN \(accounts)")
  }
}
