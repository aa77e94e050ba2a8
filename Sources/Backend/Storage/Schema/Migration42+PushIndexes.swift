extension Migration {
  /// Orders subscriptions by the time of their next attempt, so that the one to send to next is found without
  /// sorting them all; and finds those of one device.
  static let fortySecond = Migration(
    number: 42, name: "push indexes",
    statements: [
      "CREATE INDEX push_subscriptions_by_next_at ON push_subscriptions (next_at, id)",
      "CREATE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint)",
    ])
}
