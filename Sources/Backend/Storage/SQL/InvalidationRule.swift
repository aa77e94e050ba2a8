import Invalidation

/// An invalidation rule: the cache tags that a change of a row touches. Drivers turn it into a trigger.
///
/// Each table has its rules once. The database applies them to every change of a row, also to cascading
/// deletions, so no statement has to know which cached responses it invalidates.
public struct InvalidationRule: Sendable {
  enum Event: String, Sendable {
    case insert = "INSERT"
    case update = "UPDATE"
    case delete = "DELETE"
  }

  let table: String
  let event: Event
  /// The columns that an update must set for the rule to apply; empty for any column.
  var columns: [String] = []
  /// An SQL condition on the rows `OLD` and `NEW`; `nil` if the rule always applies.
  var condition: String?
  /// The kinds of these tags, each with the SQL of its id.
  let tags: [(kind: CacheTagKind, id: String)]

  /// All rules. A change of a link preview counts as a change of `post_links` (`link_cards_changed`).
  /// Recipients and circles of a post change only with the post, with a block, and with a removed account. No
  /// cached response holds the tables without rules: clients, tokens, their secrets, sessions, reading addresses, codes,
  /// invitations, links for a new password, idempotency keys, reports, requests to join, suspensions, the
  /// log, imported items, uploads without a post, files to delete, push subscriptions and their messages.
  static let all: [InvalidationRule] = posts + pictures + partsOfPosts + interactions + graph + people

  private static let posts: [InvalidationRule] =
    [
      published("NEW", .insert), published("OLD", .delete),
      InvalidationRule(table: "posts", event: .update, tags: [(.post, "NEW.id")]),
      moved("OLD"), moved("NEW"),
      // The post may be among the newest, whose authors all home timelines keep in memory (`RecentPosts`).
      InvalidationRule(
        table: "posts", event: .update, columns: ["author"], condition: "OLD.author <> NEW.author",
        tags: [(.everything, "0")]),
      InvalidationRule(
        table: "posts", event: .update, columns: ["is_sensitive", "warning"],
        condition:
          "OLD.is_sensitive IS DISTINCT FROM NEW.is_sensitive OR OLD.warning IS DISTINCT FROM NEW.warning",
        tags: [(.pictures, "0"), (.authored, "NEW.author"), (.conversation, "NEW.conversation")]),
    ]
    + [("NEW", Event.insert), ("OLD", .delete)].flatMap { row, event in
      [
        InvalidationRule(
          table: "posts", event: event, condition: event == .insert ? isListed(row) : wasInTrends,
          tags: [(.publicPosts, "0")]),
        InvalidationRule(
          table: "posts", event: event, condition: "\(row).repost_of IS NOT NULL",
          tags: [(.post, "\(row).repost_of"), (.interactions, "\(row).author")]),
      ]
    }

  private static func published(_ row: String, _ event: Event) -> InvalidationRule {
    InvalidationRule(
      table: "posts", event: event,
      tags: [(.post, "\(row).id"), (.authored, "\(row).author"), (.conversation, "\(row).conversation")])
  }

  /// Covers the columns that decide where a post is listed.
  private static func moved(_ row: String) -> InvalidationRule {
    InvalidationRule(
      table: "posts", event: .update,
      columns: ["author", "visibility", "reply_to", "reply_to_author", "repost_of", "conversation", "place"],
      tags: [
        (.authored, "\(row).author"), (.conversation, "\(row).conversation"), (.publicPosts, "0"),
        (.pictures, "0"),
      ])
  }

  /// The condition of `PublicTimeline`, which has no comments, neither an author's own. Whether a post is one never
  /// changes.
  private static func isListed(_ row: String) -> String {
    """
    \(row).visibility IN ('public', 'members') AND \(row).repost_of IS NULL AND \(row).is_comment = 0 \
    AND (\(row).reply_to_author IS NULL OR \(row).reply_to_author = \(row).author)
    """
  }

  /// The condition of a deleted post whose tags may be among the popular ones, also those of comments and
  /// replies. Its tags are deleted after it, when their rule can't see any more whose they were.
  private static let wasInTrends = "OLD.visibility IN ('public', 'members') AND OLD.repost_of IS NULL"

  /// An edit that adds the first picture of a post, or removes the last, changes its author's named albums. The
  /// pictures of a deleted post may find no author any more; the post itself has touched the tag.
  private static let pictures: [InvalidationRule] =
    each("attachments", [(.post, "post"), (.pictures, "0")])
    + [("NEW", Event.insert), ("OLD", .delete)].map { row, event in
      InvalidationRule(
        table: "attachments", event: event,
        tags: [(.authored, "(SELECT author FROM posts WHERE id = \(row).post)")])
    }

