import Invalidation
import Social
import TestSupport

@testable import Storage

/// Six members with everything that the schema lets them have, the same for the same seed. The first one has
/// the most.
struct RandomCommunity {
  let seed: UInt64

  private static let people = Array(1...6 as ClosedRange<Int64>)
  private static let media = Array(1...40 as ClosedRange<Int64>)

  func fill(_ store: Store) async throws {
    let seed = seed
    try await store.driver.write { connection in
      var chance = SeededGenerator(seed: seed)
      try Self.addPeople(connection, &chance)
      try Self.addPosts(connection, &chance)
      try Self.addToPosts(connection, &chance)
      try Self.addRelationships(connection, &chance)
      try Self.addImports(connection, &chance)
      _ = try connection.removeUnused(Self.media)
      try connection.execute("DELETE FROM discarded_pictures")
    }
    _ = try await store.mendCounters()
  }

  private static func addPeople(_ connection: any DatabaseConnection, _ chance: inout SeededGenerator) throws
  {
    for id in media {
      let hash = String(repeating: "0", count: 32 - "\(id)".utf8.count) + "\(id)"
      try connection.execute(
        """
        INSERT INTO media (id, hash, mime_type, width, height, byte_size, copies)
        VALUES (\(id), \(hash), 'image/png', 1, 1, 1, '[]')
        """)
    }
    try connection.execute(
      """
      INSERT INTO applications (id, client_id, secret, name, redirect_uris, scopes, created_at)
      VALUES (1, 'c', \(String(repeating: "a", count: 64)), 'Program', 'app://x', 'read', 0)
      """)
    for id in people {
      let picture = media.randomElement(using: &chance)
      try connection.execute(
        """
        INSERT INTO accounts (id, username, username_key, nick, nick_key, is_imported, created_at, avatar)
        VALUES (\(id), \("person\(id)"), \("person\(id)"), 'N', 'n', 0, 0, \(picture))
        """)
      try connection.execute(
        "INSERT INTO credentials (account, role, password) VALUES (\(id), 'member', 'x')")
      let secret = String(repeating: "\(id)", count: 64)
      try connection.execute(
        """
        INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at)
        VALUES (\(id), \(secret), 1, \(id), 'read', 0, 0)
        """)
      try connection.execute(
        """
        INSERT INTO invitations (id, code, role, uses_left, expires_at, inviter)
        VALUES (\(id), \(secret), 'member', 1, 0, \(id))
        """)
      for number in 0..<3 {
        try connection.execute(
          """
          INSERT INTO uploads (id, account, media, byte_size, description, thumbnail, created_at)
          VALUES (\(id * 10 + Int64(number)), \(id), \(media.randomElement(using: &chance)), 1, '', \
          \(media.randomElement(using: &chance)), 0)
          """)
      }
    }
  }

  private static let posts = Array(100..<200 as Range<Int64>)

  private static func addPosts(_ connection: any DatabaseConnection, _ chance: inout SeededGenerator) throws {
    var texts: [(id: Int64, author: Int64)] = []
    var reposts: Set<[Int64]> = []
    for id in posts {
      let author = Bool.random(using: &chance) ? 1 : people.randomElement(using: &chance) ?? 1
      let other = texts.randomElement(using: &chance)
      let kind = Int.random(in: 0..<10, using: &chance)
      if kind < 2, let other, reposts.insert([other.id, author]).inserted {
        try connection.execute(
          """
          INSERT INTO posts (id, author, text, visibility, created_at, repost_of)
          VALUES (\(id), \(author), '', 'public', \(id), \(other.id))
          """)
        continue
      }
      let parent = kind < 6 ? other : nil
      let visibility = Visibility.allCases.randomElement(using: &chance)?.rawValue ?? "public"
      try connection.execute(
        """
        INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation)
        VALUES (\(id), \(author), 'text', \(visibility), \(id), \(parent?.id), \(parent?.author), \(parent?.id ?? id))
        """)
      texts.append((id, author))
      if visibility == "circles" { try addAudience(of: id, connection, &chance) }
    }
  }

  private static func addAudience(
    of post: Int64, _ connection: any DatabaseConnection, _ chance: inout SeededGenerator
  ) throws {
    try connection.execute("INSERT INTO post_audiences (post, base) VALUES (\(post), 'circles')")
    for one in people where Bool.random(using: &chance) {
      try connection.execute(
        "INSERT INTO post_recipients (post, account, is_excepted) VALUES (\(post), \(one), 0)")
      try connection.execute(
        "INSERT INTO post_circles (post, circle, is_excepted) VALUES (\(post), \(one), 0)")
    }
  }

