/// A table with rows that refer to a removed account, or to one of its posts, by one column.
struct RemovedTable: Sendable {
  /// Other changes when such a row goes.
  enum Consequence: Sendable {
    case none
    /// The row stays, and refers to nothing.
    case cleared
    /// A reply stays, and has no parent.
    case replies
    case followed
    case favourites
    /// Pictures in these columns go if nothing else shows them.
    case pictures([SQL])
    case cards
  }

  let name: SQL
  let column: SQL
  let keys: [SQL]
  var consequence = Consequence.none

  var key: SQL { keys.joined(separator: ", ") }

  /// Rows of all tables that change with one of this one, at most.
  var rows: Int {
    switch consequence {
    case .none, .cleared: 1
    case .replies, .favourites: 2
    case .followed: 3
    // Of each picture the row goes, and its hash is noted.
    case .pictures(let columns): 1 + 2 * columns.count
    // The link preview, and its picture.
    case .cards: 4
    }
  }

  static let ofAccounts: [RemovedTable] =
    [
      RemovedTable(name: "import_people", column: "account", keys: ["owner", "key"]),
      RemovedTable(
        name: "follows", column: "follower", keys: ["follower", "followee"], consequence: .followed),
      RemovedTable(
        name: "follows", column: "followee", keys: ["follower", "followee"], consequence: .followed),
      RemovedTable(name: "follow_requests", column: "follower", keys: ["id"]),
      RemovedTable(name: "follow_requests", column: "followee", keys: ["id"]),
      RemovedTable(name: "account_notes", column: "account", keys: ["account", "target"]),
      RemovedTable(name: "account_notes", column: "target", keys: ["account", "target"]),
      RemovedTable(name: "notifications", column: "account", keys: ["id"]),
      RemovedTable(name: "notifications", column: "actor", keys: ["id"]),
      RemovedTable(name: "conversation_mutes", column: "account", keys: ["account", "conversation"]),
      RemovedTable(name: "conversation_marks", column: "account", keys: ["account", "conversation"]),
      RemovedTable(name: "announcement_dismissals", column: "account", keys: ["account", "announcement"]),
      RemovedTable(name: "markers", column: "account", keys: ["account", "timeline"]),
      RemovedTable(name: "favourites", column: "account", keys: ["id"], consequence: .favourites),
      RemovedTable(name: "bookmarks", column: "account", keys: ["id"]),
      RemovedTable(name: "pins", column: "account", keys: ["id"]),
      RemovedTable(name: "mentions", column: "account", keys: ["post", "account"]),
      RemovedTable(name: "post_recipients", column: "account", keys: ["post", "account"]),
      RemovedTable(name: "post_reminders", column: "account", keys: ["post", "account"]),
      RemovedTable(name: "idempotency_keys", column: "account", keys: ["account", "key"]),
      RemovedTable(
        name: "uploads", column: "account", keys: ["id"], consequence: .pictures(["media", "thumbnail"])),
      RemovedTable(name: "import_people", column: "owner", keys: ["owner", "key"]),
      RemovedTable(name: "import_items", column: "owner", keys: ["owner", "key"]),
      RemovedTable(
        name: "import_pictures", column: "owner", keys: ["owner", "reference"],
        consequence: .pictures(["media"])),
      RemovedTable(name: "password_resets", column: "account", keys: ["account"]),
      RemovedTable(name: "email_addresses", column: "account", keys: ["account"]),
      RemovedTable(name: "email_changes", column: "account", keys: ["account"]),
      RemovedTable(name: "joins", column: "account", keys: ["account"]),
      RemovedTable(name: "join_requests", column: "account", keys: ["account"]),
      RemovedTable(name: "suspensions", column: "account", keys: ["account"]),
      RemovedTable(name: "warnings", column: "account", keys: ["id"]),
      RemovedTable(name: "report_notes", column: "author", keys: ["id"], consequence: .cleared),
      RemovedTable(name: "joins", column: "inviter", keys: ["account"], consequence: .cleared),
      RemovedTable(name: "invitations", column: "inviter", keys: ["id"], consequence: .cleared),
      RemovedTable(name: "reports", column: "assigned", keys: ["id"], consequence: .cleared),
      RemovedTable(name: "reports", column: "resolved_by", keys: ["id"], consequence: .cleared),
      RemovedTable(name: "posts", column: "reply_to_author", keys: ["id"], consequence: .cleared),
      // A circle without people, so that none go with it unseen.
      RemovedTable(name: "circle_members", column: "owner", keys: ["id"]),
      RemovedTable(name: "circle_members", column: "account", keys: ["id"]),
      RemovedTable(name: "circles", column: "owner", keys: ["id"]),
      RemovedTable(name: "scrapbook_posts", column: "owner", keys: ["id"]),
      RemovedTable(name: "scrapbooks", column: "owner", keys: ["id"]),
      RemovedTable(name: "poll_votes", column: "account", keys: ["post", "account", "choice"]),
    ]
    + ["blocks", "mutes"].flatMap { name in
      ["account", "target"].map { RemovedTable(name: name, column: $0, keys: ["id"]) }
    }

  /// The reports themselves, the posts that they name, and the notifications of them.
  static let ofReports: [RemovedTable] = [
    RemovedTable(name: "notifications", column: "report", keys: ["id"]),
    RemovedTable(name: "report_posts", column: "report", keys: ["report", "post"]),
    RemovedTable(name: "report_rules", column: "report", keys: ["report", "rule"]),
    RemovedTable(name: "report_notes", column: "report", keys: ["id"]),
    RemovedTable(name: "warnings", column: "report", keys: ["id"], consequence: .cleared),
    RemovedTable(name: "reports", column: "id", keys: ["id"]),
  ]

  static let ofPosts: [RemovedTable] = [
    RemovedTable(
      name: "attachments", column: "post", keys: ["post", "position"],
      consequence: .pictures(["media", "thumbnail"])),
    RemovedTable(name: "favourites", column: "post", keys: ["id"], consequence: .favourites),
    RemovedTable(name: "bookmarks", column: "post", keys: ["id"]),
    RemovedTable(name: "pins", column: "post", keys: ["id"]),
    RemovedTable(name: "scrapbook_posts", column: "post", keys: ["id"]),
    RemovedTable(name: "mentions", column: "post", keys: ["post", "account"]),
    RemovedTable(name: "post_audiences", column: "post", keys: ["post"]),
    RemovedTable(name: "post_recipients", column: "post", keys: ["post", "account"]),
    RemovedTable(name: "post_reminders", column: "post", keys: ["post", "account"]),
    RemovedTable(name: "post_circles", column: "post", keys: ["post", "circle"]),
    RemovedTable(name: "tags", column: "post", keys: ["name", "post"]),
    RemovedTable(name: "edits", column: "post", keys: ["id"]),
    RemovedTable(name: "idempotency_keys", column: "post", keys: ["account", "key"]),
    RemovedTable(name: "notifications", column: "post", keys: ["id"]),
    RemovedTable(name: "import_items", column: "post", keys: ["owner", "key"]),
    RemovedTable(name: "report_posts", column: "post", keys: ["report", "post"]),
    RemovedTable(name: "post_links", column: "post", keys: ["post"], consequence: .cards),
    // A poll without votes, so that none go with it unseen.
    RemovedTable(name: "poll_votes", column: "post", keys: ["post", "account", "choice"]),
    RemovedTable(name: "polls", column: "post", keys: ["post"]),
    RemovedTable(name: "posts", column: "reply_to", keys: ["id"], consequence: .replies),
  ]
}
