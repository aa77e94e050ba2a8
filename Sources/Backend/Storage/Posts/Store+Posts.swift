import Invalidation
import JSON
public import Social

extension Store {
  /// Returns the posts with these ids that the viewer may see, in that order, without reposts.
  public func posts(_ ids: [Int64], viewer: Int64?) async throws -> [Post] {
    try await driver.read(dependsOn: .declaredWhileReading) {
      try PostReader(connection: $0, memory: memory, viewer: viewer).posts(ids)
    }
  }

  /// Returns a post with which its author has no interactions yet; `nil` if it is gone.
  public func newPost(_ id: Int64, author: Int64) async throws -> Post? {
    try await driver.read(dependsOn: .declaredWhileReading) {
      try PostReader(connection: $0, memory: memory, viewer: author)
        .read(visible: [id], others: [], interactions: [id: Post.Interactions()]).posts[id]
    }
  }

  /// Returns a post, or a repost by its own id.
  public func entry(_ id: Int64, viewer: Int64?) async throws -> TimelineEntry? {
    try await driver.read(dependsOn: .tags([.post(id)])) { connection in
      let reader = EntryReader(
        connection: connection, memory: memory, viewer: viewer, cursor: Cursor(limit: 1))
      let rows = try connection.rows(memory.forms.entry(id, viewer: viewer)) { row in try ViewedEntryRow(&row)
      }
      return try reader.entries(rows.map(\.entry), interactions: rows.interactions).first
    }
  }

  /// Returns earlier versions of a post, the oldest first; empty if the viewer may not see the post.
  public func edits(of id: Int64, viewer: Int64?) async throws -> [EditRecord] {
    try await driver.read(dependsOn: .tags([.post(id)])) { connection in
      if let viewer { connection.depend(on: .viewer(viewer)) }
      var statement: Statement = """
        SELECT e.text, e.warning, e.is_sensitive, e.created_at, e.pictures, e.poll, e.location \
        FROM edits e JOIN posts p ON p.id = e.post WHERE p.id = \(id)
        """
      statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement)) ORDER BY e.id")
      return try connection.rows(statement) { row in
        EditRecord(
          text: try row.text(), warning: try row.text(), isSensitive: try row.bool(),
          createdAt: try row.integer(), pictures: try row.optionalText().map(EditedPicture.list(encoded:)),
          pollTitles: try row.optionalText().map(PollOptions.titles(encoded:)),
          location: try row.optionalText())
      }
    }
  }

  /// Returns the accounts that made a post a favourite, or whose reposts of it the viewer may see, the latest
  /// first. The result is empty if the viewer may not see the post.
  public func accounts(
    _ interest: Interest, in post: Int64, viewer: Int64?, _ cursor: Cursor
  ) async throws -> ListPage<Profile> {
    try await driver.read(dependsOn: .tags([.post(post)])) { connection in
      if let viewer { connection.depend(on: .viewer(viewer)) }
      var statement: Statement = """
        SELECT v.id, v.\(interest.account) FROM \(interest.table) v JOIN posts p ON p.id = v.\(interest.post) \
        WHERE p.id = \(post)
        """
      statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))")
      // A repost may have a smaller audience than its post.
      if interest == .repost {
        statement.append(" AND \(Visibility.condition(viewer: viewer, on: "v", in: &statement))")
      }
      return try connection.accounts(
        statement, key: "v.id", account: "v.\(interest.account)", viewer: viewer, cursor)
    }
  }
}

/// An interaction whose accounts can be listed.
public enum Interest: Sendable {
  case favourite
  case repost

  var table: SQL { self == .favourite ? "favourites" : "posts" }
  var post: SQL { self == .favourite ? "post" : "repost_of" }
  var account: SQL { self == .favourite ? "account" : "author" }
}

/// An earlier version of a post.
public struct EditRecord: Equatable, Sendable {
  public var text: String
  public var warning: String
  public var isSensitive: Bool
  /// The time when this version was published, in milliseconds.
  public var createdAt: Int64
  /// The pictures with their descriptions; `nil` for versions stored before pictures were.
  public var pictures: [EditedPicture]?
  /// The options of the poll; `nil` if this version had none.
  public var pollTitles: [String]?
  public var location: String?
}

/// A picture as an earlier version of a post had it.
public struct EditedPicture: Equatable, Sendable {
  public var id: Int64
  public var description: String

  /// Encodes pictures as `[[42,"A tower"],…]`.
  static func encoded(_ pictures: [EditedPicture]) -> String {
    var writer = JSONWriter()
    writer.array(pictures) { writer, picture in
      writer.array { writer in
        writer.number(picture.id)
        writer.string(picture.description)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func list(encoded: String) -> [EditedPicture] {
    guard let json = try? JSON(parsing: encoded) else { return [] }
    return (json.array ?? []).compactMap { picture in
      guard let parts = picture.array, parts.count == 2, let id = parts[0].int64, let words = parts[1].string
      else {
        return nil
      }
      return EditedPicture(id: id, description: words)
    }
  }
}
