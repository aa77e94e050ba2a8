import Invalidation
import JSON
import Social

/// A row of `accounts` with everything that its page shows.
struct ProfileRow {
  static let columns: SQL = """
    \(AccountRow.columns), a.bio, a.fields, \(ProfileFlag.allCases.map { "a.\($0.column)" }.joined(separator: ", ")), \
    a.created_at, a.followers_count, a.following_count, a.posts_count, \
    (SELECT coalesce(l.created_at, l.id >> 16) FROM posts l WHERE l.author = a.id \
    AND l.visibility IN ('public', 'unlisted') AND l.repost_of IS NULL AND l.is_comment = 0 \
    AND l.id NOT IN (SELECT post FROM hidden_posts) ORDER BY l.id DESC LIMIT 1)
    """

  let id: Int64
  let profile: Profile

  init(_ row: inout RowReader) throws(StorageError) {
    let account = try AccountRow(&row)
    id = account.id
    profile = Profile(
      id: String(account.id), account: account.account(cover: .banner), bio: .text(try row.text()),
      fields: Self.fields(encoded: try row.text()), flags: try Self.flags(&row),
      createdAt: Timestamp(milliseconds: try row.integer()), followersCount: try row.int(),
      followingCount: try row.int(), postsCount: try row.int(),
      lastPostAt: try row.optionalInteger().map { Timestamp(milliseconds: $0) })
  }

  private static func flags(_ row: inout RowReader) throws(StorageError) -> ProfileFlags {
    var flags = ProfileFlags()
    for flag in ProfileFlag.allCases { flags[flag] = try row.bool() }
    return flags
  }

  static func fields(encoded: String) -> [Profile.Field] {
    guard let json = try? JSON(parsing: encoded) else { return [] }
    return (json.array ?? []).compactMap { field in
      guard let parts = field.array, parts.count == 2, let name = parts[0].string, let value = parts[1].string
      else { return nil }
      return Profile.Field(name: name, value: .text(value))
    }
  }

  /// Encodes fields as `[["name","value"],…]`.
  static func encoded(_ fields: [(name: String, value: String)]) -> String {
    var writer = JSONWriter()
    writer.array(fields) { writer, field in
      writer.array { writer in
        writer.string(field.name)
        writer.string(field.value)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ProfileFlag {
  /// The flag's column of `accounts`.
  var column: SQL {
    switch self {
    case .locked: "is_locked"
    case .bot: "is_bot"
    case .discoverable: "is_discoverable"
    }
  }
}

extension DatabaseConnection {
  /// Those that are there and not suspended.
  ///
  /// - Parameters:
  ///   - includesSuspended: true for those who look after the community.
  ///   - cacheTag: returns the tag of an account on which the read depends.
  func profiles(
    _ ids: some Sequence<Int64>, includesSuspended: Bool = false,
    dependingOn cacheTag: (Int64) -> CacheTag = { .account($0) }
  ) throws(StorageError) -> [Int64: Profile] {
    let ids = Set(ids).sorted()
    depend(on: ids.map(cacheTag))
    let isShown: SQL = includesSuspended ? "" : " AND a.suspended_at IS NULL"
    let sql: Statement = """
      SELECT \(ProfileRow.columns) FROM \(AccountRow.tables) WHERE a.id IN \(ids)\(isShown)
      """
    var profiles: [Int64: Profile] = [:]
    for found in try rows(sql, { row in try ProfileRow(&row) }) { profiles[found.id] = found.profile }
    return profiles
  }
}