  private static func addToPosts(_ connection: any DatabaseConnection, _ chance: inout SeededGenerator) throws
  {
    for card in 1...10 as ClosedRange<Int64> {
      try connection.execute(
        "INSERT INTO link_cards (id, url, picture) VALUES (\(card), \("u\(card)"), \(media.randomElement(using: &chance)))"
      )
    }
    var id: Int64 = 1000
    for post in posts {
      func someone() -> Int64 { people.randomElement(using: &chance) ?? 1 }
      for position in 0..<Int.random(in: 0..<3, using: &chance) {
        try connection.execute(
          """
          INSERT INTO attachments (post, position, media, description, thumbnail)
          VALUES (\(post), \(position), \(media.randomElement(using: &chance)), '', \(media.randomElement(using: &chance)))
          """)
      }
      for table: SQL in ["favourites", "bookmarks", "mentions", "post_reminders"] {
        for _ in 0..<2 {
          id += 1
          let hasID = table == "favourites" || table == "bookmarks"
          let (columns, values): (SQL, Statement.Piece) =
            hasID ? ("post, account, id", ", \(id)") : ("post, account", "")
          try connection.execute(
            "INSERT INTO \(table) (\(columns)) VALUES (\(post), \(someone())\(values)) ON CONFLICT DO NOTHING"
          )
        }
      }
      id += 1
      try connection.execute("INSERT INTO tags (name, post) VALUES (\("tag\(post % 7)"), \(post))")
      try connection.execute(
        "INSERT INTO edits (id, post, text, warning, is_sensitive, created_at) VALUES (\(id), \(post), 'x', '', 0, 0)"
      )
      try connection.execute(
        """
        INSERT INTO notifications (id, account, kind, actor, post)
        VALUES (\(id), \(someone()), 'mention', \(someone()), \(post))
        """)
      try connection.execute(
        "INSERT INTO idempotency_keys (account, key, post, created_at) VALUES (\(someone()), \("k\(post)"), \(post), 0)"
      )
      if post.isMultiple(of: 5) {
        try connection.execute("INSERT INTO pins (id, post, account) VALUES (\(id), \(post), \(someone()))")
      }
      if post.isMultiple(of: 3) {
        try connection.execute(
          "INSERT INTO post_links (post, card) VALUES (\(post), \(Int64.random(in: 1...10, using: &chance)))")
      }
    }
    try connection.execute("DELETE FROM link_cards WHERE id NOT IN (SELECT card FROM post_links)")
  }

  private static func addRelationships(_ connection: any DatabaseConnection, _ chance: inout SeededGenerator)
    throws
  {
    var id: Int64 = 1
    for one in people {
      try connection.execute(
        "INSERT INTO circles (id, owner, name, replies_policy, is_exclusive) VALUES (\(one), \(one), 'c', 'list', 0)"
      )
      try connection.execute("INSERT INTO scrapbooks (id, owner, title) VALUES (\(one), \(one), 's')")
      for post in posts.prefix(Int(one) * 3) {
        try connection.execute(
          """
          INSERT INTO scrapbook_posts (id, scrapbook, owner, post)
          VALUES (\(one * 1000 + post), \(one), \(one), \(post))
          """)
      }
      for other in people where other != one && Int.random(in: 0..<3, using: &chance) > 0 {
        id += 1
        for table: SQL in ["follows", "follow_requests"] {
          try connection.execute(
            "INSERT INTO \(table) (id, follower, followee) VALUES (\(id), \(one), \(other))")
        }
        try connection.execute("INSERT INTO blocks (id, account, target) VALUES (\(id), \(one), \(other))")
        try connection.execute(
          "INSERT INTO mutes (id, account, target, hides_notifications) VALUES (\(id), \(one), \(other), 1)")
        try connection.execute(
          "INSERT INTO account_notes (account, target, words) VALUES (\(one), \(other), 'x')")
        try connection.execute(
          """
          INSERT INTO reports (id, reporter, target, category, comment, created_at)
          VALUES (\(id), \(one), \(other), 'spam', '', 0)
          """)
        for post in posts.prefix(Int.random(in: 0..<20, using: &chance)) {
          try connection.execute("INSERT INTO report_posts (report, post) VALUES (\(id), \(post))")
        }
        try connection.execute(
          "INSERT INTO notifications (id, account, kind, actor) VALUES (\(id), \(one), 'follow', \(other))")
        try connection.execute(
          "INSERT INTO circle_members (id, circle, owner, account) VALUES (\(id), \(one), \(one), \(other))")
      }
      try connection.execute("INSERT INTO conversation_mutes (account, conversation) VALUES (\(one), 100)")
      try connection.execute("INSERT INTO conversation_marks (account, conversation) VALUES (\(one), 100)")
      try connection.execute(
        "INSERT INTO markers (account, timeline, last_read, version, updated_at) VALUES (\(one), 'home', 1, 1, 0)"
      )
    }
  }

  private static func addImports(_ connection: any DatabaseConnection, _ chance: inout SeededGenerator) throws
  {
    for number in 0..<30 {
      let owner = people.randomElement(using: &chance) ?? 1
      let (account, post) = (people.randomElement(using: &chance), posts.randomElement(using: &chance))
      try connection.execute(
        "INSERT INTO import_people (owner, key, account) VALUES (\(owner), \("k\(number)"), \(account))")
      try connection.execute(
        "INSERT INTO import_items (owner, key, fingerprint, post) VALUES (\(owner), \("k\(number)"), 'f', \(post))"
      )
      try connection.execute(
        """
        INSERT INTO import_pictures (owner, reference, media)
        VALUES (\(owner), \("r\(number)"), \(media.randomElement(using: &chance)))
        """)
    }
  }
}
