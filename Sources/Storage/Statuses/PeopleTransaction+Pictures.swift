import Social

extension PeopleTransaction {
  /// Writes a picture unless it is there already; returns its id.
  ///
  /// - Parameter isThere: whether a picture's files are there.
  /// - Throws: `StorageError`, `PictureGone`.
  public func addMedia(_ media: MediaRecord, id: Int64, _ isThere: (_ hash: String) -> Bool) throws -> Int64 {
    try connection.addMedia(media, id: id, isThere)
  }

  /// Removes those of the pictures that nothing shows and no import remembers.
  ///
  /// - Returns: their hashes; that their files have to go is noted.
  public func removeUnused(_ media: [Int64]) throws(StorageError) -> [String] { try connection.removeUnused(media) }

  public func insert(_ upload: UploadDraft) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO uploads (id, account, byte_size, description, focus_x, focus_y, thumbnail, created_at, key)
      VALUES (\(upload.id), \(upload.account), \(upload.byteSize), \(upload.description), \(upload.focus?.x), \
      \(upload.focus?.y), \(upload.thumbnail), \(upload.createdAt), \(upload.key))
      """)
  }

  /// The upload that the account brought with that key and that no post has. It counts as brought at that moment.
  ///
  /// - Parameter now: in milliseconds.
  public func upload(idempotencyKey key: String, of account: Int64, now: Int64) throws(StorageError) -> Int64? {
    let sql: Statement = "SELECT id FROM uploads WHERE account = \(account) AND key = \(key)"
    guard let id = try connection.integer(sql) else { return nil }
    try connection.execute("UPDATE uploads SET created_at = \(now) WHERE id = \(id)")
    return id
  }

  /// An upload has its picture now. Returns whether the upload is there still.
  public func finish(upload id: Int64, media: Int64) throws(StorageError) -> Bool {
    try connection.execute("UPDATE uploads SET media = \(media), failure = NULL WHERE id = \(id)") > 0
  }

  /// Nothing can be made of an upload, unless another process made it meanwhile.
  ///
  /// - Parameter reason: a sentence of up to 500 characters.
  public func fail(upload id: Int64, reason: String) throws(StorageError) {
    let sql: Statement = "UPDATE uploads SET failure = \(reason) WHERE id = \(id) AND media IS NULL"
    try connection.execute(sql)
  }

  /// Returns whether the account has such an upload, which no post has.
  public func change(
    upload id: Int64, of account: Int64, _ change: PictureChange, thumbnail: Int64?
  ) throws(StorageError) -> Bool {
    try connection.execute(
      """
      UPDATE uploads SET description = coalesce(\(change.description), description), \
      focus_x = coalesce(CAST(\(change.focus?.x) AS BIGINT), focus_x),
        focus_y = coalesce(CAST(\(change.focus?.y) AS BIGINT), focus_y), \
      thumbnail = coalesce(CAST(\(thumbnail) AS BIGINT), thumbnail)
      WHERE id = \(id) AND account = \(account)
      """) > 0
  }

  private static let uploadColumns: SQL = "id, media, NULL, description, focus_x, focus_y, thumbnail, failure"

  /// Those of the uploads that the account has and no post, by their ids.
  public func uploads(_ ids: [Int64], of account: Int64) throws(StorageError) -> [Int64: AttachedPicture] {
    guard !ids.isEmpty else { return [:] }
    let sql: Statement = "SELECT \(Self.uploadColumns) FROM uploads WHERE account = \(account) AND id IN \(ids)"
    var uploads: [Int64: AttachedPicture] = [:]
    for upload in try connection.rows(sql, { row in try AttachedPicture(&row) }) { uploads[upload.id] = upload }
    return uploads
  }

  /// The uploads that were brought before that moment (milliseconds) and that no post took, the oldest first.
  public func uploads(before moment: Int64, limit: Int) throws(StorageError) -> [AttachedPicture] {
    let sql: Statement = """
      SELECT \(Self.uploadColumns) FROM uploads WHERE created_at < \(moment) ORDER BY created_at LIMIT \(limit)
      """
    return try connection.rows(sql) { row in try AttachedPicture(&row) }
  }

  /// The upload that was longest ago a picture of a post that is gone; `nil` if there is none.
  public func oldestKeptUpload(of account: Int64) throws(StorageError) -> AttachedPicture? {
    let sql: Statement = """
      SELECT \(Self.uploadColumns) FROM uploads WHERE account = \(account) AND byte_size = 0 ORDER BY created_at, id LIMIT 1
      """
    return try connection.first(sql) { row in try AttachedPicture(&row) }
  }

  /// What a member's pictures had in bytes when they came, each once, with thumbnails, avatar and cover; and how many of
  /// them no post has yet.
  public func usage(of account: Int64) throws(StorageError) -> (bytes: Int, unattached: Int) {
    let sql = Statement(with: account) {
      """
      SELECT coalesce((SELECT sum(byte_size) FROM media WHERE id IN (
          SELECT t.media FROM posts p JOIN attachments t ON t.post = p.id WHERE p.author = \($0)
          UNION SELECT t.thumbnail FROM posts p JOIN attachments t ON t.post = p.id WHERE p.author = \($0)
          UNION SELECT media FROM uploads WHERE account = \($0) UNION SELECT thumbnail FROM uploads WHERE account = \($0)
          UNION SELECT avatar FROM accounts WHERE id = \($0) UNION SELECT cover FROM accounts WHERE id = \($0))), 0)
        + coalesce((SELECT sum(byte_size) FROM uploads WHERE account = \($0) AND media IS NULL AND failure IS NULL), 0),
        (SELECT count(*) FROM uploads WHERE account = \($0))
      """
    }
    return try connection.first(sql) { row in (try row.int(), try row.int()) } ?? (0, 0)
  }

  /// Forgets uploads; their pictures stay until `removeUnused`.
  public func delete(uploads ids: [Int64]) throws(StorageError) {
    for id in ids { try connection.execute("DELETE FROM uploads WHERE id = \(id)") }
  }

  /// The pictures of a post, in their order.
  public func pictures(of post: Int64) throws(StorageError) -> [AttachedPicture] {
    let sql: Statement = """
      SELECT \(AttachmentRow.identifier("t")), t.media, t.source, t.description, t.focus_x, t.focus_y, t.thumbnail, NULL
      FROM attachments t WHERE t.post = \(post) ORDER BY t.position
      """
    return try connection.rows(sql) { row in try AttachedPicture(&row) }
  }

  /// Gives a post these pictures and no others. What was an upload is none any more.
  public func setPictures(of post: Int64, _ pictures: [AttachedPicture]) throws(StorageError) {
    try connection.execute("DELETE FROM attachments WHERE post = \(post)")
    try delete(uploads: pictures.map(\.id))
    for (position, picture) in pictures.enumerated() {
      try connection.execute(
        """
        INSERT INTO attachments (post, position, media, source, description, identifier, focus_x, focus_y, thumbnail)
        VALUES (\(post), \(position), \(picture.media), \(picture.source), \(picture.description), \(picture.id), \
        \(picture.focus?.x), \(picture.focus?.y), \(picture.thumbnail))
        """)
    }
  }

  /// Makes a picture of a post that is gone an upload again. Its `byte_size` of 0 tells it from those that were brought.
  ///
  /// - Parameter now: in milliseconds.
  public func keep(_ picture: AttachedPicture, as id: Int64, of account: Int64, now: Int64) throws(StorageError) {
    guard let media = picture.media else { return }
    try insert(
      UploadDraft(
        id: id, account: account, byteSize: 0, description: picture.description, focus: picture.focus,
        thumbnail: picture.thumbnail, createdAt: now))
    _ = try finish(upload: id, media: media)
  }

  /// Gives an account a picture in the place of the one that it has; nil: none.
  ///
  /// - Returns: the one that it had, as an id of media.
  public func set(_ kind: AccountPicture, of account: Int64, to media: Int64?) throws(StorageError) -> Int64? {
    let column = SQL(raw: kind.rawValue)
    let old = try connection.integer("SELECT \(column) FROM accounts WHERE id = \(account)")
    try connection.execute("UPDATE accounts SET \(column) = \(media), \(column)_source = NULL WHERE id = \(account)")
    return old
  }
}

/// Which picture of an account.
public enum AccountPicture: String, CaseIterable, Sendable {
  case avatar
  case cover
}
