extension Migration {
  /// Adds the hours in which a subscription's messages wait: `22:00 07:00 Europe/Berlin`.
  static let thirtySixth = Migration(
    number: 36, name: "quiet hours",
    statements: ["ALTER TABLE push_subscriptions ADD COLUMN quiet TEXT CHECK (length(quiet) <= 80)"])
}