  private static let partsOfPosts: [InvalidationRule] =
    each("tags", [(.post, "post"), (.tag, "name")])
    + each("post_links", [(.post, "post")]) + each("mentions", [(.post, "post")])
    + each("edits", [(.post, "post")])
    // A reminder shows a notification that a mute has hidden.
    + each("post_reminders", [(.post, "post"), (.notifications, "account")])
    + each("polls", [(.post, "post")]) + each("poll_votes", [(.post, "post"), (.interactions, "account")])
    // Only updates matter: a picture's row is deleted only when nothing shows it.
    + each("media", [(.everything, "0")], on: [.update])
    // The tags of listed posts.
    + [("NEW", Event.insert), ("OLD", .delete)].map { row, event in
      InvalidationRule(
        table: "tags", event: event,
        condition: "(SELECT visibility FROM posts WHERE id = \(row).post) IN ('public', 'members')",
        tags: [(.publicPosts, "0")])
    }
    + each("post_audiences", [(.post, "post"), (.conversation, "post")])
    // Without it only their authors see the replies, wherever those are listed.
    + [
      InvalidationRule(
        table: "post_audiences", event: .delete,
        condition: "EXISTS (SELECT 1 FROM posts WHERE conversation = OLD.post AND id <> OLD.post)",
        tags: [(.everything, "0")])
    ]
    // A mentioned account may see a post with a limited audience from now on, wherever it is listed.
    + [("NEW", Event.insert), ("OLD", .delete)].map { row, event in
      InvalidationRule(
        table: "mentions", event: event,
        condition:
          "(SELECT visibility FROM posts WHERE id = \(row).post) IN ('private', 'circles', 'direct')",
        tags: [(.viewer, "\(row).account")])
    }

  private static let interactions: [InvalidationRule] =
    each("favourites", [(.post, "post"), (.interactions, "account")])
    + each("bookmarks", [(.interactions, "account")])
    + each("pins", [(.authored, "account"), (.interactions, "account")])
    + each("scrapbooks", [(.authored, "owner")]) + each("scrapbook_posts", [(.authored, "owner")])
    + each("conversation_mutes", [(.interactions, "account")])
    + each("conversation_marks", [(.interactions, "account")])

  private static let graph: [InvalidationRule] =
    each("follows", [(.viewer, "follower"), (.followers, "followee")])
    + each("follow_requests", [(.viewer, "follower"), (.followers, "followee")])
    + each("blocks", [(.viewer, "account"), (.viewer, "target")]) + each("mutes", [(.viewer, "account")])
    + each("account_notes", [(.viewer, "account")])
    + each("circles", [(.viewer, "owner")]) + each("circle_members", [(.viewer, "owner")])

  private static let people: [InvalidationRule] =
    each("notifications", [(.notifications, "account")])
    + each("announcement_dismissals", [(.notifications, "account")])
    + each("markers", [(.markers, "account")])
    + each("joins", [(.account, "account")], on: [.update])
    + each("accounts", [(.everything, "0")], on: [.delete])
    + [
      // Imports insert accounts as suspended, and suspended accounts are never shown.
      InvalidationRule(
        table: "accounts", event: .insert, condition: "NEW.suspended_at IS NULL", tags: [(.everything, "0")]),
      InvalidationRule(table: "accounts", event: .update, tags: [(.account, "NEW.id")]),
      InvalidationRule(
        table: "accounts", event: .update, columns: ["nick", "avatar", "avatar_source"],
        tags: [(.face, "NEW.id")]),
      InvalidationRule(
        table: "accounts", event: .update, columns: ["suspended_at", "username", "is_imported"],
        condition: """
          OLD.suspended_at IS DISTINCT FROM NEW.suspended_at OR OLD.username IS DISTINCT FROM NEW.username \
          OR OLD.is_imported IS DISTINCT FROM NEW.is_imported
          """, tags: [(.everything, "0")]),
      InvalidationRule(
        table: "credentials", event: .update, condition: "OLD.role IS DISTINCT FROM NEW.role",
        tags: [(.everything, "0")]),
      InvalidationRule(table: "access_revisions", event: .update, tags: [(.access, "0")]),
    ] + each("credentials", [(.everything, "0")], on: [.insert, .delete])
    + each("settings", [(.everything, "0")]) + each("community_pictures", [(.everything, "0")])
    + each("announcements", [(.everything, "0")]) + each("rules", [(.everything, "0")])
    + each("hidden_posts", [(.everything, "0")], on: [.delete])

  /// Makes the same rule for inserts, updates and deletes. The id is a column of the row or "0".
  private static func each(
    _ table: String, _ tags: [(kind: CacheTagKind, column: String)],
    on events: [Event] = [.insert, .update, .delete]
  ) -> [InvalidationRule] {
    events.flatMap { event in
      (event == .insert ? ["NEW"] : event == .delete ? ["OLD"] : ["OLD", "NEW"]).map { row in
        InvalidationRule(
          table: table, event: event,
          tags: tags.map { ($0.kind, $0.column == "0" ? "0" : "\(row).\($0.column)") })
      }
    }
  }
}
