/// The key with which a client repeats a request without repeating its effect.
enum IdempotencyKey {
  /// The time for which a key is remembered, in milliseconds. A device may lose the response to its request
  /// and then be offline for weeks.
  static let lifetime: Int64 = 30 * 86_400_000

  /// Returns the key; `nil` if it is missing or empty.
  static func checked(_ key: String?) throws(CommunityError) -> String? {
    guard let key, !key.isEmpty else { return nil }
    guard key.utf8.count <= 200, !key.utf8.contains(0) else {
      throw .invalid("Validation failed: Idempotency-Key is too long")
    }
    return key
  }
}
