extension Migration {
  /// Old idempotency keys are found by their posts' ids, which hold the time: one page less is written with
  /// each post.
  static let twentyFirst = Migration(
    number: 21, name: "no index of keys by time", statements: ["DROP INDEX idempotency_keys_by_time"])
}
